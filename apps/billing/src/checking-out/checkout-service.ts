import type { CrossTenant, Page, PageRequest, Tenant } from '@pitanga/core';
import type { Charge } from '../charges/charge';
import {
  findCharge,
  findChargesOfCheckout,
  findOpenCard,
  findPaymentOfVisitor,
  listChargesOfCheckout,
  type ChargeSummary,
} from '../charges/charge-queries';
import { checkKind, type Checkout } from '../checkouts/checkout';
import { checkoutKeyMissing, checkoutNotFound } from '../checkouts/checkout-errors';
import { findCheckout, resolveCheckout, type CheckoutKeys } from '../checkouts/checkout-queries';
import type { CheckoutFrequency } from '../checkouts/checkout-status';
import type { Customer } from '../customers/customer';
import { findCustomersById } from '../customers/customer-queries';
import type { Deps, ReadDeps } from '../deps';
import { findSetup } from '../managing/store-setup';
import type { CardProvider } from '../provider/card-provider';
import type { PaymentMethod } from '../money/fees';
import type { Wallet } from '../money/wallets';
import { findImageKeys } from '../products/product-repository';
import { hasPayerData } from '../charging/boleto-terms';
import { cardPrices, type CardPrice } from './card-prices';
import { payableWallets, unavailableMethods } from './offered-methods';
import { findShownPix } from './open-payment';
import { findSubscriptionStart, type SubscriptionStart } from './subscription-start';
import { findShownUpsell, type ShownUpsell } from './upsell-offer';

const paymentsShownMax = 100;

export interface CheckoutWithPayments {
  readonly checkout: Checkout;
  /** Newest first, at most 100. */
  readonly payments: readonly ChargeSummary[];
}

/**
 * The newest checkout or link that matches all given keys; at least one is required. With a frequency, only of that
 * kind: INVALID_ARGUMENT for an id of another.
 */
export async function getCheckout(
  deps: ReadDeps,
  tenant: Tenant,
  keys: CheckoutKeys,
  frequency?: CheckoutFrequency,
): Promise<CheckoutWithPayments> {
  if (keys.id === undefined && keys.externalId === undefined && keys.customerId === undefined) {
    throw checkoutKeyMissing();
  }
  const checkout = await requireCheckout(deps, tenant, keys, frequency);
  checkKind(checkout, frequency, 'get');
  const payments = await findChargesOfCheckout(deps.db, tenant, checkout.id, paymentsShownMax);
  return { checkout, payments };
}

/** The customers of checkouts by id, in one query for all. */
export async function findCheckoutCustomers(
  deps: ReadDeps,
  tenant: Tenant,
  checkouts: readonly Checkout[],
): Promise<ReadonlyMap<string, Customer>> {
  const ids = checkouts.flatMap(({ customerId }) => customerId ?? []);
  return findCustomersById(deps.db, tenant, deps.sealer, ids);
}

/** All payments of a checkout or link, newest first, page by page. */
export async function listCheckoutPayments(
  deps: ReadDeps,
  tenant: Tenant,
  id: string,
  frequency: CheckoutFrequency | undefined,
  page: PageRequest,
): Promise<Page<ChargeSummary>> {
  const checkout = await requireCheckout(deps, tenant, { id }, frequency);
  checkKind(checkout, frequency, 'get');
  return listChargesOfCheckout(deps.db, tenant, id, page);
}

/** What the public payment page shows; never the customer. */
export interface CheckoutForPage {
  readonly tenant: Tenant;
  readonly checkout: Checkout;
  readonly merchantName: string;
  /** The payment of the visitor of a link, or a card charge without an outcome. */
  readonly payment: Charge | undefined;
  /** The customer has a name and a tax id, as a boleto needs. */
  readonly knowsPayer: boolean;
  /** A boleto needs the payer's e-mail and address too. */
  readonly needsAddress: boolean;
  /** Of a subscription checkout: the subscription of the request, or that of the customer of the checkout. */
  readonly subscription: SubscriptionStart | undefined;
  /** The open Pix charge that the page would get again. */
  readonly openPix: Charge | undefined;
  /** Methods of the checkout without a provider now. */
  readonly unavailableMethods: readonly PaymentMethod[];
  /** Wallets of the checkout with a provider now. */
  readonly wallets: readonly Wallet[];
  /** How the page takes cards; absent without a provider. */
  readonly card: Pick<CardProvider, 'fields' | 'installmentsMax'> | undefined;
  /** What the card costs where its payer pays the fee. */
  readonly cardPrices: readonly CardPrice[];
  /** What has paid a checkout of one payment, whatever became of the money since. */
  readonly settled: Charge | undefined;
  /** Of a paid checkout: what its buyer can still take up, or has. */
  readonly upsell: ShownUpsell | undefined;
  /** The keys of the pictures of its items' products, by product id. */
  readonly imageKeys: ReadonlyMap<string, string>;
}

export interface PageLook {
  readonly id: string;
  readonly visitor?: string | undefined;
  /** Of a subscription checkout: the subscription to show. */
  readonly subscriptionId?: string | undefined;
  /** The page's address leaves payer data out. */
  readonly skipCustomer?: boolean | undefined;
}

/** Reads what a page shows and writes nothing: crawlers and link previews load pages too. */
export async function resolveCheckoutForPage(
  deps: Deps,
  all: CrossTenant,
  { id, visitor, subscriptionId, skipCustomer = false }: PageLook,
): Promise<CheckoutForPage> {
  const found = await resolveCheckout(deps.db, all, id);
  if (!found) throw checkoutNotFound();
  const { tenant, checkout } = found;
  const setup = await findSetup(deps, tenant);
  const { merchantName } = setup.settings;
  const { boleto, card } = setup.providers;
  const customer = (await findCheckoutCustomers(deps, tenant, [checkout])).get(checkout.customerId ?? '');
  const rules = boleto?.rules;
  const knowsPayer = hasPayerData(customer, rules);
  const payment = await findShownPayment(deps, tenant, checkout, visitor);
  const subscription = await findSubscriptionStart(deps, tenant, checkout, subscriptionId);
  const openPix = await findShownPix(deps, tenant, checkout, visitor, skipCustomer);
  const unavailable = unavailableMethods(setup, tenant, checkout);
  const needsAddress = rules?.needsAddress === true;
  const settled = await findSettled(deps, tenant, checkout);
  const upsell = await findShownUpsell(deps, tenant, setup, checkout);
  const imageKeys = await findPictures(deps, tenant, checkout);
  const shown = { merchantName, knowsPayer, needsAddress, payment, subscription, openPix, card, settled, imageKeys };
  const wallets = payableWallets(setup, tenant, checkout);
  return {
    ...found,
    ...shown,
    upsell,
    unavailableMethods: unavailable,
    wallets,
    cardPrices: cardPrices(setup, checkout),
  };
}

async function findShownPayment(
  { db }: ReadDeps,
  tenant: Tenant,
  { id, frequency }: Checkout,
  visitor: string | undefined,
): Promise<Charge | undefined> {
  // The card of one customer does not block the others.
  if (frequency === 'SUBSCRIPTION') return undefined;
  if (frequency !== 'MULTIPLE_PAYMENTS') return findOpenCard(db, tenant, id);
  // A visitor of a link sees only their own payments.
  if (visitor === undefined) return undefined;
  return (await findOpenCard(db, tenant, id, visitor)) ?? findPaymentOfVisitor(db, tenant, id, visitor);
}

/** Links and subscription checkouts have many payers, who see only their own payments. */
async function findSettled(
  { db }: ReadDeps,
  tenant: Tenant,
  { frequency, cycleOf, paidChargeId }: Checkout,
): Promise<Charge | undefined> {
  const hasOnePayer = frequency === 'ONE_TIME' || cycleOf !== undefined;
  if (!hasOnePayer || paidChargeId === undefined) return undefined;
  return findCharge(db, tenant, paidChargeId);
}

async function findPictures(
  { db }: ReadDeps,
  tenant: Tenant,
  { items }: Checkout,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(items.map(({ productId }) => productId))];
  const found = await findImageKeys(db, tenant, ids);
  return new Map(found.flatMap(({ id, imageKey }) => (imageKey === undefined ? [] : [[id, imageKey] as const])));
}

async function requireCheckout(
  deps: ReadDeps,
  tenant: Tenant,
  keys: CheckoutKeys,
  frequency?: CheckoutFrequency,
): Promise<Checkout> {
  const checkout = await findCheckout(deps.db, tenant, keys, frequency);
  if (!checkout) throw checkoutNotFound(frequency);
  return checkout;
}
