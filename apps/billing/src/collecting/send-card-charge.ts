import { providerNotConfigured, type Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import { findCard } from '../cards/card-repository';
import type { CardDetails, Charge } from '../charges/charge';
import { chargeNotFound } from '../charges/charge-errors';
import { failCharge } from '../charges/charge-life';
import { findCharge } from '../charges/charge-queries';
import { lockCharge, saveChargeStatus } from '../charges/charge-repository';
import { lockCheckout } from '../checkouts/checkout-repository';
import { freeRedemptions } from '../coupons/redemption-repository';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps } from '../deps';
import { chargeEvent } from '../messages/charge-events';
import type { CardOutcome } from '../provider/card-provider';
import { confirmPayment } from './confirm-payment';

/** The payer of a simulated payment; by default the cardholder. */
type CardPayer = { readonly name: string | undefined; readonly taxId: string | undefined } | undefined;

/**
 * Charges the card of a pending charge, which becomes PAID or FAILED. Safe to retry after a crash or an unknown
 * outcome: the id of the charge identifies the attempt, and the provider charges once.
 */
export async function finishCardCharge(
  deps: Deps,
  tenant: Tenant,
  chargeId: string,
  payer?: CardPayer,
): Promise<Charge> {
  const charge = await findCharge(deps.db, tenant, chargeId);
  if (!charge?.card) throw chargeNotFound();
  return charge.status === 'PENDING' ? sendCardCharge(deps, tenant, charge, charge.card, payer) : charge;
}

/** The same for a charge that the caller has just read as PENDING. */
export async function sendCardCharge(
  deps: Deps,
  tenant: Tenant,
  charge: Charge,
  { cardId, installmentCount }: CardDetails,
  payer?: CardPayer,
): Promise<Charge> {
  // Begun while the store offered it.
  const { card: provider } = await deps.providersOf(tenant);
  if (!provider) throw providerNotConfigured('CARD');
  const card = await findCard(deps.db, tenant, cardId);
  if (!card) throw new Error(`charge ${charge.id} has no card`);
  const { merchantName } = await deps.settings.of(deps.db, tenant);
  const outcome = await provider.chargeCard({
    attemptId: charge.id,
    vaultReference: card.vaultReference,
    amountCents: charge.amountCents,
    installments: installmentCount,
    merchantName,
  });
  return applyOutcome(deps, tenant, charge, outcome, payer ?? { name: card.holderName, taxId: undefined });
}

/** Saves the outcome of a card charge; a repeat changes nothing. */
export async function applyOutcome(
  deps: Deps,
  tenant: Tenant,
  charge: Charge,
  outcome: CardOutcome,
  payer?: CardPayer,
): Promise<Charge> {
  if (outcome.status === 'APPROVED') {
    const { id: chargeId, amountCents } = charge;
    const reference = outcome.authorizationId;
    const paidBy = payer ?? (await findCardholder(deps, tenant, charge));
    return confirmPayment(deps, tenant, {
      chargeId,
      known: charge,
      rail: 'CARD',
      amountCents,
      reference,
      payer: paidBy,
    });
  }
  const { code, declineClass, message } = outcome;
  return inTransaction(deps.db, async (db) => {
    // The checkout first, as in every transaction.
    if (charge.checkoutId !== undefined) await lockCheckout(db, tenant, charge.checkoutId);
    const locked = await lockCharge(db, tenant, charge.id);
    if (locked?.status !== 'PENDING') return locked ?? charge;
    const failed = failCharge(locked, { code, declineClass, message }, deps.clock.now(tenant));
    await saveChargeStatus(db, tenant, locked, failed);
    if (failed.origin !== 'CHECKOUT' && failed.checkoutId !== undefined && failed.coupons.length > 0) {
      await freeRedemptions(db, tenant, { checkoutId: failed.checkoutId, chargeId: failed.id }, failed.updatedAt);
    }
    const customer = await findCustomerById(db, tenant, deps.sealer, failed.customerId);
    await appendEvents(db, [chargeEvent('charge.failed', deps, tenant, failed, customer)], deps.clock.real());
    return failed;
  });
}

async function findCardholder(deps: Deps, tenant: Tenant, { card }: Charge): Promise<CardPayer> {
  const saved = card && (await findCard(deps.db, tenant, card.cardId));
  return saved && { name: saved.holderName, taxId: undefined };
}
