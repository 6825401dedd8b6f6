import type { Tenant } from '@pitanga/core';
import { alreadySubscribed, subscriberRequired } from '../agreements/agreement-errors';
import { findAgreement, hasActiveAgreement } from '../agreements/agreement-repository';
import type { Authorization } from '../authorizations/authorization';
import { findAuthorization, findOpenAuthorization } from '../authorizations/authorization-repository';
import { statusAt, type Charge, type ChargeFailure } from '../charges/charge';
import { chargeNotPayable } from '../charges/charge-errors';
import type { ChargeUtms } from '../charges/charge-utms';
import { findCharge, findOpenSubscription } from '../charges/charge-queries';
import { checkPayable, type Checkout } from '../checkouts/checkout';
import { cardInProgress, checkoutNotFound } from '../checkouts/checkout-errors';
import { lockCheckout } from '../checkouts/checkout-repository';
import type { Customer } from '../customers/customer';
import { customerNotFound } from '../customers/customer-errors';
import { findCustomer, findCustomerById } from '../customers/customer-queries';
import type { Deps, ReadDeps, TxDeps } from '../deps';
import { findOrCreateCustomer } from '../managing/customer-service';
import type { StoreSetup } from '../managing/store-setup';
import { checkAutomaticPix } from '../charging/provider-for';
import { findSubscribable, isSameCoupons } from '../checking-out/payment-terms';
import { reserveCoupons } from '../checking-out/reserve-coupons';
import { beginAgreement, finishAgreement, type SubscriptionMeans } from './start-agreement';

/** The subscriber as typed on the page, with the full tax id. */
export interface Subscriber {
  readonly name: string;
  readonly taxId: string;
  readonly email: string | undefined;
  readonly cellphone: string | undefined;
}

export interface SubscriptionForm {
  readonly checkoutId: string;
  /** Ignored where the checkout has its own customer. */
  readonly subscriber: Subscriber | undefined;
  readonly coupons: readonly string[];
  readonly means: SubscriptionMeans;
  /** Where the subscriber came from, by the address of the page. */
  readonly utms?: ChargeUtms | undefined;
}

/** INVALID_ARGUMENT without a customer: subscriptions ignore skip_customer. */
export function checkSubscriber(
  { requestedCustomerId }: Pick<Checkout, 'requestedCustomerId'>,
  subscriber: Subscriber | undefined,
): void {
  if (requestedCustomerId !== undefined || subscriber) return;
  throw subscriberRequired();
}

/**
 * Inserts a subscription's start and returns its id, or the id of the payer's open Pix code. FAILED_PRECONDITION when the
 * payer has subscribed or their card has no outcome yet.
 */
export async function beginSubscription(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  form: SubscriptionForm,
): Promise<string> {
  const { checkoutId, subscriber, means, utms } = form;
  const seen = await findSubscribable(tx, tenant, checkoutId, means.method);
  if (means.method === 'PIX') checkAutomaticPix(setup, tenant);
  checkSubscriber(seen, subscriber);
  // Before the coupons, whose last use may be this payer's own.
  const open = await findOpenPix(tx, tenant, seen, form);
  if (open !== undefined) return open;
  const coupons = await reserveCoupons(tx, tenant, seen, form.coupons);
  const checkout = await lockCheckout(tx.db, tenant, checkoutId);
  if (!checkout) throw checkoutNotFound();
  checkPayable(checkout, tx.clock.now(tenant));
  const customer = await findOrCreateSubscriber(tx, tenant, checkout, subscriber);
  if (means.method === 'CARD') await checkNoOpenCard(tx, tenant, checkoutId, customer.id);
  const start = { customer, coupons, means, utms };
  return (await beginAgreement(tx, tenant, setup, checkout, start)).subscriptionId;
}

/** The subscription whose Pix code this payer has seen and can still pay. */
async function findOpenPix(
  deps: ReadDeps,
  tenant: Tenant,
  { id: checkoutId, requestedCustomerId }: Checkout,
  { subscriber, coupons, means: { method } }: SubscriptionForm,
): Promise<string | undefined> {
  const known = subscriber && (await findCustomer(deps.db, tenant, deps.sealer, { taxId: subscriber.taxId }));
  const customerId = requestedCustomerId ?? known?.id;
  if (customerId === undefined) return undefined;
  if (await hasActiveAgreement(deps.db, tenant, checkoutId, customerId)) throw alreadySubscribed();
  if (method !== 'PIX') return undefined;
  if (!tenant.devMode) return findOpenStart(deps, tenant, { checkoutId, customerId }, coupons);
  const charge = await findOpenSubscription(deps.db, tenant, { checkoutId, customerId, method });
  if (!charge || statusAt(charge, deps.clock.now(tenant)) !== 'PENDING') return undefined;
  return isSameCoupons(charge.coupons, coupons) ? charge.subscriptionId : undefined;
}

/** The same in production, where a code may authorise without a payment. */
async function findOpenStart(
  deps: ReadDeps,
  tenant: Tenant,
  start: { readonly checkoutId: string; readonly customerId: string },
  coupons: readonly string[],
): Promise<string | undefined> {
  const open = await findOpenAuthorization(deps.db, tenant, { ...start, now: deps.clock.now(tenant) });
  const agreement = open && (await findAgreement(deps.db, tenant, open.subscriptionId));
  const agreed = agreement?.coupons.map(({ code }) => code) ?? [];
  return isSameCoupons(agreed, coupons) ? open?.subscriptionId : undefined;
}

async function findOrCreateSubscriber(
  tx: TxDeps,
  tenant: Tenant,
  { requestedCustomerId: id }: Checkout,
  subscriber: Subscriber | undefined,
): Promise<Customer> {
  if (id === undefined) return findOrCreateCustomer(tx, tenant, { ...subscriber, metadataJson: '{}' });
  const customer = await findCustomerById(tx.db, tenant, tx.sealer, id);
  if (!customer) throw customerNotFound();
  return customer;
}

/** Two forms sent at once could both be approved. */
async function checkNoOpenCard(deps: ReadDeps, tenant: Tenant, checkoutId: string, customerId: string): Promise<void> {
  const open = await findOpenSubscription(deps.db, tenant, { checkoutId, customerId, method: 'CARD' });
  if (open && statusAt(open, deps.clock.now(tenant)) === 'PENDING') throw cardInProgress();
}

/** The outcome of a form. */
export interface SubscriptionOutcome {
  readonly subscriptionId: string;
  /** False while its Pix is unpaid, and when the card was declined. */
  readonly hasBegun: boolean;
  /** Absent for a trial and where coupons paid everything. */
  readonly charge: Charge | undefined;
  /** What the payer is to authorise, where nothing is paid at the start. */
  readonly authorization?: Authorization | undefined;
  readonly failure: ChargeFailure | undefined;
  /** The buyer is to confirm the card or its payment at the provider. */
  readonly actionUrl?: string | undefined;
}

/**
 * Finishes a start of {@link beginSubscription}; may be called again after a crash. FAILED_PRECONDITION when since then
 * the payer subscribed in another way or the checkout was deleted: a payment is then returned.
 */
export async function finishSubscription(
  deps: Deps,
  tenant: Tenant,
  subscriptionId: string,
): Promise<SubscriptionOutcome> {
  const { agreement, failure, actionUrl } = await finishAgreement(deps, tenant, subscriptionId);
  const { chargeId, status, method } = agreement;
  const charge = chargeId === undefined ? undefined : await findCharge(deps.db, tenant, chargeId);
  if (actionUrl !== undefined) return { subscriptionId, hasBegun: false, charge, failure: undefined, actionUrl };
  if (status === 'STARTING' && method === 'CARD') {
    throw charge && charge.status !== 'PENDING' ? chargeNotPayable(charge.status) : alreadySubscribed();
  }
  const hasBegun = status === 'ACTIVE' || status === 'ENDED';
  const isAwaited = method === 'PIX' && chargeId === undefined && !hasBegun;
  const authorization = isAwaited ? await findAuthorization(deps.db, tenant, subscriptionId) : undefined;
  return { subscriptionId, hasBegun, charge, authorization, failure: failure ?? charge?.failure };
}
