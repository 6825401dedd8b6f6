import type { CrossTenant, Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { blankCustomer, blankPayer, claimUnsweptErasures, insertErasure } from '../payments/payment-repository';

/** Longer than any transaction of this service lasts (libs/database limits statements and idle transactions). */
const sweepAfterMs = 300_000;
const erasuresPerBatch = 50;

/**
 * Removes a customer's personal data from the payments there are and those to come; the id stays. The erasure is
 * committed first, so that every payment written later reads it; {@link sweepErasures} finds one that was being written
 * at that moment. A repeat changes nothing.
 */
export async function eraseCustomer(
  deps: Pick<Deps, 'db' | 'clock'>,
  tenant: Tenant,
  customerId: string,
): Promise<void> {
  await insertErasure(deps.db, tenant, customerId, deps.clock.real());
  await inTransaction(deps.db, (tx) => blankCustomer(tx, tenant, customerId));
}

/** Removes a payer who is not the customer from the last payments of subscriptions. A repeat changes nothing. */
export async function erasePayer(deps: Pick<Deps, 'db'>, tenant: Tenant, payerRef: string): Promise<void> {
  await inTransaction(deps.db, (tx) => blankPayer(tx, tenant, payerRef));
}

/** Blanks once more, when no transaction that began before the erasure can be open. */
export async function sweepErasures(deps: Pick<Deps, 'db' | 'clock'>, all: CrossTenant): Promise<void> {
  const now = deps.clock.real();
  const before = new Date(now.getTime() - sweepAfterMs);
  let swept: number;
  do {
    swept = await inTransaction(deps.db, async (tx) => {
      const erasures = await claimUnsweptErasures(tx, all, { before, now }, erasuresPerBatch);
      for (const { tenant, customerId } of erasures) await blankCustomer(tx, tenant, customerId);
      return erasures.length;
    });
  } while (swept === erasuresPerBatch);
}
