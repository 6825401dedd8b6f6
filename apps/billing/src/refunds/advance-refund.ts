import { isAppError, providerNotConfigured, type AppError, type Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import { chargeFact } from '../charges/charge-wire';
import { findCharge } from '../charges/charge-queries';
import { snapshotOf, type Customer } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { Charge } from '../charges/charge';
import type { Deps } from '../deps';
import type { RefundReading } from '../provider/refund-reading';
import { backoffMs, type Refund } from './refund';
import { concludeRefund, refuseRefund } from './conclude-refund';
import { refundEvent } from './refund-events';
import { lockRefund, postponeRefund, saveRefund } from './refund-repository';

/** The simulator ends a refund after two seconds; a bank takes longer and is asked less often. */
const firstWatchMs = 2_000;

/**
 * Does the next step of a refund and answers how it stands then. Every step may be done again: the ledger and the
 * provider know a repeat by the refund's id. Throws what the ledger or the provider threw, with nothing changed.
 */
export async function advanceRefund(deps: Deps, tenant: Tenant, refund: Refund): Promise<Refund> {
  switch (refund.step) {
    case 'RESERVE':
      return reserve(deps, tenant, refund);
    case 'SEND':
      return follow(deps, tenant, refund, await sendOrRefused(deps, tenant, refund));
    case 'WATCH':
      return follow(deps, tenant, refund, await read(deps, tenant, refund));
    case 'KEY':
    case 'DONE':
      return refund;
  }
}

/** The same for the job: whatever goes wrong, the refund is tried again later, or FAILS where that is certain. */
export async function tryAdvanceRefund(deps: Deps, tenant: Tenant, refund: Refund): Promise<void> {
  try {
    await advanceOrRefuse(deps, tenant, refund);
  } catch (error) {
    deps.log.warn({ err: error, refundId: refund.id, step: refund.step }, 'refund step failed, tried again later');
    const runAt = new Date(deps.clock.real().getTime() + backoffMs(refund.attempts));
    await postponeRefund(deps.db, tenant, refund.id, runAt);
  }
}

async function advanceOrRefuse(deps: Deps, tenant: Tenant, refund: Refund): Promise<void> {
  try {
    await advanceRefund(deps, tenant, refund);
  } catch (error) {
    // Only a refused reserve is certain here: later on a refusal may be of a question, and says nothing of the money.
    if (refund.step !== 'RESERVE' || !isRefusal(error)) throw error;
    await refuseRefund(deps, tenant, refund, error.message);
  }
}

/** Whoever was asked understood and said no: asking again changes nothing. */
function isRefusal(error: unknown): error is AppError {
  return isAppError(error) && (error.kind === 'FAILED_PRECONDITION' || error.kind === 'INVALID_ARGUMENT');
}

async function reserve(deps: Deps, tenant: Tenant, refund: Refund): Promise<Refund> {
  const { charge, customer } = await subjectOf(deps, tenant, refund);
  await deps.ledger.reserveHold(
    {
      tenant,
      holdId: refund.id,
      purpose: 'HOLD_PURPOSE_REFUND',
      amountCents: refund.amountCents,
      feeCents: 0,
      occurredAt: refund.createdAt,
      description: refund.reason,
      charge: chargeFact(charge, deps.publicUrl),
      customer: customer && snapshotOf(customer),
      externalId: undefined,
    },
    { requestId: deps.ids.next('request', deps.clock.real()) },
  );
  return move(deps, tenant, refund, { ...refund, step: 'SEND', requestedAt: deps.clock.real(), attempts: 0 }, 0);
}

async function subjectOf(
  deps: Deps,
  tenant: Tenant,
  refund: Refund,
): Promise<{ readonly charge: Charge; readonly customer: Customer | undefined }> {
  const charge = await findCharge(deps.db, tenant, refund.chargeId);
  if (!charge) throw new Error(`refund ${refund.id} has no charge`);
  return { charge, customer: await findCustomerById(deps.db, tenant, deps.sealer, charge.customerId) };
}

/** FAILED when the provider refuses, unless an attempt whose answer was lost had got through. */
async function sendOrRefused(deps: Deps, tenant: Tenant, refund: Refund): Promise<RefundReading> {
  try {
    return await send(deps, tenant, refund);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const known = await read(deps, tenant, refund);
    return known ?? { status: 'FAILED', reference: undefined, failureReason: error.message };
  }
}

async function send(deps: Deps, tenant: Tenant, refund: Refund): Promise<RefundReading> {
  const { pix, card, transfer } = await deps.providersOf(tenant);
  const order = orderOf(deps, refund);
  if (refund.rail === 'PIX' && pix) return pix.refundPix(order);
  if (refund.rail === 'CARD' && card) return card.refundCard(order);
  if (refund.rail === 'TRANSFER' && transfer) return transfer.sendTransfer({ ...order, ...keyOf(refund) });
  throw providerNotConfigured(refund.rail);
}

async function read(deps: Deps, tenant: Tenant, refund: Refund): Promise<RefundReading | undefined> {
  const { pix, card, transfer } = await deps.providersOf(tenant);
  const order = orderOf(deps, refund);
  if (refund.rail === 'PIX' && pix) return pix.readPixRefund(order);
  if (refund.rail === 'CARD' && card) return card.readCardRefund(order);
  if (refund.rail === 'TRANSFER' && transfer) return transfer.readTransfer({ ...order, ...keyOf(refund) });
  throw providerNotConfigured(refund.rail);
}

function orderOf(deps: Deps, { id, target, amountCents, requestedAt, orderNumber }: Refund) {
  // The provider answers a repeat as it answered the first: what it refused is another order when begun anew.
  const refundId = orderNumber === 0 ? id : `${id}x${String(orderNumber)}`;
  return { refundId, target, amountCents, requestedAt, now: deps.clock.real() };
}

function keyOf({ id, pixKey }: Refund) {
  if (!pixKey) throw new Error(`refund ${id} has no Pix key`);
  return { keyType: pixKey.type, key: pixKey.key };
}

/** What a reading means: ended, still under way, or unknown there and to be sent again. */
async function follow(deps: Deps, tenant: Tenant, refund: Refund, reading: RefundReading | undefined): Promise<Refund> {
  if (!reading) return move(deps, tenant, refund, { ...refund, step: 'SEND' }, 0);
  if (reading.status !== 'PENDING') return concludeRefund(deps, tenant, refund, reading);
  const isFirst = refund.step === 'SEND';
  const watched: Refund = { ...refund, step: 'WATCH', attempts: isFirst ? 0 : refund.attempts + 1 };
  return move(deps, tenant, refund, watched, isFirst ? firstWatchMs : backoffMs(watched.attempts));
}

async function move(deps: Deps, tenant: Tenant, from: Refund, to: Refund, delayMs: number): Promise<Refund> {
  const runAt = new Date(deps.clock.real().getTime() + delayMs);
  return inTransaction(deps.db, async (db) => {
    const current = await lockRefund(db, tenant, deps.sealer, from.id);
    // Another worker was here first, with the same order: its step counts.
    if (current?.step !== from.step) return current ?? from;
    await saveRefund(db, tenant, deps.sealer, from, to, runAt);
    const wasReserved = from.step === 'RESERVE';
    if (wasReserved) await appendEvents(db, [refundEvent('refund.created', deps, tenant, to)], deps.clock.real());
    return to;
  });
}
