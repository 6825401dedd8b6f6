import type { Cents, Tenant } from '@pitanga/core';
import { transact, type Db } from '@pitanga/database';
import type { SavedCard } from '../cards/card';
import type { Charge } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import { boletoDueDate } from '../charges/due-date';
import { findUpsellCharge } from '../charges/upsell-queries';
import { storeCharge } from '../charging/create-charge';
import { newBoletoCharge, newCardCharge, newPixCharge, type ChargeTerms } from '../charging/new-charge';
import { boletoProvidersFor, pixProvidersFor, providerOfCard } from '../charging/provider-for';
import { finishCardCharge } from '../charging/send-card-charge';
import type { Checkout } from '../checkouts/checkout';
import { checkoutNotFound, paymentChanged, upsellOver } from '../checkouts/checkout-errors';
import { findCheckout } from '../checkouts/checkout-queries';
import { lockCheckout } from '../checkouts/checkout-repository';
import type { Deps } from '../deps';
import { createCardToken, useCardToken } from '../managing/card-service';
import { findSetup, type StoreSetup } from '../managing/store-setup';
import type { BoletoPayer } from '../provider/boleto-provider';
import { toTerms } from './open-payment';
import { findOffer, type UpsellOffer } from './upsell-offer';

/** How long the Pix code of an offer can be paid. */
const pixOpenMs = 3_600_000;

/**
 * Takes up what a paid checkout offers (docs/behaviour/checkouts.md#upsell). A checkout has one charge for it, so that calls at
 * the same time and repeats answer that charge, and a card whose request died is sent on: its provider charges an attempt
 * once. FAILED_PRECONDITION UPSELL_OVER where nothing is offered, ABORTED PAYMENT_CHANGED unless it costs what was shown.
 */
export async function acceptUpsell(deps: Deps, tenant: Tenant, checkoutId: string, shownCents: Cents): Promise<Charge> {
  const taken = await findUpsellCharge(deps.db, tenant, checkoutId);
  const charge = taken ?? (await openCharge(deps, tenant, checkoutId, shownCents));
  const isToSend = charge.method === 'CARD' && charge.status === 'PENDING' && charge.actionSince === undefined;
  if (!isToSend) return charge;
  // One that may not be sent any more is ended by the job that reads what became of it.
  const checkout = taken && (await findCheckout(deps.db, tenant, { id: checkoutId }));
  if (taken && !(await isStillPaid(deps.db, tenant, checkout))) return charge;
  return finishCardCharge(deps, tenant, charge.id);
}

/** Whether neither the checkout nor what paid it was refunded or disputed since. */
async function isStillPaid(db: Db, tenant: Tenant, checkout: Checkout | undefined): Promise<boolean> {
  if (checkout?.status !== 'PAID' || checkout.paidChargeId === undefined) return false;
  return (await findCharge(db, tenant, checkout.paidChargeId))?.status === 'PAID';
}

async function openCharge(deps: Deps, tenant: Tenant, checkoutId: string, shownCents: Cents): Promise<Charge> {
  const checkout = await findCheckout(deps.db, tenant, { id: checkoutId });
  if (!checkout) throw checkoutNotFound();
  const setup = await findSetup(deps, tenant);
  const offer = await findOffer(deps, tenant, setup, checkout);
  if (!offer) throw upsellOver();
  if (offer.item.unitPriceCents !== shownCents) throw paymentChanged();
  // Before the lock: a provider is never called while rows are locked. The loser of a race drops its charge.
  const charge = await makeCharge(deps, tenant, setup, checkout, offer);
  return transact(deps, async (tx) => {
    const locked = await lockCheckout(tx.db, tenant, checkoutId);
    const other = await findUpsellCharge(tx.db, tenant, checkoutId);
    if (other) return other;
    if (!(await isStillPaid(tx.db, tenant, locked))) throw upsellOver();
    return storeCharge(tx, tenant, charge, offer.customer);
  });
}

async function makeCharge(
  deps: Deps,
  tenant: Tenant,
  setup: StoreSetup,
  checkout: Checkout,
  offer: UpsellOffer,
): Promise<Charge> {
  const { way } = offer;
  const terms = toUpsellTerms(checkout, offer, deps.clock.now(tenant));
  switch (way.method) {
    case 'PIX':
      return newPixCharge(deps, tenant, pixProvidersFor(setup, tenant, false, undefined), setup.settings, terms);
    case 'BOLETO':
      return makeBoleto(deps, tenant, setup, terms, way.payer);
    case 'CARD':
      return makeCardCharge(deps, tenant, setup, terms, way.card);
  }
}

/** The full price: no coupon, no fee of the buyer's, and nothing to sub-accounts. */
function toUpsellTerms(checkout: Checkout, { item, settled }: UpsellOffer, now: Date): ChargeTerms {
  const { customerId, skipCustomer, utms } = settled;
  const paid = { amountCents: item.unitPriceCents, couponsUsed: [], skipCustomer, utms };
  return {
    ...toTerms(checkout, paid, now),
    customerId,
    expiresAt: new Date(now.getTime() + pixOpenMs),
    splits: undefined,
    upsellItem: item,
  };
}

async function makeBoleto(
  deps: Deps,
  tenant: Tenant,
  setup: StoreSetup,
  terms: ChargeTerms,
  payer: BoletoPayer,
): Promise<Charge> {
  const { dueDate, expiresAt } = boletoDueDate(undefined, deps.clock.now(tenant));
  const conditions = { dueDate, interestBasisPoints: undefined, fine: undefined, payer };
  const takers = boletoProvidersFor(setup, tenant);
  const charge = await newBoletoCharge(deps, tenant, takers, setup.settings, { ...terms, expiresAt }, conditions);
  return { ...charge, boleto: charge.boleto && { ...charge.boleto, payerName: payer.name } };
}

async function makeCardCharge(
  deps: Deps,
  tenant: Tenant,
  setup: StoreSetup,
  terms: ChargeTerms,
  kept: SavedCard | undefined,
): Promise<Charge> {
  const card = kept ?? (await makePageCard(deps, tenant));
  const { name } = providerOfCard(setup, tenant, card);
  const { id: cardId, brand, lastFour } = card;
  return newCardCharge(deps, tenant, name, setup.settings, terms, { cardId, brand, lastFour, installmentCount: 1 });
}

/** A card that the buyer types on the provider's page. */
async function makePageCard(deps: Deps, tenant: Tenant): Promise<SavedCard> {
  const { id: token } = await createCardToken(deps, tenant, { isTypedAtProvider: true });
  return useCardToken(deps.db, tenant, token, deps.clock.real());
}
