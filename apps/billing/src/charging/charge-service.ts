import { maskTaxId, type CrossTenant, type Tenant } from '@pitanga/core';
import type { Charge } from '../charges/charge';
import { chargeNotFound } from '../charges/charge-errors';
import { findCharge, resolveCharge } from '../charges/charge-queries';
import type { CheckoutItem } from '../checkouts/checkout';
import { findCheckout } from '../checkouts/checkout-queries';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps, ReadDeps } from '../deps';
import { listArrivedRefunds } from '../refunds/refund-queries';

/** A transparent charge; NOT_FOUND for a charge of another origin or tenant. */
export async function getTransparentCharge(deps: ReadDeps, tenant: Tenant, id: string): Promise<Charge> {
  const charge = await findCharge(deps.db, tenant, id);
  if (charge?.origin !== 'TRANSPARENT') throw chargeNotFound();
  return charge;
}

/** A charge with what its receipt shows beside it. */
export interface ChargeOnReceipt {
  readonly tenant: Tenant;
  readonly charge: Charge;
  readonly merchantName: string;
  /** What a paid charge of a checkout has bought. */
  readonly items: readonly CheckoutItem[];
  readonly refunds: Awaited<ReturnType<typeof listArrivedRefunds>>;
}

/** What the public receipt page shows. */
export async function resolveChargeForReceipt(deps: Deps, all: CrossTenant, id: string): Promise<ChargeOnReceipt> {
  const found = await resolveCharge(deps.db, all, id);
  // An order that cost nothing has no receipt.
  if (!found || found.charge.method === 'FREE') throw chargeNotFound();
  const { tenant, charge } = found;
  const { merchantName } = await deps.settings.of(deps.db, tenant);
  const { checkoutId, refundedCents } = charge;
  const isBought = charge.paidAt !== undefined && checkoutId !== undefined;
  const items = isBought ? await listBought(deps, tenant, charge, checkoutId) : [];
  const refunds = refundedCents > 0 ? await listArrivedRefunds(deps.db, tenant, id) : [];
  return { tenant, charge: await withTaxId(deps, tenant, charge), merchantName, items, refunds };
}

/** A renewal by a saved card has its holder's name alone: the tax id is that of the subscriber. */
async function withTaxId(deps: Deps, tenant: Tenant, charge: Charge): Promise<Charge> {
  const { payer, subscriptionId, customerId } = charge;
  if (subscriptionId === undefined || payer?.maskedTaxId !== undefined) return charge;
  const customer = await findCustomerById(deps.db, tenant, deps.sealer, customerId);
  if (customer?.taxId === undefined || customer.taxId === '') return charge;
  const name = payer?.name ?? customer.name;
  return { ...charge, payer: { name, maskedTaxId: maskTaxId(customer.taxId), isSameAsCustomer: true } };
}

/** What a charge of a checkout pays for. */
export async function listBought(
  deps: ReadDeps,
  tenant: Tenant,
  { upsellItem }: Pick<Charge, 'upsellItem'>,
  checkoutId: string,
): Promise<readonly CheckoutItem[]> {
  if (upsellItem) return [upsellItem];
  return (await findCheckout(deps.db, tenant, { id: checkoutId }))?.items ?? [];
}
