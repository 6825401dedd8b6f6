import type { ClockedWork } from '@pitanga/store-clock';
import type { Deps } from '../deps';
import { findNextPartDue } from './pending-part-queries';
import { shiftParts } from './pending-part-repository';
import { settleDue } from './settlement-service';

/** What of the ledger happens at instants of a store's time: settlements. */
export function clockedParts(deps: Deps): ClockedWork {
  return {
    nextDue: (tenant, until, after = deps.clock.now(tenant)) => findNextPartDue(deps.db, tenant, after, until),
    shift: shiftParts,
    runDue: (tenant) => settleDue(deps, deps.clock.real(), tenant),
  };
}
