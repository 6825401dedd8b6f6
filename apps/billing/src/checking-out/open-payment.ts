import { subtractCents, type Cents, type Tenant } from '@pitanga/core';
import { appendEvents, transact, type Locked } from '@pitanga/database';
import { noCode, statusAt, type Charge } from '../charges/charge';
import { findOpenPix, findPixOfCycle } from '../charges/charge-queries';
import { saveSkippedCustomer } from '../charges/charge-repository';
import type { ChargeUtms } from '../charges/charge-utms';
import { boletoDueDate } from '../charges/due-date';
import { canTakePayment, checkInstallments, checkPayable, type Checkout } from '../checkouts/checkout';
import { checkoutNotFound, methodNotOffered, paymentChanged } from '../checkouts/checkout-errors';
import { findCheckout } from '../checkouts/checkout-queries';
import { lockCheckout, saveCheckoutExpiry } from '../checkouts/checkout-repository';
import { checkoutStatusAt } from '../checkouts/checkout-status';
import { expireOpenCharges } from '../checkouts/locked-charge-repository';
import type { Customer } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { PaymentDeps, ReadDeps, TxDeps } from '../deps';
import { cardForCharge } from '../managing/card-service';
import { findOrCreateCustomer } from '../managing/customer-service';
import { checkoutExtended } from '../messages/checkout-events';
import { findSetup, type StoreSetup } from '../managing/store-setup';
import type { BoletoPayer } from '../provider/boleto-provider';
import { storeCharge } from '../charging/create-charge';
import { publishClosed } from '../closing/publish-closed';
import { newBoletoCharge, newCardCharge, newPixCharge, type ChargeTerms } from '../charging/new-charge';
import { cardAmount } from './card-prices';
import { checkOwnPage } from './payment-terms';
import {
  boletoProvidersFor,
  cardProviderFor,
  checkProviderInstallments,
  pixProvidersFor,
  providerOfCard,
} from '../charging/provider-for';

/** How long a Pix code of a page can be paid. */
const pixOpenMs = 86_400_000;

/** The terms of one payment of a checkout or link; coupons of a link count for that payment only. */
export type PaymentTerms = Pick<Checkout, 'amountCents' | 'couponsUsed'> & {
  /** Of the page of a link: the visitor who pays. */
  readonly visitor?: string | undefined;
  /** The address of the page asks for no payer data. */
  readonly skipCustomer?: boolean | undefined;
  /** Where the payer came from, by the address of the page. */
  readonly utms?: ChargeUtms | undefined;
};

/** Whose Pix code of a page it is. */
export interface PagePix extends Pick<PaymentTerms, 'visitor' | 'skipCustomer' | 'utms'> {
  /** As entered on the page. */
  readonly payer?: BoletoPayer | undefined;
}

/**
 * Opens the one Pix charge of a checkout, or of one visitor of a link; parallel calls get the same charge.
 * FAILED_PRECONDITION when the checkout takes no payment or does not offer Pix.
 */
export async function openCheckoutPix(
  deps: PaymentDeps,
  tenant: Tenant,
  checkoutId: string,
  page: PagePix = {},
): Promise<Charge> {
  const charge = await openPix(deps, tenant, checkoutId, page);
  return skippingCustomer(deps, tenant, charge, page.skipCustomer ?? false);
}

/** The charge that {@link openCheckoutPix} would return without a write. */
export async function findShownPix(
  deps: ReadDeps,
  tenant: Tenant,
  checkout: Checkout,
  visitor: string | undefined,
  skipCustomer: boolean,
): Promise<Charge | undefined> {
  const { frequency, methods } = checkout;
  const isLink = frequency === 'MULTIPLE_PAYMENTS';
  if (frequency === 'CYCLE') return findOpenCode(deps, tenant, checkout);
  if ((!isLink && frequency !== 'ONE_TIME') || !methods.includes('PIX')) return undefined;
  if (isLink && visitor === undefined) return undefined;
  const now = deps.clock.now(tenant);
  if (!canTakePayment({ ...checkout, status: checkoutStatusAt(checkout, now) })) return undefined;
  const open = await findOpenPix(deps.db, tenant, checkout, isLink ? visitor : undefined);
  if (!open || statusAt(open, now) !== 'PENDING') return undefined;
  return skipCustomer && open.skipCustomer !== true ? undefined : open;
}

/** The code of a cycle, where its payer has not authorised the bank to pay it. */
async function findOpenCode(deps: ReadDeps, tenant: Tenant, checkout: Checkout): Promise<Charge | undefined> {
  if (tenant.devMode || checkout.status !== 'PENDING' || !checkout.methods.includes('PIX')) return undefined;
  const open = await findPixOfCycle(deps.db, tenant, checkout.id);
  return open?.pix?.brCode === noCode ? undefined : open;
}

/** Applies `skipCustomer` to a charge that may have been opened from a page without it. */
export async function skippingCustomer(
  deps: ReadDeps,
  tenant: Tenant,
  charge: Charge,
  skipCustomer: boolean,
): Promise<Charge> {
  if (!skipCustomer || charge.skipCustomer === true) return charge;
  await saveSkippedCustomer(deps.db, tenant, charge.id);
  return { ...charge, skipCustomer };
}

async function openPix(deps: PaymentDeps, tenant: Tenant, checkoutId: string, page: PagePix): Promise<Charge> {
  const checkout = await findCheckout(deps.db, tenant, { id: checkoutId });
  if (!checkout) throw checkoutNotFound();
  checkOwnPage(checkout);
  checkPayable(checkout, deps.clock.now(tenant));
  if (!checkout.methods.includes('PIX')) throw methodNotOffered('PIX');
  const whose = checkout.frequency === 'MULTIPLE_PAYMENTS' ? page.visitor : undefined;
  const open = await findOpenPix(deps.db, tenant, checkout, whose);
  if (open && statusAt(open, deps.clock.now(tenant)) === 'PENDING') return open;
  // Before the lock: a provider is never called while rows are locked. The loser of a race drops its charge.
  const charge = await registerPix(deps, tenant, await findSetup(deps, tenant), checkout, {
    ...checkout,
    visitor: whose,
    skipCustomer: page.skipCustomer,
    utms: page.utms,
  });
  const stored = await transact(deps, async (tx) => {
    const locked = await lockCheckout(tx.db, tenant, checkoutId);
    if (!locked) throw checkoutNotFound();
    checkPayable(locked, charge.createdAt);
    if (locked.couponsUsed.length !== checkout.couponsUsed.length) return undefined;
    await publishClosed(tx, tenant, await expireOpenCharges(tx.db, tenant, locked, charge.createdAt, charge.createdAt));
    const other = await findOpenPix(tx.db, tenant, locked, whose);
    return other ?? storeOfPayer(tx, tenant, checkout, charge, page.payer);
  });
  // Another request applied a coupon: the registered code, not shown yet, is over the old amount.
  return stored ?? openPix(deps, tenant, checkoutId, page);
}

/** Stores a charge of the checkout's customer, else of the payer as entered on the page. */
export async function storeOfPayer(
  tx: TxDeps,
  tenant: Tenant,
  checkout: Checkout,
  charge: Charge,
  payer: PagePix['payer'],
): Promise<Charge> {
  const isNamed = payer !== undefined && checkout.customerId === undefined;
  const customer = await findOrCreateBuyer(tx, tenant, checkout, payer);
  return storeCharge(tx, tenant, isNamed ? { ...charge, customerId: customer?.id } : charge, customer);
}

/** The customer of a checkout, else the payer as entered on the page. */
export async function findOrCreateBuyer(
  tx: TxDeps,
  tenant: Tenant,
  checkout: Checkout,
  payer: PagePix['payer'],
): Promise<Customer | undefined> {
  if (!payer || checkout.customerId !== undefined) return findCheckoutCustomer(tx, tenant, checkout);
  return findOrCreateCustomer(tx, tenant, { ...payer, metadataJson: '{}' });
}

/** Dev mode: opens a Pix charge for one payment of a link, on terms of its own. */
export async function openOwnPix(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  checkout: Locked<Checkout>,
  terms: PaymentTerms,
): Promise<Charge> {
  const charge = await registerPix(tx, tenant, setup, checkout, terms);
  return storeCharge(tx, tenant, charge, await findCheckoutCustomer(tx, tenant, checkout));
}

/** Registers a Pix charge with the provider; `storeCharge` writes it. */
export async function registerPix(
  deps: ReadDeps,
  tenant: Tenant,
  setup: StoreSetup,
  checkout: Checkout,
  terms: PaymentTerms,
): Promise<Charge> {
  const takers = pixProvidersFor(setup, tenant, false, undefined);
  return newPixCharge(deps, tenant, takers, setup.settings, toTerms(checkout, terms, deps.clock.now(tenant)));
}

/** Dev mode: opens a boleto of a checkout in the payer's name. */
export async function openBoleto(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  checkout: Locked<Checkout>,
  terms: PaymentTerms,
  payer: BoletoPayer,
): Promise<Charge> {
  const charge = await registerBoleto(tx, tenant, setup, checkout, terms, payer);
  return storeBoleto(tx, tenant, checkout, charge, await findCheckoutCustomer(tx, tenant, checkout));
}

/** Registers a boleto with the bank; {@link storeBoleto} writes it. */
export async function registerBoleto(
  deps: ReadDeps,
  tenant: Tenant,
  setup: StoreSetup,
  checkout: Checkout,
  terms: PaymentTerms,
  payer: BoletoPayer,
): Promise<Charge> {
  const takers = boletoProvidersFor(setup, tenant);
  const now = deps.clock.now(tenant);
  const { dueDate, expiresAt } = boletoDueDate(checkout.dueDate, now);
  const { interestBasisPoints, fine } = checkout;
  const own = { ...toTerms(checkout, terms, now), expiresAt };
  const conditions = { dueDate, interestBasisPoints, fine, payer };
  const charge = await newBoletoCharge(deps, tenant, takers, setup.settings, own, conditions);
  return { ...charge, boleto: charge.boleto && { ...charge.boleto, payerName: payer.name } };
}

/** Writes a registered boleto of a checkout, which stays open as long as the boleto can be paid. */
export async function storeBoleto(
  tx: TxDeps,
  tenant: Tenant,
  checkout: Locked<Checkout>,
  charge: Charge,
  customer: Customer | undefined,
): Promise<Charge> {
  const end = charge.payableUntil;
  if (end && checkout.expiresAt && checkout.expiresAt < end) {
    await saveCheckoutExpiry(tx.db, tenant, checkout, end);
    const extended = checkoutExtended(tx, tenant, checkout.id, end, tx.clock.now(tenant));
    await appendEvents(tx.db, [extended], tx.clock.real());
  }
  return storeCharge(tx, tenant, charge, customer);
}

/** Records the intent to charge a card for a checkout. */
export async function openCardCharge(
  tx: TxDeps,
  tenant: Tenant,
  setup: StoreSetup,
  checkout: Locked<Checkout>,
  terms: PaymentTerms,
  by: {
    readonly token: string;
    readonly installments: number;
    /** What the page said that the card would pay; absent: nothing. */
    readonly shownCents?: Cents | undefined;
    /** As entered on the page. */
    readonly payer?: BoletoPayer | undefined;
  },
): Promise<Charge> {
  cardProviderFor(setup, tenant);
  if (by.installments > checkout.maxInstallments) throw methodNotOffered('CARD', by.installments);
  checkInstallments(by.installments, terms.amountCents, 'installmentCount');
  const saved = await cardForCharge(tx, tenant, by.token);
  const { id: cardId, brand, lastFour, wallet } = saved;
  // A wallet pays once, and the price.
  if (wallet && by.installments > 1) throw methodNotOffered(wallet, by.installments);
  const passesFees = checkout.passesFees && !wallet;
  const amountCents = cardAmount(setup.settings.fees, { passesFees }, terms.amountCents, by.installments);
  // The fees of the store, or what is due, have changed since the page was shown.
  if (by.shownCents !== undefined && by.shownCents !== amountCents) throw paymentChanged();
  const provider = providerOfCard(setup, tenant, saved);
  checkProviderInstallments(provider, by.installments, 'installmentCount');
  const card = { cardId, brand, lastFour, installmentCount: by.installments, wallet };
  const surchargeCents = passesFees ? subtractCents(amountCents, terms.amountCents) : undefined;
  const own = { ...toTerms(checkout, { ...terms, amountCents }, tx.clock.now(tenant)), surchargeCents };
  const charge = newCardCharge(tx, tenant, provider.name, setup.settings, own, card);
  return storeOfPayer(tx, tenant, checkout, charge, by.payer);
}

export function findCheckoutCustomer(
  deps: ReadDeps,
  tenant: Tenant,
  { customerId }: Checkout,
): Promise<Customer | undefined> {
  return findCustomerById(deps.db, tenant, deps.sealer, customerId);
}

export function toTerms(checkout: Checkout, terms: PaymentTerms, now: Date): ChargeTerms {
  const latest = checkout.expiresAt?.getTime() ?? Infinity;
  return {
    amountCents: terms.amountCents,
    checkoutId: checkout.id,
    coupons: terms.couponsUsed,
    visitor: terms.visitor,
    skipCustomer: terms.skipCustomer,
    customerId: checkout.customerId,
    description: undefined,
    ensureSameTaxId: false,
    expiresAt: new Date(Math.min(now.getTime() + pixOpenMs, latest)),
    externalId: checkout.externalId,
    metadataJson: '{}',
    origin: checkout.frequency === 'MULTIPLE_PAYMENTS' ? 'PAYMENT_LINK' : 'CHECKOUT',
    subscriptionId: undefined,
    splits: checkout.splits,
    utms: terms.utms,
  };
}
