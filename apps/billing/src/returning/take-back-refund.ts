import type { AppError, Tenant } from '@pitanga/core';
import type { Deps } from '../deps';
import type { RefundFailure } from '../provider/refund-reading';
import type { Refund } from '../refunds/refund';
import { findRefund } from '../refunds/refund-queries';
import { deleteTakenBack, markTakenBack } from '../refunds/refund-repository';
import { failTakenBack } from './conclude-refund';

/**
 * Takes an intent back whose money the ledger would not set aside, and throws the refusal, which its request is told;
 * where the job got the money meanwhile, its refund counts. Marked first, so that nobody goes on with it and a crash
 * leaves it to the job.
 */
export async function takeBackIntent(deps: Deps, tenant: Tenant, intent: Refund, refusal: AppError): Promise<Refund> {
  if (!(await markTakenBack(deps.db, tenant, intent.id))) {
    const refund = await findRefund(deps.db, tenant, deps.sealer, intent.id);
    if (refund && refund.step !== 'TAKE_BACK' && refund.status !== 'FAILED') return refund;
    throw refusal;
  }
  try {
    await takeBack(deps, tenant, intent);
  } catch (error) {
    deps.log.warn({ err: error, refundId: intent.id }, 'a refused refund could not be taken back, the job goes on');
  }
  throw refusal;
}

/** The same for the job: nobody waits for an answer any more, so that the refund FAILS. */
export async function refuseIntent(
  deps: Deps,
  tenant: Tenant,
  intent: Refund,
  { failureReason: refusal }: RefundFailure,
): Promise<void> {
  if (await markTakenBack(deps.db, tenant, intent.id, refusal)) await takeBack(deps, tenant, { ...intent, refusal });
}

/** Leaves nothing held, now or by a reserve that comes late; only then the refund goes, or FAILS with its fact. */
export async function takeBack(deps: Deps, tenant: Tenant, refund: Refund): Promise<void> {
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  await deps.ledger.releaseHold({ tenant, holdId: refund.id, occurredAt: deps.clock.now(tenant) }, context);
  if (refund.refusal === undefined) await deleteTakenBack(deps.db, tenant, refund.id);
  else await failTakenBack(deps, tenant, refund, { failureReason: refund.refusal, providerCode: undefined });
}
