import type { Tenant } from '@pitanga/core';
import { deleteInBatches, type Db, type PurgeLimits } from '@pitanga/database';
import type { NewCard, SavedCard } from './card';

export interface CardRow {
  readonly id: string;
  readonly provider: string;
  readonly vault_reference: string;
  readonly brand: string;
  readonly last_four: string;
  readonly holder_name: string;
}

export const cardColumns = [
  'id',
  'provider',
  'vault_reference',
  'brand',
  'last_four',
  'holder_name',
] as const satisfies readonly (keyof CardRow)[];

const insertSql = `
  with card as (
    insert into cards (id, store_id, dev_mode, provider, vault_reference, brand, last_four, exp_month, exp_year,
      holder_name, token_hash, created_at)
    values (:id, :storeId, :devMode, :provider, :vaultReference, :brand, :lastFour, :expMonth, :expYear,
      :holderName, :tokenHash, :createdAt)
    returning id, store_id, dev_mode
  )
  insert into card_tokens (hash, store_id, dev_mode, card_id, expires_at)
  select :hash, store_id, dev_mode, id, :expiresAt from card`;

/** Inserts a card with the token of its first charge, in one statement. */
export async function insertCard(
  db: Db,
  tenant: Tenant,
  card: NewCard,
  token: { readonly hash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await db.raw(insertSql, { ...tenant, ...card, ...token });
}

/** Uses up a live token and answers its card; undefined when it is used, expired or not the tenant's. */
export async function takeCardToken(db: Db, tenant: Tenant, hash: Buffer, now: Date): Promise<SavedCard | undefined> {
  // The guard is evaluated again once a concurrent use has committed, so that one use wins.
  const { rows } = await db.raw<{ rows: CardRow[] }>(
    `update card_tokens t set used_at = :now
     from cards c
     where t.hash = :hash and t.store_id = :storeId and t.dev_mode = :devMode
       and t.used_at is null and t.expires_at > :now and c.id = t.card_id
     returning ${cardColumns.map((column) => `c.${column}`).join(', ')}`,
    { ...tenant, hash, now },
  );
  return rows[0] && rowToCard(rows[0]);
}

/**
 * Deletes tokens that expired a day ago and the cards of those never used, which nothing can name any more. A
 * batch at a time; answers how many tokens are gone. `now` is real time.
 */
export async function purgeCardTokens(db: Db, now: Date, limits?: PurgeLimits): Promise<number> {
  return deleteInBatches(
    db,
    `with old as (
       delete from card_tokens where hash in (
         select hash from card_tokens where expires_at <= ?::timestamptz - interval '1 day'
         order by expires_at limit ? for update skip locked)
       returning card_id, used_at
     ), unused as (
       delete from cards where id in (select card_id from old where used_at is null)
     )
     select from old`,
    now,
    limits,
  );
}

export function rowToCard(row: CardRow): SavedCard {
  return {
    id: row.id,
    provider: row.provider,
    vaultReference: row.vault_reference,
    brand: row.brand,
    lastFour: row.last_four,
    holderName: row.holder_name,
  };
}
