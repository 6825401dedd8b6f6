import type { Page, PageRequest, Tenant } from '@pitanga/core';
import type { Charge } from '../charges/charge';
import {
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
import type { Deps } from '../deps';
import type { PaymentMethod } from '../money/fees';
import { unavailableMethods } from './offered-methods';
import { findShownPix } from './open-payment';
import { findSubscriptionStart, type SubscriptionStart } from './subscription-start';

const paymentsShownMax = 100;

export interface CheckoutWithPayments {
  readonly checkout: Checkout;
  /** Newest first, at most 100. */
  readonly payments: readonly ChargeSummary[];
}

/**
 * The newest checkout or link that matches all given keys; at least one is required. With a frequency only that
 * kind: INVALID_ARGUMENT for the id of another.
 */
export async function getCheckout(
  deps: Deps,
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
export async function customersOf(
  deps: Deps,
  tenant: Tenant,
  checkouts: readonly Checkout[],
): Promise<ReadonlyMap<string, Customer>> {
  const ids = checkouts.flatMap(({ customerId }) => customerId ?? []);
  return findCustomersById(deps.db, tenant, deps.sealer, ids);
}

/** All payments of a checkout or link, newest first, page by page. */
export async function listCheckoutPayments(
  deps: Deps,
  tenant: Tenant,
  id: string,
  frequency: CheckoutFrequency | undefined,
  page: PageRequest,
): Promise<Page<ChargeSummary>> {
  const checkout = await requireCheckout(deps, tenant, { id }, frequency);
  checkKind(checkout, frequency, 'get');
  return listChargesOfCheckout(deps.db, tenant, id, page);
}

/** What the public payment page shows: no customer, whoever it is for. */
export interface CheckoutForPage {
  readonly tenant: Tenant;
  readonly checkout: Checkout;
  readonly merchantName: string;
  /** What the visitor of a link has paid, or a card charge whose outcome is not known yet. */
  readonly payment: Charge | undefined;
  /** The customer has all that a boleto needs of its payer. */
  readonly knowsPayer: boolean;
  /** Of a subscription checkout: the one asked for, or that of the checkout's own customer. */
  readonly subscription: SubscriptionStart | undefined;
  /** The one that would be opened again. */
  readonly openPix: Charge | undefined;
  /** Methods of the checkout that the store has no provider for now. */
  readonly unavailableMethods: readonly PaymentMethod[];
}

export interface PageLook {
  readonly id: string;
  readonly visitor?: string | undefined;
  /** Of a subscription checkout: which of its subscriptions is shown. */
  readonly subscriptionId?: string | undefined;
  /** The page's address leaves payer data out. */
  readonly skipCustomer?: boolean | undefined;
}

/** Reads what a page shows, and writes nothing: also crawlers and previews of links look at pages. */
export async function resolveCheckoutForPage(
  deps: Deps,
  { id, visitor, subscriptionId, skipCustomer = false }: PageLook,
): Promise<CheckoutForPage> {
  const found = await resolveCheckout(deps.db, id);
  if (!found) throw checkoutNotFound();
  const { tenant, checkout } = found;
  const { merchantName } = await deps.settings.of(deps.db, tenant);
  const customer = (await customersOf(deps, tenant, [checkout])).get(checkout.customerId ?? '');
  const knowsPayer = customer?.name !== undefined && customer.taxId !== undefined;
  const payment = await paymentShown(deps, tenant, checkout, visitor);
  const subscription = await findSubscriptionStart(deps, tenant, checkout, subscriptionId);
  const openPix = await findShownPix(deps, tenant, checkout, visitor, skipCustomer);
  const unavailable = await unavailableMethods(deps, tenant, checkout);
  return { ...found, merchantName, knowsPayer, payment, subscription, openPix, unavailableMethods: unavailable };
}

async function paymentShown(
  { db }: Deps,
  tenant: Tenant,
  { id, frequency }: Checkout,
  visitor: string | undefined,
): Promise<Charge | undefined> {
  // One customer's card is in nobody else's way.
  if (frequency === 'SUBSCRIPTION') return undefined;
  if (frequency !== 'MULTIPLE_PAYMENTS') return findOpenCard(db, tenant, id);
  // Of a link each visitor sees their own payments only.
  if (visitor === undefined) return undefined;
  return (await findOpenCard(db, tenant, id, visitor)) ?? findPaymentOfVisitor(db, tenant, id, visitor);
}

async function requireCheckout(
  deps: Deps,
  tenant: Tenant,
  keys: CheckoutKeys,
  frequency?: CheckoutFrequency,
): Promise<Checkout> {
  const checkout = await findCheckout(deps.db, tenant, keys, frequency);
  if (!checkout) throw checkoutNotFound(frequency);
  return checkout;
}
