import { isAppError, type Tenant } from '@pitanga/core';
import { isRefusal, retryLater, runOrderStep, takeBackRefused } from '@pitanga/provider-account';
import type { Deps } from '../deps';
import type { ActivePayout } from '../payouts/payout';
import { runApprovalStep } from './decide-payout';
import { payoutOrders } from './payout-orders';

/**
 * Does the present step of a payout and answers the payout after it; may be repeated, by several workers at once.
 *
 * @throws what the ledger or a read of the provider threw; after a refused reserve nothing is left of the payout
 */
export async function runPayoutStep(deps: Deps, tenant: Tenant, payout: ActivePayout): Promise<ActivePayout> {
  if (payout.step === 'APPROVE') return runApprovalStep(deps, tenant, payout);
  const orders = payoutOrders(deps, tenant);
  try {
    return await runOrderStep(orders, payout);
  } catch (error) {
    if (payout.step !== 'RESERVE' || !isRefusal(error)) throw error;
    return takeBackRefused(orders, payout, error);
  }
}

/** The same for a job: a step that fails is done again later. */
export async function tryPayoutStep(deps: Deps, tenant: Tenant, payout: ActivePayout): Promise<void> {
  try {
    await runPayoutStep(deps, tenant, payout);
  } catch (error) {
    // Its request, if it still waits, gets the same answer.
    if (isAppError(error) && error.reason === 'INSUFFICIENT_FUNDS') return;
    await retryLater(payoutOrders(deps, tenant), payout, error);
  }
}
