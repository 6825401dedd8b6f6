import type { AppError, Tenant } from '@pitanga/core';
import { isRefusal, retryLater, runOrderStep, takeBackRefused } from '@pitanga/provider-account';
import type { Deps } from '../deps';
import { toRefundFailure } from '../provider/refund-reading';
import type { Refund } from '../refunds/refund';
import { markTakenBack } from '../refunds/refund-repository';
import { refundOrders } from './refund-orders';

/**
 * Does the present step of a refund and answers the refund after it; may be repeated, by several workers at once.
 *
 * @throws what the ledger or a read of the provider threw, with nothing changed
 */
export async function runRefundStep(deps: Deps, tenant: Tenant, refund: Refund): Promise<Refund> {
  return runOrderStep(refundOrders(deps, tenant), refund);
}

/**
 * Takes back a refund whose reserve was refused and throws the refusal, so that nothing is left of it; answers the
 * refund where a job has reserved its money in the meantime.
 */
export async function takeBackRefund(deps: Deps, tenant: Tenant, refund: Refund, refusal: AppError): Promise<Refund> {
  return takeBackRefused(refundOrders(deps, tenant), refund, refusal);
}

/** Runs a step for a job: one that fails is done again later, but a refused reserve makes the refund FAIL. */
export async function tryRefundStep(deps: Deps, tenant: Tenant, refund: Refund): Promise<void> {
  try {
    await runRefundStep(deps, tenant, refund);
  } catch (error) {
    // Only the refusal of a reserve is certain: that of a later step may be of a read, and proves nothing.
    if (refund.step === 'RESERVE' && isRefusal(error)) await failReserve(deps, tenant, refund, error);
    else await retryLater(refundOrders(deps, tenant), refund, error);
  }
}

/** Nothing when another worker has reserved the money in the meantime. */
async function failReserve(deps: Deps, tenant: Tenant, refund: Refund, error: AppError): Promise<void> {
  const { failureReason: refusal } = toRefundFailure(error);
  const orders = refundOrders(deps, tenant);
  let current = refund;
  try {
    if (!(await markTakenBack(deps.db, tenant, refund.id, refusal))) return;
    current = { ...refund, step: 'TAKE_BACK', refusal };
    await orders.takeBack(current);
  } catch (takeBackError) {
    await retryLater(orders, current, takeBackError);
  }
}
