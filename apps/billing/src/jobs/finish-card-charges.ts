import { isAppError, type Tenant } from '@pitanga/core';
import type { Charge } from '../charges/charge';
import { claimUnknownCardCharges } from '../charges/charge-queries';
import { findCheckout } from '../checkouts/checkout-queries';
import { applyOutcome } from '../collecting/send-card-charge';
import type { Deps } from '../deps';
import type { CardOutcome } from '../provider/card-provider';

/** A request has this long to finish its own charge; after it nobody is at work on it any more. */
const unknownAfterMs = 60_000;
const batchSize = 20;

/**
 * Asks the provider what became of card charges whose request ended without an answer. One the provider never got
 * is declined: its payer was told that it did not work. Of a subscription's cycle it is left to whoever collects the cycle,
 * which sends it again or voids it: a decline that no issuer gave would count as a failed attempt.
 */
export async function finishCardCharges(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.real().getTime() - unknownAfterMs);
  let last: Charge | undefined;
  do {
    // Past those that stay unknown: a provider that does not answer keeps nobody else waiting.
    const batch = await claimUnknownCardCharges(deps.db, before, batchSize, last);
    await Promise.all(batch.map(({ tenant, charge }) => tryFinish(deps, tenant, charge)));
    last = batch.length < batchSize ? undefined : batch.at(-1)?.charge;
  } while (last);
}

async function tryFinish(deps: Deps, tenant: Tenant, charge: Charge): Promise<void> {
  try {
    await finish(deps, tenant, charge);
  } catch (error) {
    if (!isAppError(error)) throw error;
    deps.log.warn({ err: error, chargeId: charge.id }, 'the outcome of a card charge is still unknown');
  }
}

async function finish(deps: Deps, tenant: Tenant, charge: Charge): Promise<void> {
  const { card } = await deps.providersOf(tenant);
  if (!card) return;
  const outcome = await card.readCardCharge(charge.id);
  if (!outcome && (await isOfCycle(deps, tenant, charge))) return;
  await applyOutcome(deps, tenant, charge, outcome ?? neverSent);
}

async function isOfCycle(deps: Deps, tenant: Tenant, { checkoutId, subscriptionId }: Charge): Promise<boolean> {
  if (checkoutId === undefined || subscriptionId === undefined) return false;
  return (await findCheckout(deps.db, tenant, { id: checkoutId }))?.cycleOf !== undefined;
}

const neverSent: CardOutcome = {
  status: 'DECLINED',
  code: 'NOT_SENT',
  declineClass: 'REVERSIBLE',
  message: 'O pagamento não chegou ao emissor do cartão.',
};
