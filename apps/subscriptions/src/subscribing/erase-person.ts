import type { CrossTenant, Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Deps } from '../deps';
import { blankPerson, claimUnsweptErasures, insertErasure, type Erasure } from '../payments/payment-repository';

/** Longer than any transaction of this service lasts (libs/database limits statements and idle transactions). */
const sweepAfterMs = 300_000;
const erasuresPerBatch = 50;

/**
 * Removes a person's personal data from the payments there are and those to come; ids stay. The erasure is committed
 * first, so that every payment written later reads it; {@link sweepErasures} finds one that was being written at that
 * moment. A repeat changes nothing.
 */
export async function erasePerson(deps: Deps, tenant: Tenant, erasure: Erasure): Promise<void> {
  await insertErasure(deps.db, tenant, erasure, deps.clock.real());
  await transact(deps, (tx) => blankPerson(tx.db, tenant, erasure));
}

/** Blanks once more, when no transaction that began before the erasure can be open. */
export async function sweepErasures(deps: Deps, all: CrossTenant): Promise<void> {
  const now = deps.clock.real();
  const before = new Date(now.getTime() - sweepAfterMs);
  let swept: number;
  do {
    swept = await transact(deps, async (tx) => {
      const erasures = await claimUnsweptErasures(tx.db, all, { before, now }, erasuresPerBatch);
      for (const { tenant, ...erasure } of erasures) await blankPerson(tx.db, tenant, erasure);
      return erasures.length;
    });
  } while (swept === erasuresPerBatch);
}
