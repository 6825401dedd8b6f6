import { normalizePhone, type Tenant } from '@pitanga/core';
import { findCard } from '../cards/card-repository';
import type { SavedCard } from '../cards/card';
import type { Charge } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import { findUpsellCharge } from '../charges/upsell-queries';
import type { UpsellItem } from '../charges/upsell-item';
import { hasPayerData, isAmountOfBoleto } from '../charging/boleto-terms';
import { smallestCollectable } from '../charging/collectable';
import type { Checkout } from '../checkouts/checkout';
import type { Customer } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { ReadDeps } from '../deps';
import { offeredProviders, type StoreSetup } from '../managing/store-setup';
import type { PaymentMethod } from '../money/fees';
import type { Product } from '../products/product';
import { findImageKeys, findProduct } from '../products/product-repository';
import type { BoletoPayer } from '../provider/boleto-provider';
import { findAdapter } from '../provider/providers';

/** How the buyer pays for an offer: as the checkout was paid. */
export type UpsellWay =
  | { readonly method: 'PIX' }
  | { readonly method: 'BOLETO'; readonly payer: BoletoPayer }
  /** Without a card it is typed again, on the provider's page. */
  | { readonly method: 'CARD'; readonly card: SavedCard | undefined };

/** What a paid checkout offers its buyer. */
export interface UpsellOffer {
  readonly item: UpsellItem;
  readonly imageKey: string | undefined;
  readonly way: UpsellWay;
  /** What has paid the checkout. */
  readonly settled: Charge;
  readonly customer: Customer | undefined;
}

/** An offer on the page: open, or the charge by which it was taken up. */
export interface ShownUpsell extends Pick<UpsellOffer, 'item' | 'imageKey'> {
  readonly method: PaymentMethod;
  readonly cardLastFour: string | undefined;
  readonly charge: Charge | undefined;
}

const hourMs = 3_600_000;

/** How long after the payment it can be taken up: banks confirm a boleto a business day later or more. */
const openMs: Readonly<Record<PaymentMethod, number>> = { PIX: hourMs, CARD: hourMs, BOLETO: 72 * hourMs };

/** What the page of a paid checkout shows of its offer. Whether the visitor is its buyer is not known here. */
export async function findShownUpsell(
  deps: ReadDeps,
  tenant: Tenant,
  setup: StoreSetup,
  checkout: Checkout,
): Promise<ShownUpsell | undefined> {
  if (checkout.upsellProductId === undefined || checkout.paidChargeId === undefined) return undefined;
  const charge = await findUpsellCharge(deps.db, tenant, checkout.id);
  const item = charge?.upsellItem;
  if (charge && item && charge.method !== 'FREE') {
    const [picture] = await findImageKeys(deps.db, tenant, [item.productId]);
    return { item, imageKey: picture?.imageKey, method: charge.method, cardLastFour: charge.card?.lastFour, charge };
  }
  const offer = await findOffer(deps, tenant, setup, checkout);
  if (!offer) return undefined;
  const { way, imageKey } = offer;
  const cardLastFour = way.method === 'CARD' ? way.card?.lastFour : undefined;
  return { item: offer.item, imageKey, method: way.method, cardLastFour, charge: undefined };
}

/** What a checkout offers now, to whom has not taken it up; undefined for nothing (docs/behaviour/checkouts.md#upsell). */
export async function findOffer(
  deps: ReadDeps,
  tenant: Tenant,
  setup: StoreSetup,
  { upsellProductId, status, paidChargeId }: Checkout,
): Promise<UpsellOffer | undefined> {
  if (upsellProductId === undefined || paidChargeId === undefined || status !== 'PAID') return undefined;
  if (setup.settings.terms.isClosed) return undefined;
  const settled = await findCharge(deps.db, tenant, paidChargeId);
  // Nothing is offered to a buyer who disputes the payment.
  if (settled?.status !== 'PAID' || settled.method === 'FREE' || !isOpen(settled, deps.clock.now(tenant)))
    return undefined;
  const product = await findProduct(deps.db, tenant, { id: upsellProductId, status: 'ACTIVE' });
  if (!product || product.cycle !== undefined) return undefined;
  const customer = await findCustomerById(deps.db, tenant, deps.sealer, settled.customerId);
  const way = await findWay(deps, tenant, setup, { settled, customer, product });
  return way && { item: toItem(product), imageKey: product.imageKey, way, settled, customer };
}

function isOpen({ method, paidAt }: Charge, now: Date): boolean {
  if (method === 'FREE' || paidAt === undefined) return false;
  return now.getTime() < paidAt.getTime() + openMs[method];
}

function toItem({ id: productId, externalId, name, description, priceCents }: Product): UpsellItem {
  return { productId, productExternalId: externalId, name, description, unitPriceCents: priceCents, quantity: 1 };
}

/** Undefined where the method cannot collect the price, or not from this buyer. */
async function findWay(
  deps: ReadDeps,
  tenant: Tenant,
  setup: StoreSetup,
  {
    settled,
    customer,
    product: { priceCents },
  }: Pick<UpsellOffer, 'settled' | 'customer'> & { readonly product: Product },
): Promise<UpsellWay | undefined> {
  const { method } = settled;
  if (method === 'FREE' || priceCents < smallestCollectable(setup, method)) return undefined;
  const { pix, boleto, card: newCards } = offeredProviders(setup, tenant);
  if (method === 'PIX') return pix && { method };
  if (method === 'BOLETO') {
    const payer = toBoletoPayer(settled, customer);
    const isPossible = boleto && isAmountOfBoleto(boleto.rules, priceCents) && hasPayerData(customer, boleto.rules);
    return isPossible && payer ? { method, payer } : undefined;
  }
  // The card stays where it is kept; where it cannot be charged again, only a provider with a page of its own takes another.
  const keeper = findAdapter(setup.providers, 'card', settled.provider);
  // What a wallet paid was confirmed in it once: its card is not charged without it.
  if (settled.card?.wallet !== undefined || (keeper?.needsContact === true && !hasContact(customer))) return undefined;
  const paidBy = settled.card && keeper?.canRenew ? await findCard(deps.db, tenant, settled.card.cardId) : undefined;
  const card = paidBy && keeper?.isKept?.(paidBy.vaultReference) === false ? undefined : paidBy;
  const isTaken = newCards && (card !== undefined || newCards.fields?.kind === 'HOSTED');
  return isTaken ? { method, card } : undefined;
}

function hasContact(customer: Customer | undefined): boolean {
  const { name = '', taxId, email, cellphone = '' } = customer ?? {};
  return name !== '' && taxId !== undefined && email !== undefined && normalizePhone(cellphone) !== undefined;
}

/** The name on the first boleto may be another than the customer's. */
function toBoletoPayer({ boleto }: Charge, customer: Customer | undefined): BoletoPayer | undefined {
  if (customer?.name === undefined || customer.taxId === undefined) return undefined;
  const { taxId, email, address, city, state, zipCode } = customer;
  return { name: boleto?.payerName ?? customer.name, taxId, email, address, city, state, zipCode };
}
