import { saoPauloDay, type Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import { statusAt, type Charge } from '../charges/charge';
import { boletoNeedsPayer, chargeNotPayable } from '../charges/charge-errors';
import { findOpenBoletos } from '../charges/charge-queries';
import type { Checkout } from '../checkouts/checkout';
import { paymentChanged } from '../checkouts/checkout-errors';
import { checkedTaxId } from '../customers/customer';
import { findCustomer } from '../customers/customer-queries';
import type { Deps } from '../deps';
import { findOrCreateCustomer } from '../managing/customer-service';
import { discountedTerms } from './apply-coupons';
import { customerOf, registerBoleto, storeBoleto, type BoletoPayer } from './open-payment';
import { applyCheckoutCoupons } from './pay-checkout';
import { findPayable, isLink, isSameCoupons, lockWithCoupons, untilUnchanged } from './payment-terms';
import { boletoProviderFor } from './provider-for';
import { previewCoupons, recordRedemptions } from './reserve-coupons';

type NamedPayer = BoletoPayer & { readonly email?: string | undefined };

export interface CheckoutBoleto {
  readonly checkoutId: string;
  /** Absent: the checkout's customer, who then needs a name and a tax id. */
  readonly payer: NamedPayer | undefined;
  readonly coupons: readonly string[];
  /** Of a link's page: whose payment it is. */
  readonly visitor: string | undefined;
}

/**
 * The open boleto of a payer for what is to be paid now, registered on the first call. The payer becomes the
 * customer of a checkout that has none once it is paid. Undefined when coupons left nothing to pay.
 */
export async function openCheckoutBoleto(
  deps: Deps,
  tenant: Tenant,
  asked: CheckoutBoleto,
): Promise<Charge | undefined> {
  const { checkoutId } = asked;
  const seen = await findPayable(deps, tenant, checkoutId, 'BOLETO');
  await boletoProviderFor(deps, tenant);
  const payer = await payerOf(deps, tenant, seen, asked.payer);
  if (isLink(seen)) {
    const open = { checkoutId, payer, codes: asked.coupons, visitor: asked.visitor };
    return untilUnchanged(() => openOrReuse(deps, tenant, open));
  }
  if (asked.coupons.length > 0) {
    const { amountCents } = await applyCheckoutCoupons(deps, tenant, checkoutId, asked.coupons);
    if (amountCents === 0) return undefined;
  }
  return untilUnchanged(() => openOrReuse(deps, tenant, { checkoutId, payer, codes: [], visitor: undefined }));
}

interface WantedBoleto {
  readonly checkoutId: string;
  readonly payer: NamedPayer;
  /** Of a link; a checkout has its own in its amount already. */
  readonly codes: readonly string[];
  readonly visitor: string | undefined;
}

async function openOrReuse(deps: Deps, tenant: Tenant, wanted: WantedBoleto): Promise<Charge | undefined> {
  const { checkoutId, payer, codes, visitor } = wanted;
  const checkout = await findPayable(deps, tenant, checkoutId);
  // Looked for before the coupons are: this very boleto may have used the last one.
  const open = await findOpen(deps, tenant, wanted, checkout.amountCents);
  if (open) return open;
  const terms =
    codes.length === 0 ? checkout : discountedTerms(checkout, await previewCoupons(deps, tenant, checkout, codes));
  if (terms.amountCents === 0) {
    await applyCheckoutCoupons(deps, tenant, checkoutId, codes);
    return undefined;
  }
  // A boleto with a fine keeps its checkout open beyond the due date; no bank registers a new one after it.
  const isOverdue = checkout.dueDate !== undefined && checkout.dueDate < saoPauloDay(deps.clock.now(tenant));
  if (isOverdue) throw chargeNotPayable('EXPIRED');
  // Registered before the lock: a provider is never called while rows are locked. The loser of a race drops its own.
  const charge = await registerBoleto(deps, tenant, checkout, { ...terms, visitor }, payer);
  return inTransaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    const { checkout: locked, terms: own } = await lockWithCoupons(tx, tenant, checkoutId, codes);
    const isOutdated = own.amountCents !== charge.amountCents || !isSameCoupons(own.couponsUsed, charge.coupons);
    if (isOutdated || (await findOpen(tx, tenant, wanted, locked.amountCents))) throw paymentChanged();
    const { name, taxId, email } = payer;
    const customer = await findOrCreateCustomer(tx, tenant, { name, taxId, email, metadataJson: '{}' });
    const stored = await storeBoleto(tx, tenant, locked, { ...charge, customerId: customer.id }, customer);
    await recordRedemptions(tx, tenant, { checkoutId, chargeId: charge.id, discounts: own.discounts }, 'RESERVED');
    return stored;
  });
}

/** The payer's open boleto with the same coupons; of a checkout, or without any, the one for the same amount. */
async function findOpen(
  deps: Deps,
  tenant: Tenant,
  { checkoutId, payer, codes }: WantedBoleto,
  amountCents: number,
): Promise<Charge | undefined> {
  const customer = await findCustomer(deps.db, tenant, deps.sealer, { taxId: payer.taxId });
  if (!customer) return undefined;
  const named = { customerId: customer.id, name: payer.name };
  const open = await findOpenBoletos(deps.db, tenant, checkoutId, named);
  const now = deps.clock.now(tenant);
  const fits = (charge: Charge): boolean =>
    codes.length === 0 ? charge.amountCents === amountCents : isSameCoupons(charge.coupons, codes);
  return open.find((charge) => fits(charge) && statusAt(charge, now) === 'PENDING');
}

/** Who is named, else the customer the checkout was made for. */
async function payerOf(
  deps: Deps,
  tenant: Tenant,
  checkout: Checkout,
  named: NamedPayer | undefined,
): Promise<NamedPayer> {
  if (named) return { ...named, taxId: checkedTaxId(named.taxId) };
  const customer = await customerOf(deps, tenant, checkout);
  if (customer?.name === undefined || customer.taxId === undefined) throw boletoNeedsPayer();
  return { name: customer.name, taxId: customer.taxId };
}
