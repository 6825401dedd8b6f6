import { everyTenant, isAppError, type Tenant } from '@pitanga/core';
import type { Charge } from '../charges/charge';
import { listUnresolvedCardCharges } from '../charges/charge-queries';
import { findCheckout } from '../checkouts/checkout-queries';
import { applyOutcome, toAttempt } from '../charging/send-card-charge';
import type { Deps, ReadDeps } from '../deps';
import type { CardOutcome } from '../provider/card-provider';
import { findAdapter } from '../provider/providers';

/** How long a request has to finish its own charge. */
const abandonedAfterMs = 60_000;
const batchSize = 20;

/**
 * Queries the provider for card charges whose request ended without an outcome. A charge that the provider never got
 * FAILS, as its payer has seen an error. The charge of a subscription cycle stays PENDING instead: subscriptions retries
 * or voids it, and a decline without an issuer would count as a failed attempt.
 */
export async function finishCardCharges(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.real().getTime() - abandonedAfterMs);
  let last: Charge | undefined;
  do {
    // By keyset, past the charges that stay unresolved, so that one silent provider does not block the others.
    const batch = await listUnresolvedCardCharges(deps.db, everyTenant, before, batchSize, last);
    await Promise.all(batch.map(({ tenant, charge }) => tryFinish(deps, tenant, charge)));
    last = batch.length < batchSize ? undefined : batch.at(-1)?.charge;
  } while (last);
}

async function tryFinish(deps: Deps, tenant: Tenant, charge: Charge): Promise<void> {
  try {
    await finish(deps, tenant, charge);
  } catch (error) {
    // A fault in one keeps no other from being read.
    const level = isAppError(error) ? 'warn' : 'error';
    deps.log[level]({ err: error, chargeId: charge.id }, 'the outcome of a card charge is still unknown');
  }
}

async function finish(deps: Deps, tenant: Tenant, charge: Charge): Promise<void> {
  const card = findAdapter(await deps.findProviders(tenant), 'card', charge.provider);
  if (!card) return;
  const outcome = await card.readCardCharge(toAttempt(charge));
  if (!outcome && (await isCycleCharge(deps, tenant, charge))) return;
  await applyOutcome(deps, tenant, charge, outcome ?? (await card.cancelCardCharge(toAttempt(charge))) ?? neverSent);
}

async function isCycleCharge(deps: ReadDeps, tenant: Tenant, { checkoutId, subscriptionId }: Charge): Promise<boolean> {
  if (checkoutId === undefined || subscriptionId === undefined) return false;
  return (await findCheckout(deps.db, tenant, { id: checkoutId }))?.cycleOf !== undefined;
}

const neverSent: CardOutcome = {
  status: 'DECLINED',
  code: 'NOT_SENT',
  declineClass: 'REVERSIBLE',
  message: 'O pagamento não chegou ao emissor do cartão.',
};
