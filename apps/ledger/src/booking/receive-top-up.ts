import type { PaidCharge } from '../charges/capture';
import type { Deps } from '../deps';
import { planTopUp } from '../top-ups/top-up';
import { postJournals } from './post-journals';

/** Posts the paid charge of a top-up. A repeat changes nothing. */
export async function receiveTopUp(deps: Deps, charge: PaidCharge): Promise<void> {
  await postJournals(deps, [planTopUp(charge, deps.ids.next('statementEntry', charge.occurredAt))]);
}
