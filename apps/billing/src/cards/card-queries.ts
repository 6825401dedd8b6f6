import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { hashToken, type SavedCard } from './card';
import { cardColumns, rowToCard, type CardRow } from './card-repository';

/** The tenant's card that a saved token (`card_tok_…`) names. */
export async function findCardBySavedToken(db: Db, tenant: Tenant, token: string): Promise<SavedCard | undefined> {
  const row = (await db('cards')
    .select(...cardColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, token_hash: hashToken(token) })
    .first()) as CardRow | undefined;
  return row && rowToCard(row);
}

/** Whether the tenant's token with this hash was used; undefined when there is no such token. */
export async function findCardTokenUse(
  db: Db,
  tenant: Tenant,
  hash: Buffer,
): Promise<{ readonly isUsed: boolean } | undefined> {
  const row = (await db('card_tokens')
    .select('used_at')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, hash })
    .first()) as { readonly used_at: Date | null } | undefined;
  return row && { isUsed: row.used_at !== null };
}

/** A card by its id. */
export async function findCard(db: Db, tenant: Tenant, id: string): Promise<SavedCard | undefined> {
  const row = (await db('cards')
    .select(...cardColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .first()
    .options({ name: 'card_find' })) as CardRow | undefined;
  return row && rowToCard(row);
}
