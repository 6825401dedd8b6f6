import type { CrossTenant, Owned, Tenant } from '@pitanga/core';
import {
  boolean,
  bytes,
  deleteInBatches,
  int,
  isOwnedBy,
  optional,
  ownedIds,
  ownedIdsSql,
  table,
  text,
  timestamp,
  type Db,
  type PurgeLimits,
  type Row,
} from '@pitanga/database';
import type { Wallet } from '../money/wallets';
import { hashToken, type NewCard, type SavedCard } from './card';

const cards = table('cards', {
  id: text('id'),
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  provider: text('provider'),
  vaultReference: text('vault_reference'),
  brand: text('brand'),
  lastFour: text('last_four'),
  expMonth: optional(int('exp_month')),
  expYear: optional(int('exp_year')),
  holderName: text('holder_name'),
  wallet: optional(text<Wallet>('wallet')),
  tokenHash: bytes('token_hash'),
  createdAt: timestamp('created_at'),
});
const savedCards = cards.pick('id', 'provider', 'vaultReference', 'brand', 'lastFour', 'holderName', 'wallet');

const insertSql = `
  with card as (${cards.insertSql} returning id, store_id, dev_mode)
  insert into card_tokens (hash, store_id, dev_mode, card_id, expires_at)
  select :hash, store_id, dev_mode, id, :expiresAt from card`;

/** Inserts a card with the token of its first charge, in one statement. */
export async function insertCard(
  db: Db,
  tenant: Tenant,
  card: NewCard,
  token: { readonly hash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await db.raw(insertSql, { ...cards.toRow({ ...tenant, ...card }), ...token });
}

/** Marks a valid token used and returns its card; undefined when it is used, expired or another tenant's. */
export async function useUpCardToken(db: Db, tenant: Tenant, hash: Buffer, now: Date): Promise<SavedCard | undefined> {
  // PostgreSQL checks the condition again after a concurrent use has committed, so that one use wins.
  const { rows } = await db.raw<{ rows: Row[] }>(
    `update card_tokens t set used_at = :now
     from cards c
     where t.hash = :hash and t.store_id = :storeId and t.dev_mode = :devMode
       and t.used_at is null and t.expires_at > :now and c.id = t.card_id
     returning ${savedCards.selectSql('c')}`,
    { ...tenant, hash, now },
  );
  return rows[0] && savedCards.fromRow(rows[0]);
}

/** The card of a valid token, which stays valid. */
export async function findCardOfValidToken(
  db: Db,
  tenant: Tenant,
  hash: Buffer,
  now: Date,
): Promise<SavedCard | undefined> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select ${savedCards.selectSql('c')} from card_tokens t join cards c on c.id = t.card_id
     where t.hash = :hash and t.store_id = :storeId and t.dev_mode = :devMode
       and t.used_at is null and t.expires_at > :now`,
    { ...tenant, hash, now },
  );
  return rows[0] && savedCards.fromRow(rows[0]);
}

/** Whether the tenant's token with this hash was used; undefined when there is no such token. */
export async function findCardTokenUse(
  db: Db,
  tenant: Tenant,
  hash: Buffer,
): Promise<{ readonly isUsed: boolean } | undefined> {
  const row = (await db('card_tokens')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, hash })
    .first('used_at')) as { readonly used_at: Date | null } | undefined;
  return row && { isUsed: row.used_at !== null };
}

const ofTenantSql = `select ${savedCards.selectSql()} from cards where store_id = :storeId and dev_mode = :devMode`;
const findByTokenSql = `${ofTenantSql} and token_hash = :hash`;

/** The tenant's card of a saved token (`card_tok_…`). */
export async function findCardBySavedToken(db: Db, tenant: Tenant, token: string): Promise<SavedCard | undefined> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(findByTokenSql, { ...tenant, hash: hashToken(token) })
    .options({ name: 'card_of_saved_token' });
  return rows[0] && savedCards.fromRow(rows[0]);
}

export async function findCard(db: Db, tenant: Tenant, id: string): Promise<SavedCard | undefined> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(`${ofTenantSql} and id = :id`, { ...tenant, id })
    .options({ name: 'card_find' });
  return rows[0] && savedCards.fromRow(rows[0]);
}

const shownCards = cards.pick('brand', 'lastFour', 'expMonth', 'expYear');

/** What people know a card by. */
export type ShownCard = Pick<NewCard, 'brand' | 'lastFour' | 'expMonth' | 'expYear'>;

/** Undefined for a card that is still to be typed. */
export async function findShownCard(db: Db, { storeId, devMode }: Tenant, id: string): Promise<ShownCard | undefined> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(
      `select ${shownCards.selectSql()} from cards
       where store_id = :storeId and dev_mode = :devMode and id = :id and last_four <> ''`,
      { storeId, devMode, id },
    )
    .options({ name: 'card_shown' });
  return rows[0] && shownCards.fromRow(rows[0]);
}

/**
 * Makes of a card that was to be typed on its provider's page the one that was typed, also for the charges that it was made
 * for. A repeat changes nothing.
 */
export async function saveTypedCard(
  db: Db,
  tenant: Tenant,
  id: string,
  {
    vaultReference,
    brand,
    lastFour,
    expMonth,
    expYear,
    holderName,
  }: Omit<NewCard, 'id' | 'provider' | 'wallet' | 'tokenHash' | 'createdAt'>,
): Promise<void> {
  const typed = cards.toRow({ vaultReference, brand, lastFour, expMonth, expYear, holderName });
  await cards.of(db, tenant).where({ id, last_four: '' }).update(typed);
}

const findManySql = `
  select ${savedCards.selectSql('c')} from ${ownedIdsSql('k')} join cards c on ${isOwnedBy('c', 'k')}`;

/** Cards of any stores, by id. */
export async function findCards(
  db: Db,
  keys: readonly Owned<{ readonly id: string }>[],
): Promise<ReadonlyMap<string, SavedCard>> {
  if (keys.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: Row[] }>(findManySql, ownedIds(keys)).options({ name: 'cards_find' });
  return new Map(rows.map((row) => savedCards.fromRow(row)).map((card) => [card.id, card]));
}

/**
 * Deletes tokens that expired a day ago, and the cards of those never used, which no token refers to any more. A batch
 * at a time; returns how many tokens it deleted. `now` is real time.
 */
export async function purgeCardTokens(db: Db, _all: CrossTenant, now: Date, limits?: PurgeLimits): Promise<number> {
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
