import { zeroCents, type Cents, type Tenant } from '@pitanga/core';
import { checkCardAmount, type ChargeFailure } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import { simulatedPayer, type SimulatedPayer } from '../charges/made-up-payer';
import type { Checkout } from '../checkouts/checkout';
import { methodNotOffered } from '../checkouts/checkout-errors';
import type { Coupon } from '../coupons/coupon';
import type { Customer } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps, TxDeps } from '../deps';
import { createCardToken } from '../managing/card-service';
import { findOrCreateCustomer } from '../managing/customer-service';
import type { PaymentMethod } from '../money/fees';
import { approvedTestCard, testCvv } from '../provider/simulated-card-provider';
import { discountedTerms } from './apply-coupons';
import { payBySimulation } from './charge-service';
import { beginAgreement, finishAgreement, type SubscriptionMeans } from './start-agreement';

export interface SimulatedSubscriber {
  readonly method: PaymentMethod;
  readonly payer: SimulatedPayer | undefined;
  readonly coupons: readonly Coupon[];
  /** Absent: the approved test card. */
  readonly cardNumber: string | undefined;
  /** By Pix: an amount paid instead of the due one, which is returned and starts nothing. By card: the due amount. */
  readonly amountCents: Cents | undefined;
}

/** The subscription, or why the card was declined. */
export interface SimulatedSubscription {
  readonly subscriptionId: string | undefined;
  readonly failure: ChargeFailure | undefined;
}

/**
 * Dev mode: a customer subscribes to a locked subscription checkout. A new customer each time, unless the request names a
 * payer or the checkout has its customer.
 */
export async function subscribeBySimulation(
  deps: TxDeps,
  tenant: Tenant,
  checkout: Checkout,
  subscriber: SimulatedSubscriber,
): Promise<SimulatedSubscription> {
  const due = checkout.trialDays === undefined ? discountedTerms(checkout, subscriber.coupons).amountCents : zeroCents;
  checkCardAmount(subscriber.method, subscriber.amountCents, due);
  const { customer, taxId, name } = await findOrCreateSubscriber(deps, tenant, checkout, subscriber.payer);
  const means = await simulatedMeans(deps, tenant, subscriber, name);
  const { subscriptionId } = await beginAgreement(deps, tenant, checkout, customer, subscriber.coupons, means);
  const { agreement, failure } = await finishAgreement(deps, tenant, subscriptionId);
  if (failure) return { subscriptionId: undefined, failure };
  const begun = { subscriptionId, failure: undefined };
  if (agreement.status !== 'STARTING' || agreement.chargeId === undefined) return begun;
  const charge = await findCharge(deps.db, tenant, agreement.chargeId);
  if (!charge) throw new Error(`agreement ${subscriptionId} has no charge`);
  const { amountCents } = subscriber;
  const payment = { payer: { name, taxId }, amountCents, late: false, metadataJson: undefined };
  const { status } = await payBySimulation(deps, tenant, charge, payment);
  return status === 'PAID' ? begun : { subscriptionId: undefined, failure: undefined };
}

async function findOrCreateSubscriber(
  deps: Deps,
  tenant: Tenant,
  { requestedCustomerId }: Checkout,
  named: SimulatedPayer | undefined,
): Promise<{ readonly customer: Customer; readonly name: string; readonly taxId: string }> {
  const known = await findCustomerById(deps.db, tenant, deps.sealer, requestedCustomerId);
  const payer = simulatedPayer(named, known, deps.ids.token(10));
  const customer = known ?? (await findOrCreateCustomer(deps, tenant, { ...payer, metadataJson: '{}' }));
  return { customer, ...payer };
}

async function simulatedMeans(
  deps: Deps,
  tenant: Tenant,
  { method, cardNumber }: SimulatedSubscriber,
  holderName: string,
): Promise<SubscriptionMeans> {
  if (method === 'PIX') return { method };
  if (method === 'BOLETO') throw methodNotOffered(method);
  const expYear = deps.clock.real().getUTCFullYear() + 5;
  const number = cardNumber ?? approvedTestCard;
  const card = { number, expMonth: 12, expYear, cvv: testCvv(number), holderName };
  return { method, token: (await createCardToken(deps, tenant, card)).id };
}
