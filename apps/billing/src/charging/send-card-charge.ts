import { isAppError, normalizePhone, providerNotConfigured, type AppError, type Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import type { SavedCard } from '../cards/card';
import { findCard, saveTypedCard } from '../cards/card-repository';
import type { CardDetails, Charge } from '../charges/charge';
import { chargeClosed, chargeNotFound } from '../charges/charge-errors';
import { failCharge } from '../charges/charge-life';
import { findCharge } from '../charges/charge-queries';
import {
  endCardAction,
  saveCardAction,
  saveCardOfCharge,
  saveChargeStatus,
  saveProviderReference,
} from '../charges/charge-repository';
import { lockCharge } from '../checkouts/locked-charge-repository';
import { freeRedemptions } from '../coupons/redemption-repository';
import { findCustomerById } from '../customers/customer-queries';
import type { PaymentDeps, ReadDeps, TxDeps } from '../deps';
import { chargeEvent } from '../messages/charge-events';
import { cardActionUrl } from '../messages/charge-wire';
import type {
  CardAction,
  CardApproval,
  CardAttempt,
  CardDecline,
  CardOrder,
  CardOutcome,
  CardProvider,
  VaultedCard,
} from '../provider/card-provider';
import { findAdapter } from '../provider/providers';
import { confirmAtOnce } from './confirm-payment';
import type { PaymentNotice } from './payment-notice';

/** The payer of a simulated payment; by default the cardholder. */
type CardPayer =
  | {
      readonly name: string | undefined;
      readonly taxId: string | undefined;
      readonly email?: string | undefined;
      readonly cellphone?: string | undefined;
    }
  | undefined;

/**
 * Charges the card of a pending charge, which becomes PAID or FAILED. Safe to retry after a crash or an unknown
 * outcome: the id of the charge identifies the attempt, and the provider charges once.
 */
export async function finishCardCharge(
  deps: PaymentDeps,
  tenant: Tenant,
  id: string,
  payer?: CardPayer,
): Promise<Charge> {
  const charge = await findCharge(deps.db, tenant, id);
  if (!charge?.card) throw chargeNotFound();
  return charge.status === 'PENDING' ? sendCardCharge(deps, tenant, charge, { payer }) : charge;
}

/** The same for a charge that the caller has just read as PENDING, or written. */
export async function sendCardCharge(
  deps: PaymentDeps,
  tenant: Tenant,
  charge: Charge,
  by: { readonly payer?: CardPayer; readonly card?: SavedCard; readonly isOffSession?: boolean } = {},
): Promise<Charge> {
  const { payer, isOffSession = false } = by;
  const details = charge.card;
  const card = by.card ?? (details && (await findCard(deps.db, tenant, details.cardId)));
  if (!details || !card) throw new Error(`charge ${charge.id} has no card`);
  const outcome = await orderCharge(deps, tenant, charge, details, { card, isOffSession, payer });
  return applyOutcome(deps, tenant, charge, outcome, payer ?? toPayer(card), card);
}

/**
 * Charges the card of a pending charge, and returns the payment for the caller to confirm, or another outcome for it to
 * apply.
 */
export async function authorizeCard(
  deps: PaymentDeps,
  tenant: Tenant,
  charge: Charge,
  details: CardDetails,
  by: { readonly card: SavedCard; readonly isOffSession: boolean },
): Promise<{ readonly notice: PaymentNotice } | { readonly outcome: CardOutcome; readonly payer: CardPayer }> {
  const outcome = await orderCharge(deps, tenant, charge, details, by);
  const payer = toPayer(by.card);
  if (outcome.status !== 'APPROVED' || charge.actionSince) return { outcome, payer };
  return { notice: toNotice(charge, outcome, payer, by.card) };
}

async function orderCharge(
  deps: PaymentDeps,
  tenant: Tenant,
  charge: Charge,
  { installmentCount }: CardDetails,
  {
    card,
    isOffSession,
    payer,
  }: { readonly card: SavedCard; readonly isOffSession: boolean; readonly payer?: CardPayer },
): Promise<CardOutcome> {
  // Begun while the store offered it.
  const provider = findAdapter(await deps.findProviders(tenant), 'card', charge.provider);
  if (!provider) throw providerNotConfigured('CARD');
  const order: CardOrder = {
    attemptId: charge.id,
    reference: charge.providerReference,
    vaultReference: card.vaultReference,
    amountCents: charge.amountCents,
    installments: installmentCount,
    isOffSession,
    returnUrl: `${cardActionUrl(deps.publicUrl, charge.id)}?back=1`,
    payer: await findOrderPayer(deps, tenant, charge, payer, provider.needsContact === true),
  };
  return sendOrder(deps, tenant, charge, provider, order);
}

/** The payer that the order names: as entered, and else, or where more is needed, the customer of the charge. */
async function findOrderPayer(
  deps: ReadDeps,
  tenant: Tenant,
  { customerId }: Charge,
  entered: CardPayer,
  needsContact: boolean,
): Promise<CardOrder['payer']> {
  const { name, taxId } = entered ?? {};
  const isNamed = name !== undefined && taxId !== undefined;
  if (isNamed && !needsContact) return { name, taxId };
  const customer = await findCustomerById(deps.db, tenant, deps.sealer, customerId);
  const contact = {
    email: entered?.email ?? customer?.email,
    cellphone: normalizePhone(entered?.cellphone ?? customer?.cellphone ?? ''),
  };
  if (isNamed) return { name, taxId, ...contact };
  if (!customer?.name || customer.taxId === undefined) return undefined;
  return { name: customer.name, taxId: customer.taxId, ...contact };
}

async function sendOrder(
  deps: PaymentDeps,
  tenant: Tenant,
  charge: Charge,
  provider: CardProvider,
  order: CardOrder,
): Promise<CardOutcome> {
  let { reference } = order;
  try {
    const prepared = reference ?? (await provider.prepareCharge(order));
    if (typeof prepared === 'object') return prepared;
    reference = await storedReference(deps, tenant, charge, prepared);
    return await provider.chargeCard({ ...order, reference });
  } catch (error) {
    if (!isAppError(error) || error.kind !== 'FAILED_PRECONDITION') throw error;
    // The provider refused it for good. Ended there first, so that nothing can charge it after it has failed here.
    return (await provider.cancelCardCharge({ attemptId: charge.id, reference })) ?? refusedFor(error);
  }
}

function refusedFor({ metadata }: AppError): CardDecline {
  const message = 'O provedor não aceitou o pagamento.';
  return { status: 'DECLINED', code: metadata['providerCode'] ?? 'REFUSED', declineClass: 'REVERSIBLE', message };
}

/** Before the card is charged: after a crash, or when the charge is closed meanwhile, the attempt is found by it. */
async function storedReference(
  { db }: ReadDeps,
  tenant: Tenant,
  { id, providerReference }: Charge,
  prepared: string | undefined,
): Promise<string | undefined> {
  if (prepared === undefined || prepared === providerReference) return prepared;
  const stored = await saveProviderReference(db, tenant, id, prepared);
  if (stored === undefined) throw chargeClosed();
  return stored;
}

/** The attempt of a charge at its provider. */
export function toAttempt({ id: attemptId, providerReference: reference }: Charge): CardAttempt {
  return { attemptId, reference };
}

/** How long a buyer's confirmation is not read again by a job. */
const actionReadEveryMs = 30_000;

/** Saves the outcome of a card charge; a repeat changes nothing. */
export async function applyOutcome(
  deps: PaymentDeps,
  tenant: Tenant,
  charge: Charge,
  outcome: CardOutcome,
  payer?: CardPayer,
  /** If the caller has read it. */
  card?: SavedCard,
): Promise<Charge> {
  if (outcome.status === 'REQUIRES_ACTION') return awaitAction(deps, tenant, charge, outcome);
  if (outcome.status === 'DECLINED') return transact(deps, (tx) => declineCharge(tx, tenant, charge, outcome));
  const ended = await confirmCharge(deps, tenant, charge, outcome, payer, card);
  if (charge.actionSince) await endCardAction(deps.db, tenant, charge.id);
  return ended;
}

/** The charge stays PENDING until its buyer has confirmed it at the provider. */
async function awaitAction(
  deps: ReadDeps,
  tenant: Tenant,
  charge: Charge,
  { readAgainMs = actionReadEveryMs }: CardAction,
): Promise<Charge> {
  const now = deps.clock.real();
  const since = charge.actionSince ?? now;
  await saveCardAction(deps.db, tenant, charge.id, { since, dueAt: new Date(now.getTime() + readAgainMs) });
  return { ...charge, actionSince: since };
}

async function confirmCharge(
  deps: PaymentDeps,
  tenant: Tenant,
  charge: Charge,
  approval: CardApproval,
  payer: CardPayer,
  card: SavedCard | undefined,
): Promise<Charge> {
  const typed = approval.card && (await saveTyped(deps, tenant, charge, approval.card));
  const paidBy = payer ?? (await findCardholder(deps, tenant, charge));
  return confirmAtOnce(deps, tenant, toNotice(typed ?? charge, approval, paidBy, typed ? undefined : card));
}

/** Keeps the card that was typed on the provider's page before its payment is booked: a crash between the two repeats both. */
async function saveTyped(deps: ReadDeps, tenant: Tenant, charge: Charge, typed: VaultedCard): Promise<Charge> {
  const { card } = charge;
  if (!card || card.lastFour !== '') return charge;
  const { brand, lastFour } = typed;
  await saveTypedCard(deps.db, tenant, card.cardId, typed);
  await saveCardOfCharge(deps.db, tenant, charge.id, { brand, lastFour });
  return { ...charge, card: { ...card, brand, lastFour } };
}

function toNotice(
  charge: Charge,
  { authorizationId: reference, owner }: CardApproval,
  payer: CardPayer,
  card: SavedCard | undefined,
): PaymentNotice {
  const { id: chargeId, amountCents } = charge;
  return { chargeId, known: charge, card, rail: 'CARD', amountCents, reference, payer, owner };
}

/**
 * Fails a PENDING charge. Another card could still pay what its provider prepared for it, so that is cancelled there by the
 * job that reads confirmations, which calls this again.
 */
export async function declineCharge(tx: TxDeps, tenant: Tenant, charge: Charge, outcome: CardDecline): Promise<Charge> {
  const { code, declineClass, message } = outcome;
  const locked = (await lockCharge(tx.db, tenant, charge))?.charge;
  if (locked?.status !== 'PENDING') {
    if (locked?.actionSince) await endCardAction(tx.db, tenant, charge.id);
    return locked ?? charge;
  }
  const real = tx.clock.real();
  if (locked.providerReference !== undefined)
    await saveCardAction(tx.db, tenant, charge.id, { since: real, dueAt: real });
  const failed = failCharge(locked, { code, declineClass, message }, tx.clock.now(tenant));
  await saveChargeStatus(tx.db, tenant, locked, failed);
  if (failed.origin !== 'CHECKOUT' && failed.checkoutId !== undefined && failed.coupons.length > 0) {
    await freeRedemptions(tx.db, tenant, { checkoutId: failed.checkoutId, chargeId: failed.id }, failed.updatedAt);
  }
  const customer = await findCustomerById(tx.db, tenant, tx.sealer, failed.customerId);
  await appendEvents(tx.db, [chargeEvent('charge.failed', tx, tenant, failed, customer)], real);
  return failed;
}

async function findCardholder(deps: ReadDeps, tenant: Tenant, { card }: Charge): Promise<CardPayer> {
  const saved = card && (await findCard(deps.db, tenant, card.cardId));
  return saved && toPayer(saved);
}

function toPayer({ holderName }: SavedCard): CardPayer {
  return { name: holderName === '' ? undefined : holderName, taxId: undefined };
}
