import type { CrossTenant, Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Deps } from '../deps';
import { eraseFromStatement, insertErasure, markErasuresSwept } from '../erasures/erasure-repository';

/** Longer than any transaction of the ledger lasts (libs/database limits statements and idle transactions). */
const sweepAfterMs = 300_000;
/** One customer a transaction, because the statement entries of several would not be locked in one order. */
const erasuresPerBatch = 1;

/**
 * Removes a customer's data, except the id, from existing statement entries and from those inserted later; no entry is
 * deleted. The erasure commits first, so every entry inserted afterwards obeys it; {@link sweepErasures} finds an entry
 * that was being inserted at that moment. A repeat changes nothing.
 */
export async function eraseCustomer(
  deps: Deps,
  tenant: Tenant,
  erasure: { readonly customerId: string; readonly erasedAt: Date },
): Promise<void> {
  const { customerId, erasedAt } = erasure;
  await insertErasure(deps.db, tenant, customerId, { erasedAt, recordedAt: deps.clock.real() });
  await transact(deps, (tx) => eraseFromStatement(tx.db, tenant, customerId));
}

/** Erases once more, when every transaction that began before the erasure has ended. */
export async function sweepErasures(deps: Deps, all: CrossTenant): Promise<void> {
  const now = deps.clock.real();
  const sweep = { before: new Date(now.getTime() - sweepAfterMs), now, limit: erasuresPerBatch };
  let swept: number;
  do {
    swept = await transact(deps, async (tx) => {
      const erasures = await markErasuresSwept(tx.db, all, sweep);
      for (const { tenant, customerId } of erasures) await eraseFromStatement(tx.db, tenant, customerId);
      return erasures.length;
    });
  } while (swept === erasuresPerBatch);
}
