import type { ClockedWork } from '@pitanga/store-clock';
import type { Deps } from '../deps';
import { findNextPartDue } from '../pending-parts/pending-part-queries';
import { shiftParts } from '../pending-parts/pending-part-repository';
import { settleDue } from '../booking/settle-parts';

/** What of the ledger happens at instants of a store's time: settlements. */
export function clockedParts(deps: Deps): ClockedWork {
  return {
    nextDue: (tenant, until, after = deps.clock.now(tenant)) => findNextPartDue(deps.db, tenant, after, until),
    shift: shiftParts,
    runDue: (tenant) => settleDue(deps, deps.clock.real(), tenant),
  };
}
