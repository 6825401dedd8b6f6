import { isAppError, providerNotConfigured, type AppError, type Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import {
  refusalOf,
  type PayoutFailure,
  type PayoutOrder,
  type PayoutProvider,
  type PayoutReading,
} from '../provider/payout-provider';
import { concludePayout } from './conclude-payout';
import { askAgainMs, isLost, orderSettlesMs, type PayoutInWork } from '../payouts/payout';
import { balanceTooLow, providerChanged } from '../payouts/payout-errors';
import { payoutEvent } from './payout-events';
import { lockPayout, postponePayout, savePayout } from '../payouts/payout-repository';
import { refuseForBalance, takeBack } from './take-back-payout';

/** Longer than a call to a provider: a crash during one is noticed then. */
const sendLeaseMs = 20_000;
/** A Pix takes seconds. */
const firstWatchMs = 2_000;

/**
 * Does the next step of a payout and answers how it stands then. Every step may be done again, by several workers at
 * once: the ledger knows a repeat by the payout's id, and only who moves a payout to WATCH gives it to the provider.
 * Throws what the ledger or a read of the provider threw, with nothing changed.
 */
export async function advancePayout(deps: Deps, tenant: Tenant, payout: PayoutInWork): Promise<PayoutInWork> {
  switch (payout.step) {
    case 'RESERVE':
      return reserve(deps, tenant, payout);
    case 'TAKE_BACK':
      await takeBack(deps, tenant, payout.id);
      throw balanceTooLow();
    case 'SEND':
      return send(deps, tenant, payout);
    case 'WATCH':
      return watch(deps, tenant, payout);
    case 'DONE':
      return payout;
  }
}

/** The same for the job: whatever goes wrong, the step is done again later. */
export async function tryAdvancePayout(deps: Deps, tenant: Tenant, payout: PayoutInWork): Promise<void> {
  try {
    await advancePayout(deps, tenant, payout);
  } catch (error) {
    // Nothing of it is left, and its request, if it still waits, is told the same.
    if (isAppError(error) && error.reason === 'INSUFFICIENT_FUNDS') return;
    deps.log.warn({ err: error, payoutId: payout.id, step: payout.step }, 'payout step failed, tried again later');
    await postponePayout(deps.db, tenant, payout, laterThan(deps, askAgainMs(payout.attempts)));
  }
}

async function reserve(deps: Deps, tenant: Tenant, payout: PayoutInWork): Promise<PayoutInWork> {
  try {
    await deps.ledger.reserveHold(
      {
        tenant,
        holdId: payout.id,
        purpose: `HOLD_PURPOSE_${payout.kind}`,
        amountCents: payout.amountCents,
        feeCents: payout.platformFeeCents,
        occurredAt: payout.createdAt,
        description: payout.description,
        externalId: payout.externalId,
        charge: undefined,
        customer: undefined,
      },
      { requestId: deps.ids.next('request', deps.clock.real()) },
    );
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return refuseForBalance(deps, tenant, payout, error);
  }
  return inTransaction(deps.db, async (db) => {
    const current = await lockPayout(db, tenant, deps.sealer, payout.id);
    // Another worker was refused and gave the hold up, this one's with it.
    if (!current || current.step === 'TAKE_BACK') throw balanceTooLow();
    if (current.step !== 'RESERVE') return current;
    const held: PayoutInWork = { ...current, step: 'SEND', attempts: 0, runAt: deps.clock.real() };
    await savePayout(db, tenant, current, held);
    await appendEvents(db, [payoutEvent('payout.created', deps, tenant, held)], deps.clock.real());
    return held;
  });
}

/**
 * Gives the order to the provider. That it will be is written down first, so that neither a crash nor another worker
 * ever sends what may have been sent: from then on the provider is asked, not told.
 */
async function send(deps: Deps, tenant: Tenant, payout: PayoutInWork): Promise<PayoutInWork> {
  const provider = await providerFor(deps, tenant, payout);
  const sent = await claimSend(deps, tenant, payout, provider);
  if (!sent) return payout;
  try {
    const answer = await sendOrRefused(deps, provider, sent);
    if (!isAppError(answer)) return await follow(deps, tenant, sent, answer, firstWatchMs);
    return await refuse(deps, tenant, sent, refusalOf(answer), payout.sentAt === undefined);
  } catch (error) {
    deps.log.warn({ err: error, payoutId: payout.id }, 'the outcome of a payout is unknown, its provider is asked');
    await postponePayout(deps.db, tenant, sent, laterThan(deps, askAgainMs(0)));
    return sent;
  }
}

/** Undefined when another worker is sending it, or has. */
async function claimSend(
  deps: Deps,
  tenant: Tenant,
  { id }: PayoutInWork,
  { name: provider }: PayoutProvider,
): Promise<PayoutInWork | undefined> {
  return inTransaction(deps.db, async (db) => {
    const current = await lockPayout(db, tenant, deps.sealer, id);
    if (current?.step !== 'SEND') return undefined;
    const sentAt = deps.clock.real();
    const runAt = laterThan(deps, sendLeaseMs);
    const sent: PayoutInWork = { ...current, step: 'WATCH', provider, sentAt, attempts: 0, runAt };
    await savePayout(db, tenant, current, sent);
    return sent;
  });
}

/** The refusal, unless an earlier order whose answer was lost had got through. */
async function sendOrRefused(
  deps: Deps,
  provider: PayoutProvider,
  payout: PayoutInWork,
): Promise<PayoutReading | AppError> {
  const order = orderOf(deps, payout);
  try {
    return await provider.sendPayout(order);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return (await provider.readPayout(order)) ?? error;
  }
}

/**
 * Writes the refusal down before the money is given back for it: whatever is lost then, the order is not given again.
 * A repeat's counts only once the order it repeats is too old to get through after all.
 */
async function refuse(
  deps: Deps,
  tenant: Tenant,
  sent: PayoutInWork,
  { failureReason, providerCode }: PayoutFailure,
  isFirst: boolean,
): Promise<PayoutInWork> {
  const noted = await inTransaction(deps.db, async (db) => {
    const current = await lockPayout(db, tenant, deps.sealer, sent.id);
    // Another worker has sent it again, or ended it, meanwhile.
    if (current?.step !== 'WATCH' || current.sentAt?.getTime() !== sent.sentAt?.getTime()) return undefined;
    const refused: PayoutInWork = {
      ...current,
      refusal: failureReason,
      providerCode,
      runAt: laterThan(deps, orderSettlesMs),
    };
    await savePayout(db, tenant, current, refused);
    return refused;
  });
  if (!isFirst || !noted) return noted ?? sent;
  return concludePayout(deps, tenant, noted, { status: 'FAILED', failureReason, providerCode });
}

async function watch(deps: Deps, tenant: Tenant, payout: PayoutInWork): Promise<PayoutInWork> {
  const provider = await providerFor(deps, tenant, payout);
  const reading = await provider.readPayout(orderOf(deps, payout));
  return follow(deps, tenant, payout, reading, askAgainMs(payout.attempts));
}

/** What a reading means: ended, still under way, or unknown there. */
async function follow(
  deps: Deps,
  tenant: Tenant,
  payout: PayoutInWork,
  reading: PayoutReading | undefined,
  againMs: number,
): Promise<PayoutInWork> {
  if (reading && reading.status !== 'PENDING') return concludePayout(deps, tenant, payout, reading);
  if (!reading && isLost(payout, deps.clock.real())) {
    const { refusal, providerCode } = payout;
    if (refusal === undefined) return sendAgain(deps, tenant, payout);
    return concludePayout(deps, tenant, payout, { status: 'FAILED', failureReason: refusal, providerCode });
  }
  await postponePayout(deps.db, tenant, payout, laterThan(deps, againMs));
  return payout;
}

/** The provider never got the order: it is given once more, under the same id. */
async function sendAgain(deps: Deps, tenant: Tenant, { id, sentAt }: PayoutInWork): Promise<PayoutInWork> {
  return inTransaction(deps.db, async (db) => {
    const current = await lockPayout(db, tenant, deps.sealer, id);
    if (!current) throw new Error(`payout ${id} vanished`);
    // Another worker has sent it again, or ended it, since this one's reading.
    if (current.step !== 'WATCH' || current.sentAt?.getTime() !== sentAt?.getTime()) return current;
    const again: PayoutInWork = { ...current, step: 'SEND', runAt: deps.clock.real() };
    await savePayout(db, tenant, current, again);
    return again;
  });
}

/** Only who was given an order is asked about it: another provider would not know it, and would send it again. */
async function providerFor(deps: Deps, tenant: Tenant, payout: PayoutInWork): Promise<PayoutProvider> {
  const provider = await deps.providerOf(tenant);
  if (!provider) throw providerNotConfigured('PIX');
  const sentThrough = payout.provider ?? provider.name;
  if (sentThrough !== provider.name && sentThrough !== provider.formerName) throw providerChanged();
  return provider;
}

function orderOf(deps: Deps, { id, amountCents, target, description, sentAt }: PayoutInWork): PayoutOrder {
  const now = deps.clock.real();
  return { payoutId: id, amountCents, target, description, sentAt: sentAt ?? now, now };
}

function laterThan(deps: Deps, delayMs: number): Date {
  return new Date(deps.clock.real().getTime() + delayMs);
}

/** Whoever was asked understood and said no: asking again changes nothing. */
function isRefusal(error: unknown): error is AppError {
  return isAppError(error) && (error.kind === 'FAILED_PRECONDITION' || error.kind === 'INVALID_ARGUMENT');
}
