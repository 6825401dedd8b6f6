import { failedPrecondition, type AccountOwner, type StoreScope } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** The tables of accounts at providers, one row a store. */
type AccountTable = 'pix_accounts' | 'stripe_accounts' | 'payout_accounts';

/**
 * Says whose an account is that has no owner; its settings stay. False when the store has no such account.
 *
 * @throws AppError FAILED_PRECONDITION `ACCOUNT_HAS_OWNER` when it is another owner's: only who knows its settings changes that
 */
export async function assignOwner(
  db: Db,
  accounts: AccountTable,
  { storeId }: StoreScope,
  { owner, at }: { readonly owner: AccountOwner; readonly at: Date },
): Promise<boolean> {
  // The time of the change makes every process take it up.
  await db(accounts).where({ store_id: storeId, owner: null }).update({ owner, updated_at: at });
  const row = await db(accounts).where({ store_id: storeId }).first<{ owner: AccountOwner } | undefined>('owner');
  if (row && row.owner !== owner) throw accountHasOwner(row.owner);
  return row !== undefined;
}

function accountHasOwner(owner: AccountOwner) {
  return failedPrecondition(
    `This account is the ${owner === 'OPERATOR' ? "operator's" : "merchant's"} already: set it again with its settings`,
    'ACCOUNT_HAS_OWNER',
  );
}
