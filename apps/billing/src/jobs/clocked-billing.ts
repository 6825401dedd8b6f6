import { everyTenant } from '@pitanga/core';
import type { ClockedWork, StoreClock } from '@pitanga/store-clock';
import { countBackFreed } from '../checking-out/reserve-coupons';
import type { Deps } from '../deps';
import { shiftSimulatedDisputes } from '../disputes/dispute-repository';
import { shiftRefunds } from '../refunds/refund-repository';
import { advanceDueRefunds } from './advance-refunds';
import { findNextDue } from './due-queries';
import { expireOverdue } from './expire-overdue';
import { openSimulatedDisputes } from './open-simulated-disputes';

/**
 * What billing does at instants of a store's time. Expiries are due by that time. The simulator delays refunds and
 * disputes by two seconds of real time; moving the test clock moves them too, so that callers need not wait.
 */
export function clockedBilling(deps: Deps & { readonly clock: StoreClock }): ClockedWork {
  const { db, clock } = deps;
  return {
    nextDue: (tenant, until, after = clock.now(tenant)) =>
      findNextDue(db, tenant, { from: after, until, offsetMs: clock.offsetMs(tenant) }),
    shift: async (tx, tenant, deltaMs) => {
      await shiftRefunds(tx, tenant, deltaMs);
      await shiftSimulatedDisputes(tx, tenant, deltaMs);
    },
    runDue: async (tenant) => {
      const expired = await expireOverdue(deps, tenant);
      const advanced = await advanceDueRefunds(deps, tenant);
      const disputed = await openSimulatedDisputes(deps, tenant);
      await countBackFreed(deps, everyTenant);
      return expired + advanced + disputed;
    },
  };
}
