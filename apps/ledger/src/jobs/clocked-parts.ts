import type { ClockedWork } from '@pitanga/store-clock';
import { settleDueOfStore } from '../booking/settle-parts';
import type { Deps } from '../deps';
import { findNextPartDue, shiftParts } from '../pending-parts/pending-part-repository';

/** The work of the ledger that falls due by a store's test clock: settlements. */
export function clockedParts(deps: Deps): ClockedWork {
  return {
    nextDue: (tenant, until, from = deps.clock.now(tenant)) => findNextPartDue(deps.db, tenant, { from, until }),
    shift: shiftParts,
    runDue: (tenant) => settleDueOfStore(deps, tenant, deps.clock.real()),
  };
}
