import { cents, invalidArgument, zeroCents, type Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { checkDueDate, checkLateTerms, checkoutExpiry } from '../charges/due-date';
import {
  checkInstallments,
  isSameCheckout,
  checkoutTotal,
  type AcceptedCoupon,
  type Checkout,
} from '../checkouts/checkout';
import { checkoutExternalIdTaken } from '../checkouts/checkout-errors';
import { insertCheckout, lockCheckoutByExternalId } from '../checkouts/checkout-repository';
import { checkoutStatusAt } from '../checkouts/checkout-status';
import { checkFirstCharge, startsFree, storedTrialDays, subscribableUntil } from '../checkouts/first-charge';
import { checkSubscription } from '../checkouts/subscription-terms';
import { foldCode } from '../coupons/coupon';
import { couponNotFound } from '../coupons/coupon-errors';
import { findCouponsByCode } from '../coupons/coupon-repository';
import type { Customer } from '../customers/customer';
import type { ReadDeps, Tools, TxDeps } from '../deps';
import { requireCustomer } from '../managing/customer-service';
import type { StoreSetup } from '../managing/store-setup';
import { findOrFillCustomer } from '../managing/update-customer';
import type { PaymentMethod } from '../money/fees';
import type { Wallet } from '../money/wallets';
import { checkoutCreated } from '../messages/checkout-events';
import { checkCardAmounts } from './card-prices';
import type { CheckoutInput, CheckoutWithCustomer } from './checkout-input';
import { checkCheckoutSplits } from './checkout-splits';
import { resolveItems } from './checkout-items';
import { expireCheckout } from '../charging/expire-checkout';
import { checkCheckoutMinimum } from '../charging/collectable';
import { checkOfferedBoleto, collectingMethods, methodsFor, withinLimits } from './offered-methods';
import { cardProviderFor, checkProviderInstallments, checkSubscriptionCard } from '../charging/provider-for';
import { findRepeated } from './repeated-checkout';
import { findUpsellProductId } from './upsell-product';

/**
 * Creates a checkout, payment link or subscription checkout. A repeat of an external id returns the live record; with
 * another price, items or customer it is ALREADY_EXISTS (docs/behaviour/http.md#external-id).
 */
export async function createCheckout(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  input: CheckoutInput,
): Promise<CheckoutWithCustomer> {
  if (input.customer !== undefined && input.customerId !== undefined) {
    throw invalidArgument("Properties 'customer' and 'customerId' cannot be used together");
  }
  const { settings, providers } = setup;
  const isSubscription = input.frequency === 'SUBSCRIPTION';

  const repeated = await findRepeated(tx, tenant, setup, input);
  if (repeated) return repeated;
  const now = tx.clock.now(tenant);
  if (isSubscription) checkFirstCharge(input.dueDate, now);
  else checkDueDate(input.dueDate, input.methods, now);
  checkLateTerms(input);
  const retryPolicy = isSubscription ? checkSubscription(settings, tenant, input) : undefined;
  const requested = methodsFor(setup, tenant, input);
  checkOfferedBoleto(providers, now, input, requested);
  const customer = await resolveCustomer(tx, tenant, input);
  const items = await resolveItems(tx, tenant, input.items, isSubscription);
  const acceptedCoupons = await findAccepted(tx, tenant, input.coupons);
  const amountCents = checkoutTotal(items);
  if (!isSubscription) checkCheckoutMinimum(settings, amountCents);
  const possible = withinLimits(providers, input, requested, amountCents);
  // A wallet collects what a card does.
  const byCard = withCard(possible, input.wallets);
  const collecting = collectingMethods(setup, tenant, input, byCard, amountCents);
  const methods = collecting.filter((method) => possible.includes(method));
  const wallets = collecting.includes('CARD') ? [...new Set(input.wallets)] : [];
  checkInstallments(isSubscription ? 1 : input.maxInstallments, amountCents);
  if (!isSubscription) checkCardAmounts(settings.fees, input, amountCents, input.maxInstallments);
  checkCheckoutSplits(settings.fees, { ...input, methods: collecting, amountCents });
  if (methods.includes('CARD')) {
    const card = cardProviderFor(setup, tenant);
    if (isSubscription) checkSubscriptionCard(card, startsFree({ ...input, trialDays: items[0]?.trialDays }));
    else checkProviderInstallments(card, input.maxInstallments, 'maxInstallments');
  }
  const coupons = acceptedCoupons.map(({ code }) => code);
  const upsellProductId = await findUpsellProductId(tx, tenant, input);
  const terms = {
    items,
    amountCents,
    methods,
    wallets,
    coupons,
    acceptedCoupons,
    customerId: customer?.id,
    retryPolicy,
    upsellProductId,
  };
  const checkout = newCheckout(tx, tenant, input, terms);
  return { checkout: await insertOrRepeat(tx, tenant, checkout), customer };
}

function withCard(methods: readonly PaymentMethod[], wallets: readonly Wallet[]): readonly PaymentMethod[] {
  return wallets.length === 0 || methods.includes('CARD') ? methods : [...methods, 'CARD'];
}

async function resolveCustomer(tx: TxDeps, tenant: Tenant, input: CheckoutInput): Promise<Customer | undefined> {
  if (input.customerId !== undefined) return requireCustomer(tx, tenant, { id: input.customerId });
  return input.customer && findOrFillCustomer(tx, tenant, input.customer);
}

/** The coupons with these codes, each once; NOT_FOUND for an unknown one. */
export async function findAccepted(
  deps: ReadDeps,
  tenant: Tenant,
  codes: readonly string[],
): Promise<readonly AcceptedCoupon[]> {
  const folded = [...new Set(codes.map(foldCode))];
  if (folded.length === 0) return [];
  if (folded.length > couponsMax)
    throw invalidArgument(`Property 'coupons' should have at most ${String(couponsMax)} elements`);
  const found = await findCouponsByCode(deps.db, tenant, folded);
  const accepted = new Map(found.map(({ code, id }) => [foldCode(code), { code, id }]));
  return folded.map((code) => {
    const coupon = accepted.get(code);
    if (!coupon) throw couponNotFound();
    return coupon;
  });
}

const couponsMax = 50;

/** What is found or worked out before a checkout is made. */
type CheckoutTerms = Pick<
  Checkout,
  | 'items'
  | 'amountCents'
  | 'methods'
  | 'wallets'
  | 'coupons'
  | 'acceptedCoupons'
  | 'customerId'
  | 'retryPolicy'
  | 'upsellProductId'
>;

function newCheckout(deps: Tools, tenant: Tenant, input: CheckoutInput, terms: CheckoutTerms): Checkout {
  const now = deps.clock.now(tenant);
  const isLink = input.frequency === 'MULTIPLE_PAYMENTS';
  const isSubscription = input.frequency === 'SUBSCRIPTION';
  return {
    ...terms,
    id: deps.ids.next('checkout', now),
    devMode: tenant.devMode,
    externalId: input.externalId,
    isExternalIdLabel: input.isExternalIdLabel,
    frequency: input.frequency,
    status: isLink ? 'ACTIVE' : 'PENDING',
    paidAmountCents: undefined,
    refundedCents: zeroCents,
    platformFeeCents: cents(0),
    requestedCustomerId: terms.customerId,
    returnUrl: input.returnUrl,
    completionUrl: input.completionUrl,
    dueDate: input.dueDate,
    allowCoupons: input.allowCoupons,
    couponsUsed: [],
    discountCents: cents(0),
    interestBasisPoints: input.interestBasisPoints,
    fine: input.fine,
    // Each cycle of a subscription is paid at once.
    maxInstallments: isSubscription ? 1 : input.maxInstallments,
    passesFees: !isSubscription && input.passesFees,
    splits: input.splits,
    installmentsCount: undefined,
    skipCustomer: input.skipCustomer,
    skipReview: input.skipReview,
    metadataJson: input.metadataJson,
    expiresAt: isSubscription
      ? subscribableUntil(input.dueDate)
      : isLink
        ? undefined
        : checkoutExpiry(input.dueDate, now),
    trialDays: isSubscription ? storedTrialDays({ ...input, trialDays: terms.items[0]?.trialDays }, now) : undefined,
    isAuthorizationOptional: isSubscription && terms.methods.includes('PIX') && input.isAuthorizationOptional,
    cycleOf: undefined,
    paidChargeId: undefined,
    createdAt: now,
    updatedAt: now,
  };
}

/** Other requests may free an external id, by expiry or deletion, while this one inserts it. */
const attemptsMax = 3;

async function insertOrRepeat(tx: TxDeps, tenant: Tenant, checkout: Checkout): Promise<Checkout> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    if (await insertCheckout(tx.db, tenant, checkout)) {
      await appendEvents(tx.db, [checkoutCreated(tx, tenant, checkout)], tx.clock.real());
      return checkout;
    }
    const existing = await lockCheckoutByExternalId(tx.db, tenant, checkout.externalId ?? '');
    if (!existing) continue;
    if (checkoutStatusAt(existing, checkout.createdAt) !== 'EXPIRED') {
      if (!isSameCheckout(existing, checkout)) throw checkoutExternalIdTaken();
      return existing;
    }
    // Overdue, but not yet expired by the job: an expired record does not keep the external id.
    await expireCheckout(tx, tenant, existing, checkout.createdAt);
  }
  throw checkoutExternalIdTaken();
}
