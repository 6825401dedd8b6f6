import { endOfSaoPauloDay, isAppError, providerNotConfigured, saoPauloDay, type Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import type { AgreedCoupon, Agreement } from '../agreements/agreement';
import { agreementNotFound, alreadySubscribed, subscriberRequired } from '../agreements/agreement-errors';
import { hasActiveAgreement, insertAgreement, lockAgreement, saveAgreement } from '../agreements/agreement-repository';
import type { Authorization } from '../authorizations/authorization';
import { findCard } from '../cards/card-repository';
import type { Charge, ChargeFailure } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import type { Checkout } from '../checkouts/checkout';
import type { Coupon } from '../coupons/coupon';
import { freeRedemptions } from '../coupons/redemption-repository';
import type { Customer } from '../customers/customer';
import type { Deps, TxDeps } from '../deps';
import { cardForCharge } from '../managing/card-service';
import { cardActionUrl } from '../messages/charge-wire';
import { feeWithinAmount } from '../money/fees';
import type { CardOutcome } from '../provider/card-provider';
import { activateFree } from './activate-agreement';
import { discountedTerms } from './apply-coupons';
import { storeCharge } from './create-charge';
import { newCardCharge, newPixCharge, newPixNames, type ChargeTerms } from './new-charge';
import { cardProviderFor, pixProviderFor } from './provider-for';
import { recordRedemptions } from './reserve-coupons';
import { finishCardCharge } from './send-card-charge';
import { beginAuthorization, registerAuthorization } from './start-authorization';

/** How a customer pays the subscription: by a card's token, or by automatic Pix. */
export type SubscriptionMeans = { readonly method: 'CARD'; readonly token: string } | { readonly method: 'PIX' };

/** How long the first Pix code of a subscription can be paid. */
const pixOpenMs = 86_400_000;

/**
 * Inserts the STARTING agreement of a customer to a locked checkout, and the charge of the first payment. A trial collects
 * nothing, nor do coupons that pay everything.
 * FAILED_PRECONDITION when the customer has an active subscription from this checkout.
 */
export async function beginAgreement(
  deps: TxDeps,
  tenant: Tenant,
  checkout: Checkout,
  customer: Customer,
  coupons: readonly Coupon[],
  means: SubscriptionMeans,
): Promise<Agreement> {
  if (await hasActiveAgreement(deps.db, tenant, checkout.id, customer.id)) throw alreadySubscribed();
  const now = deps.clock.now(tenant);
  const subscriptionId = deps.ids.next('subscription', now);
  if (means.method === 'CARD') await cardProviderFor(deps, tenant);
  const card = means.method === 'CARD' ? await cardForCharge(deps, tenant, means.token) : undefined;
  const { amountCents, couponsUsed, discounts } = discountedTerms(checkout, coupons);
  const isFree = checkout.trialDays !== undefined || amountCents === 0;
  const terms: ChargeTerms = {
    amountCents,
    checkoutId: checkout.id,
    coupons: couponsUsed,
    customerId: customer.id,
    description: undefined,
    ensureSameTaxId: false,
    expiresAt: new Date(now.getTime() + pixOpenMs),
    externalId: checkout.externalId,
    metadataJson: '{}',
    origin: 'SUBSCRIPTION',
    subscriptionId,
    visitor: undefined,
  };
  const isAuthorized = means.method === 'PIX' && !tenant.devMode;
  const names = isAuthorized ? await checkedNames(deps, tenant, customer, terms, isFree) : undefined;
  const chargeId = names ? names.id : await storeFirstCharge(deps, tenant, terms, card, customer, isFree);
  await recordRedemptions(
    deps,
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
    coupons: discounts.map(({ coupon: { code, discountKind, discount } }): AgreedCoupon => ({
      code,
      discountKind,
      discount,
    })),
    createdAt: now,
    updatedAt: now,
  };
  await insertAgreement(deps.db, tenant, agreement);
  if (names)
    await beginAuthorization(deps, tenant, agreement, { txid: names.txid, ...consent(checkout, terms, names) });
  return agreement;
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
async function checkedNames(
  deps: Deps,
  tenant: Tenant,
  { name, taxId }: Customer,
  { amountCents }: ChargeTerms,
  isFree: boolean,
): Promise<{ readonly id: string | undefined; readonly txid: string }> {
  if (!name || taxId === undefined) throw subscriberRequired();
  const { id, txid } = newPixNames(deps, tenant);
  if (isFree) return { id: undefined, txid };
  feeWithinAmount((await deps.settings.of(deps.db, tenant)).fees, 'PIX', amountCents);
  return { id, txid };
}

/** Undefined when nothing is paid at the start. */
async function storeFirstCharge(
  deps: TxDeps,
  tenant: Tenant,
  terms: ChargeTerms,
  card: Parameters<typeof firstCharge>[3],
  customer: Customer,
  isFree: boolean,
): Promise<string | undefined> {
  if (isFree) return undefined;
  return (await storeCharge(deps, tenant, await firstCharge(deps, tenant, terms, card), customer)).id;
}

async function firstCharge(
  deps: Deps,
  tenant: Tenant,
  terms: ChargeTerms,
  card: { readonly id: string; readonly brand: string; readonly lastFour: string } | undefined,
): Promise<Charge> {
  const settings = await deps.settings.of(deps.db, tenant);
  if (!card) return newPixCharge(deps, tenant, await pixProviderFor(deps, tenant, false, undefined), settings, terms);
  const { name } = await cardProviderFor(deps, tenant);
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
export async function finishAgreement(deps: Deps, tenant: Tenant, subscriptionId: string): Promise<StartedAgreement> {
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
  if (failure) await refuseAgreement(deps, tenant, subscriptionId);
  return { agreement: await requireAgreement(deps, tenant, subscriptionId), failure };
}

/** A trial, or coupons that pay everything: the card is only verified. */
async function startFree(deps: Deps, tenant: Tenant, begun: Agreement): Promise<StartedAgreement> {
  const outcome = begun.cardId === undefined ? undefined : await verifyCard(deps, tenant, begun, begun.cardId);
  if (outcome?.status === 'REQUIRES_ACTION') {
    return { agreement: begun, failure: undefined, actionUrl: outcome.actionUrl };
  }
  if (outcome?.status === 'DECLINED') {
    const { code, declineClass, message } = outcome;
    const failure = { code, declineClass, message };
    await refuseAgreement(deps, tenant, begun.subscriptionId);
    return { agreement: { ...begun, status: 'REFUSED' }, failure };
  }
  try {
    return { agreement: await activateFree(deps, tenant, begun), failure: undefined };
  } catch (error) {
    // Since the start, the checkout was deleted or the same customer subscribed.
    if (isAppError(error) && error.kind === 'FAILED_PRECONDITION')
      await refuseAgreement(deps, tenant, begun.subscriptionId);
    throw error;
  }
}

async function verifyCard(
  deps: Deps,
  tenant: Tenant,
  { subscriptionId }: Agreement,
  cardId: string,
): Promise<CardOutcome> {
  // Begun while the store offered it.
  const { card: provider } = await deps.providersOf(tenant);
  if (!provider) throw providerNotConfigured('CARD');
  const card = await findCard(deps.db, tenant, cardId);
  if (!card) throw new Error(`no card ${cardId}`);
  const returnUrl = `${cardActionUrl(deps.publicUrl, subscriptionId)}?back=1`;
  return provider.verifyCard({ attemptId: subscriptionId, vaultReference: card.vaultReference, returnUrl });
}

/** STARTING → REFUSED. Releases the coupons that a start without a charge had reserved. */
export async function refuseAgreement(deps: Deps, tenant: Tenant, subscriptionId: string): Promise<void> {
  await inTransaction(deps.db, async (db) => {
    const agreement = await lockAgreement(db, tenant, subscriptionId);
    if (agreement?.status !== 'STARTING') return;
    const updatedAt = deps.clock.now(tenant);
    await saveAgreement(db, tenant, agreement, { ...agreement, status: 'REFUSED', updatedAt });
    await releaseCoupons({ ...deps, db }, tenant, agreement, updatedAt);
  });
}

async function releaseCoupons(deps: TxDeps, tenant: Tenant, agreement: Agreement, at: Date): Promise<void> {
  if (agreement.chargeId !== undefined || agreement.coupons.length === 0) return;
  await freeRedemptions(deps.db, tenant, { checkoutId: agreement.checkoutId, chargeId: agreement.subscriptionId }, at);
}

async function requireAgreement(deps: Deps, tenant: Tenant, subscriptionId: string): Promise<Agreement> {
  const agreement = await inTransaction(deps.db, (db) => lockAgreement(db, tenant, subscriptionId));
  if (!agreement) throw agreementNotFound();
  return agreement;
}
