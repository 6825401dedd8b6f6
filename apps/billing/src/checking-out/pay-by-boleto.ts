import { saoPauloDay, type Cents, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { statusAt, type Charge } from '../charges/charge';
import { boletoNeedsPayer, chargeNotPayable } from '../charges/charge-errors';
import { findOpenBoletos } from '../charges/charge-queries';
import type { Checkout } from '../checkouts/checkout';
import { paymentChanged } from '../checkouts/checkout-errors';
import { checkedTaxId } from '../customers/customer';
import { findCustomer } from '../customers/customer-queries';
import type { Deps, ReadDeps } from '../deps';
import { findSetup, type StoreSetup } from '../managing/store-setup';
import { findOrCreateCustomer } from '../managing/customer-service';
import type { BoletoPayer } from '../provider/boleto-provider';
import { discountedTerms } from './apply-coupons';
import { findCheckoutCustomer, registerBoleto, storeBoleto, type PagePix } from './open-payment';
import { applyCheckoutCoupons } from './pay-checkout';
import { findPayable, isLink, isSameCoupons, lockWithCoupons, untilUnchanged } from './payment-terms';
import { boletoProvidersFor } from '../charging/provider-for';
import { previewCoupons, recordRedemptions } from './reserve-coupons';

/** Without a `payer` it is for the customer of the checkout, who then needs a name and a tax id. */
export interface CheckoutBoleto extends Pick<PagePix, 'payer' | 'visitor' | 'utms'> {
  readonly checkoutId: string;
  readonly coupons: readonly string[];
}

/**
 * Opens a boleto of a payer for the amount due now; later calls return the same one. Once paid, the payer becomes the
 * customer of a checkout without one. Undefined when coupons left nothing to pay.
 */
export async function openCheckoutBoleto(
  deps: Deps,
  tenant: Tenant,
  request: CheckoutBoleto,
): Promise<Charge | undefined> {
  const { checkoutId, utms } = request;
  const seen = await findPayable(deps, tenant, checkoutId, 'BOLETO');
  const setup = await findSetup(deps, tenant);
  boletoProvidersFor(setup, tenant);
  const payer = await findPayer(deps, tenant, seen, request.payer);
  if (isLink(seen)) {
    const open = { checkoutId, payer, codes: request.coupons, visitor: request.visitor, utms };
    return untilUnchanged(() => openOrReuse(deps, tenant, setup, open));
  }
  if (request.coupons.length > 0) {
    const { coupons } = request;
    const { amountCents } = await transact(deps, (tx) => {
      return applyCheckoutCoupons(tx, tenant, checkoutId, coupons, { payer, utms });
    });
    if (amountCents === 0) return undefined;
  }
  const open = { checkoutId, payer, codes: [], visitor: undefined, utms };
  return untilUnchanged(() => openOrReuse(deps, tenant, setup, open));
}

interface WantedBoleto extends Pick<PagePix, 'utms'> {
  readonly checkoutId: string;
  readonly payer: BoletoPayer;
  /** Of a link; the amount of a checkout includes its coupons. */
  readonly codes: readonly string[];
  readonly visitor: string | undefined;
}

async function openOrReuse(
  deps: Deps,
  tenant: Tenant,
  setup: StoreSetup,
  wanted: WantedBoleto,
): Promise<Charge | undefined> {
  const { checkoutId, payer, codes, visitor, utms } = wanted;
  const checkout = await findPayable(deps, tenant, checkoutId);
  // Before the coupons: this very boleto may have used the last one.
  const open = await findOpen(deps, tenant, wanted, checkout.amountCents);
  if (open) return open;
  const terms =
    codes.length === 0 ? checkout : discountedTerms(checkout, await previewCoupons(deps, tenant, checkout, codes));
  if (terms.amountCents === 0) {
    await transact(deps, (tx) => applyCheckoutCoupons(tx, tenant, checkoutId, codes, { payer, utms }));
    return undefined;
  }
  // A boleto with a fine keeps its checkout open after the due date, when banks register no new one.
  const isOverdue = checkout.dueDate !== undefined && checkout.dueDate < saoPauloDay(deps.clock.now(tenant));
  if (isOverdue) throw chargeNotPayable('EXPIRED');
  // Before the lock: a provider is never called while rows are locked. The loser of a race drops its charge.
  const charge = await registerBoleto(deps, tenant, setup, checkout, { ...terms, visitor, utms }, payer);
  return transact(deps, async (tx) => {
    const { checkout: locked, terms: own } = await lockWithCoupons(tx, tenant, checkoutId, codes);
    const isOutdated = own.amountCents !== charge.amountCents || !isSameCoupons(own.couponsUsed, charge.coupons);
    if (isOutdated || (await findOpen(tx, tenant, wanted, locked.amountCents))) throw paymentChanged();
    const customer = await findOrCreateCustomer(tx, tenant, { ...payer, metadataJson: '{}' });
    const stored = await storeBoleto(tx, tenant, locked, { ...charge, customerId: customer.id }, customer);
    await recordRedemptions(tx, tenant, { checkoutId, chargeId: charge.id, discounts: own.discounts }, 'RESERVED');
    return stored;
  });
}

/** The payer's open boleto with the same coupons; without coupons, the one over the same amount. */
async function findOpen(
  deps: ReadDeps,
  tenant: Tenant,
  { checkoutId, payer, codes }: WantedBoleto,
  amountCents: Cents,
): Promise<Charge | undefined> {
  const customer = await findCustomer(deps.db, tenant, deps.sealer, { taxId: payer.taxId });
  if (!customer) return undefined;
  const named = { customerId: customer.id, name: payer.name };
  const open = await findOpenBoletos(deps.db, tenant, checkoutId, named);
  const now = deps.clock.now(tenant);
  const isWanted = (charge: Charge): boolean =>
    codes.length === 0 ? charge.amountCents === amountCents : isSameCoupons(charge.coupons, codes);
  return open.find((charge) => isWanted(charge) && statusAt(charge, now) === 'PENDING');
}

/** The payer of the request, or the customer of the checkout. */
async function findPayer(
  deps: ReadDeps,
  tenant: Tenant,
  checkout: Checkout,
  named: BoletoPayer | undefined,
): Promise<BoletoPayer> {
  if (named) return { ...named, taxId: checkedTaxId(named.taxId) };
  const customer = await findCheckoutCustomer(deps, tenant, checkout);
  if (customer?.name === undefined || customer.taxId === undefined) throw boletoNeedsPayer();
  const { name, taxId, email, address, city, state, zipCode } = customer;
  return { name, taxId, email, address, city, state, zipCode };
}
