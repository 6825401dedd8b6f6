import { zeroCents, type Cents, type Tenant } from '@pitanga/core';
import { checkCardAmount, type ChargeFailure } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import type { ChargeUtms } from '../charges/charge-utms';
import { simulatedPayer, type SimulatedPayer } from '../charges/made-up-payer';
import type { Locked } from '@pitanga/database';
import type { Checkout } from '../checkouts/checkout';
import { methodNotOffered } from '../checkouts/checkout-errors';
import { startsFree } from '../checkouts/first-charge';
import type { Coupon } from '../coupons/coupon';
import type { Customer } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { TxDeps } from '../deps';
import type { StoreSetup } from '../managing/store-setup';
import { simulated } from './simulated';
import { createCardToken } from '../managing/card-service';
import { findOrCreateCustomer } from '../managing/customer-service';
import type { PaymentMethod } from '../money/fees';
import { testCardInput } from '../provider/simulated-card-provider';
import { discountedTerms } from '../checking-out/apply-coupons';
import { payBySimulation } from './simulate-charge';
import { beginAgreement, finishAgreement, type SubscriptionMeans } from '../subscribing/start-agreement';

export interface SimulatedSubscriber {
  readonly method: PaymentMethod;
  readonly payer: SimulatedPayer | undefined;
  readonly coupons: readonly Coupon[];
  /** Absent: the approved test card. */
  readonly cardNumber: string | undefined;
  /** By Pix: an amount paid instead of the due one, which is returned and starts nothing. By card: the due amount. */
  readonly amountCents: Cents | undefined;
  readonly utms: ChargeUtms | undefined;
}

/** The subscription, or why the card was declined. */
export interface SimulatedSubscription {
  readonly subscriptionId: string | undefined;
  readonly failure: ChargeFailure | undefined;
}

/**
 * Dev mode: a customer subscribes to a subscription checkout. A new customer each time, unless the request names a
 * payer or the checkout has its customer.
 */
export async function subscribeBySimulation(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  checkout: Locked<Checkout>,
  subscriber: SimulatedSubscriber,
): Promise<SimulatedSubscription> {
  const due = startsFree(checkout) ? zeroCents : discountedTerms(checkout, subscriber.coupons).amountCents;
  checkCardAmount(subscriber.method, subscriber.amountCents, due);
  const { customer, taxId, name } = await findOrCreateSubscriber(tx, tenant, checkout, subscriber.payer);
  const means = await simulatedMeans(tx, tenant, setup, subscriber, name);
  const { coupons, utms } = subscriber;
  const start = { customer, coupons, means, utms };
  const { subscriptionId } = await beginAgreement(tx, tenant, setup, checkout, start);
  const { agreement, failure } = await finishAgreement(simulated(tx, setup), tenant, subscriptionId);
  if (failure) return { subscriptionId: undefined, failure };
  const begun = { subscriptionId, failure: undefined };
  if (agreement.status !== 'STARTING' || agreement.chargeId === undefined) return begun;
  const charge = await findCharge(tx.db, tenant, agreement.chargeId);
  if (!charge) throw new Error(`agreement ${subscriptionId} has no charge`);
  const { amountCents } = subscriber;
  const payment = { payer: { name, taxId }, amountCents, late: false, metadataJson: undefined };
  const { status } = await payBySimulation(tx, tenant, charge, payment);
  return status === 'PAID' ? begun : { subscriptionId: undefined, failure: undefined };
}

async function findOrCreateSubscriber(
  tx: TxDeps,
  tenant: Tenant,
  { requestedCustomerId }: Checkout,
  named: SimulatedPayer | undefined,
): Promise<{ readonly customer: Customer; readonly name: string; readonly taxId: string }> {
  const known = await findCustomerById(tx.db, tenant, tx.sealer, requestedCustomerId);
  const payer = simulatedPayer(named, known, tx.ids.token(10));
  const customer = known ?? (await findOrCreateCustomer(tx, tenant, { ...payer, metadataJson: '{}' }));
  return { customer, ...payer };
}

async function simulatedMeans(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  { method, cardNumber }: SimulatedSubscriber,
  holderName: string,
): Promise<SubscriptionMeans> {
  if (method === 'PIX') return { method };
  if (method === 'BOLETO') throw methodNotOffered(method);
  const card = testCardInput(tx.clock.real(), holderName, cardNumber);
  return { method, token: (await createCardToken(simulated(tx, setup), tenant, card)).id };
}
