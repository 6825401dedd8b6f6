import type { AppError, Tenant } from '@pitanga/core';
import type { Deps } from '../deps';
import type { PayoutInWork } from '../payouts/payout';
import { findPayoutInWork } from '../payouts/payout-queries';
import { deleteTakenBack, markTakenBack } from '../payouts/payout-repository';

/**
 * Takes an intent back whose money the ledger would not set aside, and throws the refusal; where another worker got the
 * money meanwhile, its payout counts. Marked first, so that nobody goes on with it and a crash leaves it to the job.
 */
export async function refuseForBalance(
  deps: Deps,
  tenant: Tenant,
  { id }: PayoutInWork,
  refusal: AppError,
): Promise<PayoutInWork> {
  if (!(await markTakenBack(deps.db, tenant, id))) {
    const payout = await findPayoutInWork(deps.db, tenant, deps.sealer, id);
    if (payout && payout.step !== 'TAKE_BACK') return payout;
    throw refusal;
  }
  try {
    await takeBack(deps, tenant, id);
  } catch (error) {
    deps.log.warn({ err: error, payoutId: id }, 'a refused payout could not be taken back, the job goes on with it');
  }
  throw refusal;
}

/** Leaves nothing held, now or by a reserve that comes late; then nothing of the payout, its external id included. */
export async function takeBack(deps: Deps, tenant: Tenant, id: string): Promise<void> {
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  await deps.ledger.releaseHold({ tenant, holdId: id, occurredAt: deps.clock.now(tenant) }, context);
  await deleteTakenBack(deps.db, tenant, id);
}
