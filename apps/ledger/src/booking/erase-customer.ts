import type { Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { blankCustomer, claimUnsweptErasures, insertErasure } from '../erasures/erasure-repository';

/** Longer than any transaction of the ledger lasts (libs/database limits statements and idle transactions). */
const sweepAfterMs = 300_000;
/** One customer a transaction: the lines of several would not be locked in one order. */
const erasuresPerBatch = 1;

/**
 * Leaves of a customer the id alone, in the lines there are and in those that come later. The statement stays
 * complete. Remembered and committed first, so that every line written afterwards knows; a line that was being
 * written at that very moment is found by {@link sweepErasures}. A repeat changes nothing.
 */
export async function eraseCustomer(
  deps: Deps,
  tenant: Tenant,
  erasure: { readonly customerId: string; readonly erasedAt: Date },
): Promise<void> {
  const { customerId, erasedAt } = erasure;
  await insertErasure(deps.db, tenant, customerId, { erasedAt, recordedAt: deps.clock.real() });
  await blankCustomer(deps.db, tenant, customerId);
}

/** Blanks once more, when nothing that began before the erasure can be under way. */
export async function sweepErasures(deps: Deps): Promise<void> {
  const now = deps.clock.real();
  const before = new Date(now.getTime() - sweepAfterMs);
  let swept: number;
  do {
    swept = await inTransaction(deps.db, async (tx) => {
      const erasures = await claimUnsweptErasures(tx, { before, now }, erasuresPerBatch);
      for (const { tenant, customerId } of erasures) await blankCustomer(tx, tenant, customerId);
      return erasures.length;
    });
  } while (swept === erasuresPerBatch);
}
