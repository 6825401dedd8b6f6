import type { Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import { statusAt, type Charge } from '../charges/charge';
import { simulationInProduction } from '../charges/charge-errors';
import { findChargesOfCheckout, findOpenPix, type ChargeSummary } from '../charges/charge-queries';
import { expireOpenCharges } from '../charges/charge-repository';
import { payBySimulation, pixProviderFor, storeCharge } from '../charges/charge-service';
import type { PaymentMethod } from '../charges/fees';
import type { SimulatedPayer } from '../charges/made-up-payer';
import { newPixCharge } from '../charges/new-pix-charge';
import type { Customer } from '../customers/customer';
import { findCustomersById } from '../customers/customer-queries';
import type { Deps } from '../deps';
import { checkKind, checkPayable, type Checkout, type CheckoutFrequency } from './checkout';
import { checkoutKeyMissing, checkoutNotFound, methodNotOffered, methodNotSimulated } from './checkout-errors';
import { findCheckout, resolveCheckout, type CheckoutKeys } from './checkout-queries';
import { lockCheckout } from './checkout-repository';
import { publishClosed } from './expire-checkout';

const paymentsShownMax = 100;
/** A Pix code of a page is made anew after this long. */
const pixOpenMs = 86_400_000;

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

/**
 * The one open Pix charge of a checkout or link, made on the first call; parallel calls get the same one.
 * FAILED_PRECONDITION when the checkout takes no payment or does not offer Pix.
 */
export async function openCheckoutPix(deps: Deps, tenant: Tenant, checkoutId: string): Promise<Charge> {
  const checkout = await requireCheckout(deps, tenant, { id: checkoutId });
  checkPayable(checkout, deps.clock.now(tenant));
  if (!checkout.methods.includes('PIX')) throw methodNotOffered('PIX');
  const open = await findOpenPix(deps.db, tenant, checkoutId);
  if (open && statusAt(open, deps.clock.now(tenant)) === 'PENDING') return open;
  const provider = pixProviderFor(deps, tenant, false, undefined);
  const settings = await deps.settings.of(deps.db, tenant);
  // Registered before the lock: a provider is never called while rows are locked. The loser of a race drops its own.
  const charge = await newPixCharge(deps, tenant, provider, settings, pixTerms(checkout, deps.clock.now(tenant)));
  return inTransaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    const locked = await lockCheckout(db, tenant, checkoutId);
    if (!locked) throw checkoutNotFound();
    checkPayable(locked, charge.createdAt);
    await publishClosed(
      tx,
      tenant,
      await expireOpenCharges(db, tenant, checkoutId, charge.createdAt, charge.createdAt),
    );
    const other = await findOpenPix(db, tenant, checkoutId);
    if (other) return other;
    const customers = await customersOf(tx, tenant, [checkout]);
    return storeCharge(tx, tenant, charge, customers.get(checkout.customerId ?? ''));
  });
}

function pixTerms(checkout: Checkout, now: Date): Parameters<typeof newPixCharge>[4] {
  const latest = checkout.expiresAt?.getTime() ?? Infinity;
  return {
    amountCents: checkout.amountCents,
    checkoutId: checkout.id,
    customerId: checkout.customerId,
    description: undefined,
    ensureSameTaxId: false,
    expiresAt: new Date(Math.min(now.getTime() + pixOpenMs, latest)),
    externalId: undefined,
    metadataJson: '{}',
    origin: checkout.frequency === 'MULTIPLE_PAYMENTS' ? 'PAYMENT_LINK' : 'CHECKOUT',
  };
}

export interface CheckoutSimulation {
  readonly id: string;
  /** The kind asked for; absent means any. */
  readonly frequency: CheckoutFrequency | undefined;
  /** Absent: the first accepted method that can be simulated. */
  readonly method: PaymentMethod | undefined;
  readonly payer: SimulatedPayer | undefined;
}

/** Dev mode: pays a checkout, or a link once more, as a payer would. */
export async function simulateCheckoutPayment(
  deps: Deps,
  tenant: Tenant,
  input: CheckoutSimulation,
): Promise<CheckoutWithPayments> {
  if (!tenant.devMode) throw simulationInProduction();
  return inTransaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    // Locked from the first look on: parallel payments of a link follow each other, each with a charge of its own.
    const checkout = await lockCheckout(db, tenant, input.id);
    if (!checkout) throw checkoutNotFound(input.frequency);
    checkKind(checkout, input.frequency, 'simulate-payment');
    checkPayable(checkout, deps.clock.now(tenant));
    const method =
      input.method ?? checkout.methods.find((offered) => offered === 'PIX') ?? checkout.methods[0] ?? 'PIX';
    if (!checkout.methods.includes(method)) throw methodNotOffered(method);
    if (method !== 'PIX') throw methodNotSimulated(method);
    const charge = await openCheckoutPix(tx, tenant, checkout.id);
    await payBySimulation(tx, tenant, charge, input.payer);
    return getCheckout(tx, tenant, { id: checkout.id });
  });
}

/** What the public payment page shows: the checkout, its tenant and the merchant's name, and no customer. */
export async function resolveCheckoutForPage(
  deps: Deps,
  id: string,
): Promise<{ readonly tenant: Tenant; readonly checkout: Checkout; readonly merchantName: string }> {
  const found = await resolveCheckout(deps.db, id);
  if (!found) throw checkoutNotFound();
  const { merchantName } = await deps.settings.of(deps.db, found.tenant);
  return { ...found, merchantName };
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
