import type { Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { blankCustomer, claimUnsweptErasures, insertErasure } from '../payments/payment-repository';

/** Longer than any transaction of this service lasts (libs/database limits statements and idle transactions). */
const sweepAfterMs = 300_000;
const erasuresPerBatch = 50;

/**
 * Leaves of a customer the id alone, in the payments there are and in those that come later. Remembered and committed
 * first, so that every payment written afterwards knows; one that was being written at that very moment is found by
 * {@link sweepErasures}. A repeat changes nothing.
 */
export async function eraseCustomer(
  deps: Pick<Deps, 'db' | 'clock'>,
  tenant: Tenant,
  customerId: string,
): Promise<void> {
  await insertErasure(deps.db, tenant, customerId, deps.clock.real());
  await inTransaction(deps.db, (tx) => blankCustomer(tx, tenant, customerId));
}

/** Blanks once more, when nothing that began before the erasure can be under way. */
export async function sweepErasures(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
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
