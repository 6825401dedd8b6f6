import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import { statusAt, type Charge } from '../charges/charge';
import { findOpenPix } from '../charges/charge-queries';
import { expireOpenCharges, saveSkippedCustomer } from '../charges/charge-repository';
import { boletoDueDate } from '../charges/due-date';
import { canTakePayment, checkInstallments, checkPayable, type Checkout } from '../checkouts/checkout';
import { checkoutNotFound, methodNotOffered } from '../checkouts/checkout-errors';
import { findCheckout } from '../checkouts/checkout-queries';
import { lockCheckout, saveCheckoutExpiry } from '../checkouts/checkout-repository';
import { checkoutStatusAt } from '../checkouts/checkout-status';
import type { Customer } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps } from '../deps';
import { cardForCharge } from '../managing/card-service';
import { checkoutExtended } from '../messages/checkout-events';
import { storeCharge } from './create-charge';
import { publishClosed } from './expire-checkout';
import { newBoletoCharge, newCardCharge, newPixCharge, type ChargeTerms } from './new-charge';
import { checkOwnPage } from './payment-terms';
import { boletoProviderFor, cardProviderFor, pixProviderFor } from './provider-for';

/** A Pix code of a page is made anew after this long. */
const pixOpenMs = 86_400_000;

/** What one payment of a checkout or link is to bring: a link's coupons count for that payment alone. */
export type PaymentTerms = Pick<Checkout, 'amountCents' | 'couponsUsed'> & {
  /** Of a link's page: whose payment it is. */
  readonly visitor?: string | undefined;
  /** The page's address leaves payer data out. */
  readonly skipCustomer?: boolean | undefined;
};

/**
 * The one open Pix charge of a checkout or link, made on the first call; parallel calls get the same one. Each
 * visitor of a link has one of their own. FAILED_PRECONDITION when the checkout takes no payment or does not offer Pix.
 */
export async function openCheckoutPix(
  deps: Deps,
  tenant: Tenant,
  checkoutId: string,
  visitor?: string,
  skipCustomer = false,
): Promise<Charge> {
  const charge = await openPix(deps, tenant, checkoutId, visitor, skipCustomer);
  return skippingCustomer(deps, tenant, charge, skipCustomer);
}

/** What {@link openCheckoutPix} would answer without writing anything. */
export async function findShownPix(
  deps: Deps,
  tenant: Tenant,
  checkout: Checkout,
  visitor: string | undefined,
  skipCustomer: boolean,
): Promise<Charge | undefined> {
  const { frequency, methods } = checkout;
  const isLink = frequency === 'MULTIPLE_PAYMENTS';
  if ((!isLink && frequency !== 'ONE_TIME') || !methods.includes('PIX')) return undefined;
  // Of a link each visitor has one of their own.
  if (isLink && visitor === undefined) return undefined;
  const now = deps.clock.now(tenant);
  if (!canTakePayment({ ...checkout, status: checkoutStatusAt(checkout, now) })) return undefined;
  const open = await findOpenPix(deps.db, tenant, checkout, isLink ? visitor : undefined);
  if (!open || statusAt(open, now) !== 'PENDING') return undefined;
  return skipCustomer && open.skipCustomer !== true ? undefined : open;
}

/** A code that was open before says nothing of the address that asks for it now. */
export async function skippingCustomer(
  deps: Deps,
  tenant: Tenant,
  charge: Charge,
  skipCustomer: boolean,
): Promise<Charge> {
  if (!skipCustomer || charge.skipCustomer === true) return charge;
  await saveSkippedCustomer(deps.db, tenant, charge.id);
  return { ...charge, skipCustomer };
}

async function openPix(
  deps: Deps,
  tenant: Tenant,
  checkoutId: string,
  visitor: string | undefined,
  skipCustomer: boolean,
): Promise<Charge> {
  const checkout = await findCheckout(deps.db, tenant, { id: checkoutId });
  if (!checkout) throw checkoutNotFound();
  checkOwnPage(checkout);
  checkPayable(checkout, deps.clock.now(tenant));
  if (!checkout.methods.includes('PIX')) throw methodNotOffered('PIX');
  const whose = checkout.frequency === 'MULTIPLE_PAYMENTS' ? visitor : undefined;
  const open = await findOpenPix(deps.db, tenant, checkout, whose);
  if (open && statusAt(open, deps.clock.now(tenant)) === 'PENDING') return open;
  // Registered before the lock: a provider is never called while rows are locked. The loser of a race drops its own.
  const charge = await registerPix(deps, tenant, checkout, { ...checkout, visitor: whose, skipCustomer });
  const stored = await inTransaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    const locked = await lockCheckout(db, tenant, checkoutId);
    if (!locked) throw checkoutNotFound();
    checkPayable(locked, charge.createdAt);
    if (locked.couponsUsed.length !== checkout.couponsUsed.length) return undefined;
    await publishClosed(
      tx,
      tenant,
      await expireOpenCharges(db, tenant, checkoutId, charge.createdAt, charge.createdAt),
    );
    const other = await findOpenPix(db, tenant, locked, whose);
    if (other) return other;
    return storeCharge(tx, tenant, charge, await customerOf(tx, tenant, checkout));
  });
  // A coupon was applied meanwhile: the new code asks for too much, and nobody has seen it.
  return stored ?? openPix(deps, tenant, checkoutId, visitor, skipCustomer);
}

/** A Pix charge for one payment of a link, on terms of its own. `deps.db` holds the checkout's lock (dev mode). */
export async function openOwnPix(deps: Deps, tenant: Tenant, checkout: Checkout, terms: PaymentTerms): Promise<Charge> {
  const charge = await registerPix(deps, tenant, checkout, terms);
  return storeCharge(deps, tenant, charge, await customerOf(deps, tenant, checkout));
}

/** A Pix charge as the provider has registered it, not yet stored. */
export async function registerPix(
  deps: Deps,
  tenant: Tenant,
  checkout: Checkout,
  terms: PaymentTerms,
): Promise<Charge> {
  const provider = await pixProviderFor(deps, tenant, false, undefined);
  const settings = await deps.settings.of(deps.db, tenant);
  return newPixCharge(deps, tenant, provider, settings, termsOf(checkout, terms, deps.clock.now(tenant)));
}

/** Who a boleto is registered for. */
export interface BoletoPayer {
  readonly name: string;
  /** In full. */
  readonly taxId: string;
}

/** A boleto for one payment, in the payer's name. `deps.db` holds the checkout's lock (dev mode). */
export async function openBoleto(
  deps: Deps,
  tenant: Tenant,
  checkout: Checkout,
  terms: PaymentTerms,
  payer: BoletoPayer,
): Promise<Charge> {
  const charge = await registerBoleto(deps, tenant, checkout, terms, payer);
  return storeBoleto(deps, tenant, checkout, charge, await customerOf(deps, tenant, checkout));
}

/** A boleto as the bank has registered it, not yet stored. */
export async function registerBoleto(
  deps: Deps,
  tenant: Tenant,
  checkout: Checkout,
  terms: PaymentTerms,
  payer: BoletoPayer,
): Promise<Charge> {
  const provider = await boletoProviderFor(deps, tenant);
  const settings = await deps.settings.of(deps.db, tenant);
  const { dueDate, expiresAt } = boletoDueDate(checkout.dueDate, deps.clock.now(tenant));
  const { interestBasisPoints, fine } = checkout;
  const own = { ...termsOf(checkout, terms, deps.clock.now(tenant)), expiresAt };
  const conditions = { dueDate, interestBasisPoints, fine, payer };
  const charge = await newBoletoCharge(deps, tenant, provider, settings, own, conditions);
  return { ...charge, boleto: charge.boleto && { ...charge.boleto, payerName: payer.name } };
}

/** Stores a registered boleto. `deps.db` holds the checkout's lock. */
export async function storeBoleto(
  deps: Deps,
  tenant: Tenant,
  checkout: Checkout,
  charge: Charge,
  customer: Customer | undefined,
): Promise<Charge> {
  // As long as its boleto can be paid the checkout stays open.
  const end = charge.payableUntil;
  if (end && checkout.expiresAt && checkout.expiresAt < end) {
    await saveCheckoutExpiry(deps.db, tenant, checkout.id, end);
    const told = checkoutExtended(deps, tenant, checkout.id, end, deps.clock.now(tenant));
    await appendEvents(deps.db, [told], deps.clock.real());
  }
  return storeCharge(deps, tenant, charge, customer);
}

/** A card charge before the card was asked. `deps.db` is a transaction that holds the checkout's lock. */
export async function openCardCharge(
  deps: Deps,
  tenant: Tenant,
  checkout: Checkout,
  terms: PaymentTerms,
  by: { readonly token: string; readonly installments: number },
): Promise<Charge> {
  const provider = await cardProviderFor(deps, tenant);
  if (by.installments > checkout.maxInstallments) throw methodNotOffered('CARD', by.installments);
  checkInstallments(by.installments, terms.amountCents, 'installmentCount');
  const settings = await deps.settings.of(deps.db, tenant);
  const { id: cardId, brand, lastFour } = await cardForCharge(deps, tenant, by.token);
  const card = { cardId, brand, lastFour, installmentCount: by.installments };
  const own = termsOf(checkout, terms, deps.clock.now(tenant));
  const charge = newCardCharge(deps, tenant, provider.name, settings, own, card);
  return storeCharge(deps, tenant, charge, await customerOf(deps, tenant, checkout));
}

export function customerOf(deps: Deps, tenant: Tenant, { customerId }: Checkout): Promise<Customer | undefined> {
  return findCustomerById(deps.db, tenant, deps.sealer, customerId);
}

function termsOf(checkout: Checkout, terms: PaymentTerms, now: Date): ChargeTerms {
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
  };
}
