import { isAppError, type AppError, type Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import { snapshotOf, type Customer } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps } from '../deps';
import { chargeFact } from '../messages/charge-wire';
import { refundEvent } from '../messages/refund-events';
import { refusalOf, type RefundFailure, type RefundReading } from '../provider/refund-reading';
import { backoffMs, isLost, orderSettlesMs, type Refund } from '../refunds/refund';
import { refundInFlight } from '../refunds/refund-errors';
import { lockRefund, postponeRefund, saveRefund } from '../refunds/refund-repository';
import { concludeRefund } from './conclude-refund';
import { refundProviderFor } from './refund-provider';
import { refuseIntent, takeBack } from './take-back-refund';

/** Longer than a provider may take to answer: a crash meanwhile is noticed then. */
const sendLeaseMs = 60_000;
/** The simulator ends a refund after two seconds; a bank takes longer and is asked less often. */
const firstWatchMs = 2_000;

/**
 * Does the next step of a refund and answers how it stands then. Every step may be done again: the ledger and the
 * provider know a repeat by the refund's id, and only who moves a refund to WATCH gives it to the provider. Throws what
 * the ledger or the provider threw; the step stands then, and is tried again.
 */
export async function advanceRefund(deps: Deps, tenant: Tenant, refund: Refund): Promise<Refund> {
  switch (refund.step) {
    case 'RESERVE':
      return reserve(deps, tenant, refund);
    case 'TAKE_BACK':
      await takeBack(deps, tenant, refund);
      return refund;
    case 'SEND':
      return send(deps, tenant, refund);
    case 'WATCH':
      return watch(deps, tenant, refund);
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
    await refuseIntent(deps, tenant, refund, refusalOf(error));
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
  const reserved = { step: 'SEND', requestedAt: deps.clock.real(), attempts: 0 } as const;
  const { refund: current, isOurs } = await move(deps, tenant, refund, reserved, 0);
  // Another worker was refused and gives the hold up, this one's with it.
  if (!isOurs && (current.step === 'RESERVE' || current.step === 'TAKE_BACK')) throw refundInFlight();
  return current;
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

/**
 * Gives the order to the provider. That it will be is written down first, so that neither a crash nor another worker
 * sends what may have been sent: from then on the provider is asked, not told.
 */
async function send(deps: Deps, tenant: Tenant, refund: Refund): Promise<Refund> {
  const provider = await refundProviderFor(deps, tenant, refund);
  const order = { step: 'WATCH', account: provider.account, sentAt: deps.clock.real(), attempts: 0 } as const;
  const claim = await move(deps, tenant, refund, order, sendLeaseMs);
  if (!claim.isOurs) return claim.refund;
  const sent = claim.refund;
  const answer = await provider.send(sent).catch((error: unknown) => {
    if (isRefusal(error)) return error;
    throw error;
  });
  if (!isAppError(answer)) return follow(deps, tenant, sent, answer, 0, firstWatchMs);
  const known = await provider.read(sent);
  if (known) return follow(deps, tenant, sent, known, 0, firstWatchMs);
  // An earlier order may have got through all the same: until it is too old for that, the provider is asked.
  const isFirst = refund.sentAt === undefined && refund.attempts === 0;
  return refuseSent(deps, tenant, sent, refusalOf(answer), isFirst);
}

/** Writes the refusal down before the money is given back for it, so that a crash between the two sends nothing more. */
async function refuseSent(
  deps: Deps,
  tenant: Tenant,
  sent: Refund,
  failure: RefundFailure,
  isCertain: boolean,
): Promise<Refund> {
  const { failureReason, providerCode } = failure;
  const noted = await move(deps, tenant, sent, { refusal: failureReason, providerCode }, orderSettlesMs);
  return noted.isOurs && isCertain ? concludeRefund(deps, tenant, noted.refund, failed(failure)) : noted.refund;
}

async function watch(deps: Deps, tenant: Tenant, refund: Refund): Promise<Refund> {
  const provider = await refundProviderFor(deps, tenant, refund);
  const reading = await provider.read(refund);
  const attempts = refund.attempts + 1;
  if (reading) return follow(deps, tenant, refund, reading, attempts, backoffMs(attempts));
  const { sentAt = refund.requestedAt, refusal, providerCode } = refund;
  if (!isLost(sentAt, deps.clock.real())) {
    return (await move(deps, tenant, refund, { attempts }, backoffMs(attempts))).refund;
  }
  if (refusal !== undefined)
    return concludeRefund(deps, tenant, refund, failed({ failureReason: refusal, providerCode }));
  return (await move(deps, tenant, refund, { step: 'SEND', sentAt }, 0)).refund;
}

function failed(failure: RefundFailure): RefundReading {
  return { status: 'FAILED', reference: undefined, ...failure };
}

/** What a reading means: ended, or still under way and asked about again. */
async function follow(
  deps: Deps,
  tenant: Tenant,
  refund: Refund,
  reading: RefundReading,
  attempts: number,
  againMs: number,
): Promise<Refund> {
  if (reading.status !== 'PENDING') return concludeRefund(deps, tenant, refund, reading);
  // Whatever a repeat of it was refused with: the provider has it.
  return (await move(deps, tenant, refund, { attempts, refusal: undefined, providerCode: undefined }, againMs)).refund;
}

/** Another worker that was here first had the same order: its step counts. */
async function move(
  deps: Deps,
  tenant: Tenant,
  from: Refund,
  changes: Partial<Refund>,
  delayMs: number,
): Promise<{ readonly refund: Refund; readonly isOurs: boolean }> {
  const runAt = new Date(deps.clock.real().getTime() + delayMs);
  return inTransaction(deps.db, async (db) => {
    const current = await lockRefund(db, tenant, deps.sealer, from.id);
    if (current?.step !== from.step || current.sentAt?.getTime() !== from.sentAt?.getTime()) {
      return { refund: current ?? from, isOurs: false };
    }
    const to: Refund = { ...current, ...changes };
    await saveRefund(db, tenant, deps.sealer, current, to, runAt);
    const wasReserved = from.step === 'RESERVE';
    if (wasReserved) await appendEvents(db, [refundEvent('refund.created', deps, tenant, to)], deps.clock.real());
    return { refund: to, isOurs: true };
  });
}
