import type { Cents, Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { statusAt, type Charge } from '../charges/charge';
import { findSetup, type StoreSetup } from '../managing/store-setup';
import { cancelledCharge } from '../charges/charge-life';
import { findOpenCard, findOpenPix } from '../charges/charge-queries';
import { saveChargeStatus } from '../charges/charge-repository';
import type { Checkout } from '../checkouts/checkout';
import {
  cardInProgress,
  checkoutNotFound,
  linkDiscountNeedsPayment,
  methodNotOffered,
  notALink,
  nothingToPay,
  payerRequired,
  paymentChanged,
  walletNeedsPayer,
} from '../checkouts/checkout-errors';
import { findCheckout } from '../checkouts/checkout-queries';
import { lockCharge, type ChargeKey } from '../checkouts/locked-charge-repository';
import { toPriceSteps, type PriceStep } from '../coupons/price-steps';
import type { Deps, ReadDeps, SetupDeps, TxDeps } from '../deps';
import { discountedTerms, withDiscounts } from './apply-coupons';
import { cardPrices, type CardPrice } from './card-prices';
import { publishClosed } from '../closing/publish-closed';
import type { Wallet } from '../money/wallets';
import type { BoletoPayer } from '../provider/boleto-provider';
import type { CardOrderPayer } from '../provider/card-provider';
import { openCardCharge, registerPix, skippingCustomer, storeOfPayer, type PagePix } from './open-payment';
import { completeFreeOrder } from './complete-free-order';
import {
  checkOwnPage,
  findPayable,
  findPriced,
  isLink,
  isSameCoupons,
  isSubscription,
  lockWithCoupons,
  untilUnchanged,
} from './payment-terms';
import { previewCoupons, recordRedemptions } from './reserve-coupons';
import { finishCardCharge } from '../charging/send-card-charge';

/** Previews a payment of a link, or the charges of a subscription, with a payer's coupons; reserves nothing. */
export async function quoteLink(
  deps: ReadDeps & SetupDeps,
  tenant: Tenant,
  checkoutId: string,
  codes: readonly string[],
): Promise<LinkQuote> {
  const link = await findPriced(deps, tenant, checkoutId);
  const coupons = await previewCoupons(deps, tenant, link, codes);
  const { discounts } = discountedTerms(link, coupons);
  const prices = isSubscription(link) ? toPriceSteps(link.amountCents, coupons) : [];
  const checkout = withDiscounts(link, discounts, link.updatedAt);
  return { checkout, prices, cardPrices: link.passesFees ? cardPrices(await findSetup(deps, tenant), checkout) : [] };
}

interface LinkQuote {
  readonly checkout: Checkout;
  readonly prices: readonly PriceStep[];
  readonly cardPrices: readonly CardPrice[];
}

/**
 * Applies coupons to a checkout, in one transaction with their reservation; if nothing is left to pay it becomes PAID.
 * A link keeps its price: here it accepts only coupons that leave nothing to pay, which pay it once. Where the page
 * `needsPayer`, such coupons of a checkout without a customer are refused without one: FAILED_PRECONDITION PAYER_REQUIRED.
 */
export async function applyCheckoutCoupons(
  tx: TxDeps,
  tenant: Tenant,
  checkoutId: string,
  codes: readonly string[],
  by: Pick<PagePix, 'payer' | 'utms'> = {},
  needsPayer = false,
): Promise<Checkout> {
  const { checkout, terms } = await lockWithCoupons(tx, tenant, checkoutId, codes);
  const isUnnamed = needsPayer && !by.payer && checkout.customerId === undefined;
  if (terms.amountCents === 0 && isUnnamed) throw payerRequired();
  if (terms.amountCents === 0) await completeFreeOrder(tx, tenant, checkout, terms.discounts, by);
  else if (isLink(checkout)) throw linkDiscountNeedsPayment();
  return (await findCheckout(tx.db, tenant, { id: checkoutId })) ?? checkout;
}

interface DiscountedPix extends PagePix {
  readonly checkoutId: string;
  readonly visitor: string;
  readonly coupons: readonly string[];
}

/** Opens a visitor's Pix charge of a link with coupons. It replaces their open one, whose coupons are released. */
export async function openDiscountedPix(deps: Deps, tenant: Tenant, request: DiscountedPix): Promise<Charge> {
  const { checkoutId, visitor, coupons: codes, skipCustomer = false, utms } = request;
  const link = await findPayable(deps, tenant, checkoutId, 'PIX');
  if (!isLink(link)) throw notALink();
  const setup = await findSetup(deps, tenant);
  return untilUnchanged(async () => {
    // Before the coupons: this very charge may have used the last one.
    const open = await findOpenPix(deps.db, tenant, link, visitor);
    if (open && isSameCoupons(open.coupons, codes) && statusAt(open, deps.clock.now(tenant)) === 'PENDING') {
      return skippingCustomer(deps, tenant, open, skipCustomer);
    }
    const terms = discountedTerms(link, await previewCoupons(deps, tenant, link, codes));
    if (terms.amountCents === 0) throw nothingToPay();
    const charge = await registerPix(deps, tenant, setup, link, { ...terms, visitor, skipCustomer, utms });
    return transact(deps, async (tx) => {
      const { checkout, terms: own } = await lockWithCoupons(tx, tenant, checkoutId, codes);
      const other = await findOpenPix(tx.db, tenant, link, visitor);
      if (other && other.id !== open?.id) throw paymentChanged();
      if (other) await cancelOpenCharge(tx, tenant, other);
      const stored = await storeOfPayer(tx, tenant, checkout, charge, request.payer);
      const used = { checkoutId, chargeId: charge.id, discounts: own.discounts };
      await recordRedemptions(tx, tenant, used, 'RESERVED');
      return stored;
    });
  });
}

/** Cancels a visitor's open charge of a link. */
async function cancelOpenCharge(tx: TxDeps, tenant: Tenant, open: ChargeKey): Promise<void> {
  const charge = (await lockCharge(tx.db, tenant, open))?.charge;
  if (charge?.status !== 'PENDING') throw paymentChanged();
  const cancelled = cancelledCharge(charge, tx.clock.now(tenant));
  await saveChargeStatus(tx.db, tenant, charge, cancelled);
  await publishClosed(tx, tenant, [cancelled]);
}

/** A card payment of a checkout, or one of a link. */
export interface CheckoutCard extends Pick<PagePix, 'utms'> {
  readonly checkoutId: string;
  /** Of the card in the vault. */
  readonly token: string;
  readonly installments: number;
  /** What the page said that the card would pay. */
  readonly shownCents: Cents | undefined;
  readonly coupons: readonly string[];
  /** Of the page of a link: the visitor who pays. */
  readonly visitor: string | undefined;
  /** As entered on a page that asks for an e-mail or a phone. */
  readonly payer: BoletoPayer | undefined;
}

/**
 * A checkout that takes cards, typed ones or those of its wallets. It may be paid already: a repeat of the form that paid it gets the same answer.
 */
export async function findCardCheckout(deps: ReadDeps, tenant: Tenant, checkoutId: string): Promise<Checkout> {
  const checkout = await findCheckout(deps.db, tenant, { id: checkoutId });
  if (!checkout) throw checkoutNotFound();
  if (!isSubscription(checkout)) checkOwnPage(checkout);
  if (!checkout.methods.includes('CARD') && checkout.wallets.length === 0) throw methodNotOffered('CARD');
  return checkout;
}

/**
 * Throws unless the checkout takes a card of this wallet, or of none.
 * @param isNamed whether its payer's data came with it
 */
export function checkTakesCard(checkout: Checkout, wallet: Wallet | undefined, isNamed: boolean): void {
  const { methods, wallets, customerId } = checkout;
  if (wallet ? !wallets.includes(wallet) : !methods.includes('CARD')) throw methodNotOffered(wallet ?? 'CARD');
  if (wallet && !isNamed && customerId === undefined) throw walletNeedsPayer();
}

/**
 * Records the intent to charge a card. Returns the id of the charge, or of the checkout when coupons left nothing to
 * charge. FAILED_PRECONDITION while another card payment has no outcome.
 */
export async function beginCheckoutCard(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  card: CheckoutCard,
): Promise<string> {
  const { checkoutId, token, installments, shownCents, coupons, payer, utms } = card;
  const { checkout, terms } = await lockWithCoupons(tx, tenant, checkoutId, coupons);
  const visitor = isLink(checkout) ? card.visitor : undefined;
  // Many people pay a link: only a payment of the same visitor blocks this one.
  const isExclusive = !isLink(checkout) || visitor !== undefined;
  if (isExclusive && (await findOpenCard(tx.db, tenant, checkoutId, visitor))) throw cardInProgress();
  if (terms.amountCents === 0) {
    await completeFreeOrder(tx, tenant, checkout, terms.discounts, { payer, utms });
    return checkoutId;
  }
  const charge = await openCardCharge(
    tx,
    tenant,
    setup,
    checkout,
    { ...terms, visitor, utms },
    { token, installments, shownCents, payer },
  );
  const used = { checkoutId, chargeId: charge.id, discounts: terms.discounts };
  await recordRedemptions(tx, tenant, used, 'RESERVED');
  return charge.id;
}

/** Charges the card of the intent of {@link beginCheckoutCard}; undefined when there is nothing to charge. */
export async function finishCheckoutCard(
  deps: Deps,
  tenant: Tenant,
  begun: { readonly id: string; readonly checkoutId: string },
  payer: CardOrderPayer | undefined,
): Promise<Charge | undefined> {
  return begun.id === begun.checkoutId ? undefined : finishCardCharge(deps, tenant, begun.id, payer);
}
