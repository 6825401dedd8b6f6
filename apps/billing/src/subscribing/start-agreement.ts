import { endOfSaoPauloDay, isAppError, providerNotConfigured, saoPauloDay, type Tenant } from '@pitanga/core';
import { transact, type Locked } from '@pitanga/database';
import type { AgreedCoupon, Agreement } from '../agreements/agreement';
import { agreementNotFound, alreadySubscribed, subscriberRequired } from '../agreements/agreement-errors';
import { hasActiveAgreement, insertAgreement, lockAgreement, saveAgreement } from '../agreements/agreement-repository';
import type { Authorization } from '../authorizations/authorization';
import type { SavedCard } from '../cards/card';
import { findCard } from '../cards/card-repository';
import type { Charge, ChargeFailure } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import type { ChargeUtms } from '../charges/charge-utms';
import type { Checkout } from '../checkouts/checkout';
import { startsFree } from '../checkouts/first-charge';
import type { Coupon } from '../coupons/coupon';
import { checkDiscountedTotal } from '../coupons/discount';
import { toPriceSteps } from '../coupons/price-steps';
import { freeRedemptions } from '../coupons/redemption-repository';
import type { Customer } from '../customers/customer';
import type { PaymentDeps, ReadDeps, Tools, TxDeps } from '../deps';
import { cardForCharge } from '../managing/card-service';
import type { StoreSetup } from '../managing/store-setup';
import { cardActionUrl } from '../messages/charge-wire';
import type { CardOutcome } from '../provider/card-provider';
import { findAdapter } from '../provider/providers';
import { activateFree } from '../charging/activate-agreement';
import { discountedTerms } from '../checking-out/apply-coupons';
import { storeCharge } from '../charging/create-charge';
import { newCardCharge, newPixCharge, newPixNames, type ChargeTerms } from '../charging/new-charge';
import { checkCollectable } from '../charging/collectable';
import { cardProviderFor, checkSubscriptionCard, providerOfCard, subscriptionPixFor } from '../charging/provider-for';
import { recordRedemptions } from '../checking-out/reserve-coupons';
import { finishCardCharge } from '../charging/send-card-charge';
import { beginAuthorization, registerAuthorization } from './start-authorization';

/** How a customer pays the subscription: by a card's token, or by automatic Pix. */
export type SubscriptionMeans = { readonly method: 'CARD'; readonly token: string } | { readonly method: 'PIX' };

/** Who begins a subscription, and how. */
export interface SubscriptionBegin {
  readonly customer: Customer;
  readonly coupons: readonly Coupon[];
  readonly means: SubscriptionMeans;
  /** Kept with the first charge alone. */
  readonly utms: ChargeUtms | undefined;
}

/** How long the first Pix code of a subscription can be paid. */
const pixOpenMs = 86_400_000;

/**
 * Inserts the STARTING agreement of a customer to a checkout, and the charge of the first payment. A trial collects
 * nothing, nor do coupons that pay everything.
 * FAILED_PRECONDITION when the customer has an active subscription from this checkout.
 */
export async function beginAgreement(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  checkout: Locked<Checkout>,
  { customer, coupons, means, utms }: SubscriptionBegin,
): Promise<Agreement> {
  if (await hasActiveAgreement(tx.db, tenant, checkout.id, customer.id)) throw alreadySubscribed();
  const now = tx.clock.now(tenant);
  const subscriptionId = tx.ids.next('subscription', now);
  const { amountCents, couponsUsed, discounts } = discountedTerms(checkout, coupons);
  const isFree = startsFree(checkout) || amountCents === 0;
  const card = means.method === 'CARD' ? await offeredCard(tx, tenant, setup, means.token, isFree) : undefined;
  // Also after a trial, whose end the payer does not attend to choose another method.
  for (const price of toPriceSteps(checkout.amountCents, coupons)) {
    checkDiscountedTotal(price.amountCents);
    if (price.amountCents > 0) checkCollectable(setup, means.method, price.amountCents, checkout.methods);
  }
  const terms: ChargeTerms = {
    amountCents,
    checkoutId: checkout.id,
    coupons: couponsUsed,
    customerId: customer.id,
    description: undefined,
    ensureSameTaxId: false,
    expiresAt: new Date(Math.min(now.getTime() + pixOpenMs, checkout.expiresAt?.getTime() ?? Infinity)),
    externalId: checkout.externalId,
    metadataJson: '{}',
    origin: 'SUBSCRIPTION',
    subscriptionId,
    visitor: undefined,
    splits: checkout.splits,
    utms,
  };
  const isAuthorized = means.method === 'PIX' && !tenant.devMode;
  const names = isAuthorized ? checkedNames(tx, tenant, customer, isFree) : undefined;
  const chargeId = names ? names.id : await storeFirstCharge(tx, tenant, setup, terms, card, customer, isFree);
  await recordRedemptions(
    tx,
    tenant,
    { checkoutId: checkout.id, chargeId: chargeId ?? subscriptionId, discounts },
    'RESERVED',
  );
  const agreement: Agreement = {
    subscriptionId,
    checkoutId: checkout.id,
    customerId: customer.id,
    method: means.method,
    cardId: card?.id,
    status: 'STARTING',
    chargeId,
    coupons: discounts.map(({ coupon }) => toAgreed(coupon)),
    createdAt: now,
    updatedAt: now,
  };
  await insertAgreement(tx.db, tenant, agreement);
  if (names)
    await beginAuthorization(tx, tenant, agreement, { txid: names.txid, utms, ...consent(checkout, terms, names) });
  return agreement;
}

function toAgreed({ id, code, discountKind, discount, duration, durationInCycles }: Coupon): AgreedCoupon {
  return { id, code, discountKind, discount, duration, durationInCycles };
}

/** The card of a token; refused where the store has no card account, or one that could not renew it. */
async function offeredCard(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  token: string,
  isFree: boolean,
): Promise<SavedCard> {
  cardProviderFor(setup, tenant);
  const card = await cardForCharge(tx, tenant, token);
  checkSubscriptionCard(providerOfCard(setup, tenant, card), isFree);
  return card;
}

/** Whether the payer must authorise, and until when. Without a payment there is nothing to pay without authorising. */
function consent(
  { isAuthorizationOptional }: Checkout,
  { expiresAt }: ChargeTerms,
  { id }: { readonly id: string | undefined },
): Pick<Authorization, 'isOptional' | 'expiresAt'> {
  if (!isAuthorizationOptional || id === undefined) return { isOptional: false, expiresAt };
  // Its code has a day, not an hour: the day in which the others end.
  return { isOptional: true, expiresAt: endOfSaoPauloDay(saoPauloDay(expiresAt)) };
}

/**
 * What the first payment of a production Pix subscription will be called at its bank, which is called after the commit;
 * without an id where nothing is paid. INVALID_ARGUMENT for a customer whom no bank could ask.
 */
function checkedNames(
  tools: Tools,
  tenant: Tenant,
  { name, taxId }: Customer,
  isFree: boolean,
): { readonly id: string | undefined; readonly txid: string } {
  if (!name || taxId === undefined) throw subscriberRequired();
  const { id, txid } = newPixNames(tools, tenant);
  return { id: isFree ? undefined : id, txid };
}

/** Undefined when nothing is paid at the start. */
async function storeFirstCharge(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  terms: ChargeTerms,
  card: Parameters<typeof firstCharge>[4],
  customer: Customer,
  isFree: boolean,
): Promise<string | undefined> {
  if (isFree) return undefined;
  return (await storeCharge(tx, tenant, await firstCharge(tx, tenant, setup, terms, card), customer)).id;
}

/** By Pix in dev mode alone, where it is simulated. */
async function firstCharge(
  deps: ReadDeps,
  tenant: Tenant,
  setup: StoreSetup,
  terms: ChargeTerms,
  card: Pick<SavedCard, 'id' | 'provider' | 'brand' | 'lastFour'> | undefined,
): Promise<Charge> {
  const { settings } = setup;
  if (!card) return newPixCharge(deps, tenant, [{ port: subscriptionPixFor(setup, tenant) }], settings, terms);
  const { name } = providerOfCard(setup, tenant, card);
  const { id: cardId, brand, lastFour } = card;
  return newCardCharge(deps, tenant, name, settings, terms, { cardId, brand, lastFour, installmentCount: 1 });
}

/** The agreement is ACTIVE, or STARTING until its Pix is paid, or REFUSED with a failure. */
export interface StartedAgreement {
  readonly agreement: Agreement;
  readonly failure: ChargeFailure | undefined;
  /** The buyer is to confirm the card or its payment at the provider; the agreement is STARTING until then. */
  readonly actionUrl?: string | undefined;
}

/**
 * Finishes the start of an agreement: charges the card or, for a start without a charge, verifies it. May be called again
 * after a crash. A Pix charge waits for its payer.
 */
export async function finishAgreement(
  deps: PaymentDeps,
  tenant: Tenant,
  subscriptionId: string,
): Promise<StartedAgreement> {
  const begun = await requireAgreement(deps, tenant, subscriptionId);
  if (begun.status !== 'STARTING') return { agreement: begun, failure: undefined };
  if (begun.method === 'PIX' && !tenant.devMode) {
    await registerAuthorization(deps, tenant, subscriptionId);
    return { agreement: begun, failure: undefined };
  }
  if (begun.chargeId === undefined) return startFree(deps, tenant, begun);
  const charge = await findCharge(deps.db, tenant, begun.chargeId);
  if (charge?.method !== 'CARD') return { agreement: begun, failure: undefined };
  const { failure, status, actionSince } = await finishCardCharge(deps, tenant, charge.id);
  if (status === 'PENDING' && actionSince) {
    return { agreement: begun, failure, actionUrl: cardActionUrl(deps.publicUrl, charge.id) };
  }
  if (failure) await transact(deps, (tx) => refuseAgreement(tx, tenant, subscriptionId));
  return { agreement: await requireAgreement(deps, tenant, subscriptionId), failure };
}

/** A trial, or coupons that pay everything: the card is only verified. */
async function startFree(deps: PaymentDeps, tenant: Tenant, begun: Agreement): Promise<StartedAgreement> {
  const outcome = begun.cardId === undefined ? undefined : await verifyCard(deps, tenant, begun, begun.cardId);
  if (outcome?.status === 'REQUIRES_ACTION') {
    return { agreement: begun, failure: undefined, actionUrl: outcome.actionUrl };
  }
  if (outcome?.status === 'DECLINED') {
    const { code, declineClass, message } = outcome;
    const failure = { code, declineClass, message };
    await transact(deps, (tx) => refuseAgreement(tx, tenant, begun.subscriptionId));
    return { agreement: { ...begun, status: 'REFUSED' }, failure };
  }
  try {
    return { agreement: await transact(deps, (tx) => activateFree(tx, tenant, begun)), failure: undefined };
  } catch (error) {
    // Since the start, the checkout was deleted or the same customer subscribed.
    if (isAppError(error) && error.kind === 'FAILED_PRECONDITION')
      await transact(deps, (tx) => refuseAgreement(tx, tenant, begun.subscriptionId));
    throw error;
  }
}

async function verifyCard(
  deps: PaymentDeps,
  tenant: Tenant,
  { subscriptionId }: Agreement,
  cardId: string,
): Promise<CardOutcome> {
  // Begun while the store offered it.
  const card = await findCard(deps.db, tenant, cardId);
  if (!card) throw new Error(`no card ${cardId}`);
  const provider = findAdapter(await deps.findProviders(tenant), 'card', card.provider);
  if (!provider) throw providerNotConfigured('CARD');
  const returnUrl = `${cardActionUrl(deps.publicUrl, subscriptionId)}?back=1`;
  return provider.verifyCard({ attemptId: subscriptionId, vaultReference: card.vaultReference, returnUrl });
}

/** STARTING → REFUSED. Releases the coupons that a start without a charge had reserved. */
export async function refuseAgreement(tx: TxDeps, tenant: Tenant, subscriptionId: string): Promise<void> {
  const agreement = await lockAgreement(tx.db, tenant, subscriptionId);
  if (agreement?.status !== 'STARTING') return;
  const updatedAt = tx.clock.now(tenant);
  await saveAgreement(tx.db, tenant, agreement, { ...agreement, status: 'REFUSED', updatedAt });
  await releaseCoupons(tx, tenant, agreement, updatedAt);
}

async function releaseCoupons(tx: TxDeps, tenant: Tenant, agreement: Agreement, at: Date): Promise<void> {
  if (agreement.chargeId !== undefined || agreement.coupons.length === 0) return;
  await freeRedemptions(tx.db, tenant, { checkoutId: agreement.checkoutId, chargeId: agreement.subscriptionId }, at);
}

async function requireAgreement(deps: PaymentDeps, tenant: Tenant, subscriptionId: string): Promise<Agreement> {
  const agreement: Agreement | undefined = await transact(deps, (tx) => lockAgreement(tx.db, tenant, subscriptionId));
  if (!agreement) throw agreementNotFound();
  return agreement;
}
