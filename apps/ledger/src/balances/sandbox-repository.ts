import type { StoreScope } from '@pitanga/core';
import { deleteStoreRows, type Tx } from '@pitanga/database';
import { platformAccounts, platformOwner } from './account';

/** What the entries of a sandbox have added to a balance of the platform. */
interface Share {
  readonly dev_mode: boolean;
  readonly account: string;
  readonly stripe: number;
  readonly total: number;
  readonly operator: number;
}

const sharesSql = `
  select e.dev_mode, e.account, e.stripe, sum(e.amount_cents)::bigint as total,
    coalesce(sum(e.amount_cents) filter (where j.owner = 'OPERATOR'), 0)::bigint as operator
  from entries e
  join journals j on j.store_id = e.store_id and j.dev_mode = e.dev_mode and j.id = e.journal_id
  where e.store_id = :storeId and e.account = any(:platformAccounts)
  group by e.dev_mode, e.account, e.stripe
  order by e.dev_mode, e.account, e.stripe`;

// One row a statement, in key order, as the writer locks them.
const takeShareSql = `
  update balances set balance_cents = balance_cents - :total, operator_cents = operator_cents - :operator
  where store_id = :platformOwner and dev_mode = :dev_mode and account = :account and stripe = :stripe`;

/**
 * Deletes the journals of a sandbox with all that follows from them, and takes what they added to the balances of the platform
 * from these: every account stays the sum of its entries. The balances come last, since every payment waits for their locks.
 */
export async function deleteSandboxJournals(tx: Tx, scope: StoreScope): Promise<number> {
  const { storeId } = scope;
  // What the writer books at the same time for this store waits, so that the sums are those of the rows that are deleted.
  await tx.raw('select from balances where store_id = :storeId order by dev_mode, account, stripe for update', {
    storeId,
  });
  const { rows: shares } = await tx.raw<{ rows: Share[] }>(sharesSql, {
    storeId,
    platformAccounts: [...platformAccounts],
  });
  const deleted = await deleteStoreRows(tx, scope);
  for (const share of shares) await tx.raw(takeShareSql, { ...share, platformOwner });
  return deleted;
}
