import type { CrossTenant, Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import { afterFailure, afterRead, orderSettlesMs, sendOrder, type NextStep } from '@pitanga/provider-account';
import type { Deps, TxDeps } from '../deps';
import { notReturned, returned, returning, returnOrderId, type KeyPayment } from '../key-payments/key-payment';
import { keyPaymentNotFound } from '../key-payments/key-payment-errors';
import {
  claimDueReturns,
  findKeyPayment,
  lockKeyPayment,
  postponeReturn,
  saveKeyPayment,
} from '../key-payments/key-payment-repository';
import { keyPaymentEvent } from '../messages/key-payment-events';
import type { PixProvider } from '../provider/pix-provider';
import { toRefundFailure, type RefundReading } from '../provider/refund-reading';
import { findReceivingAccount, requireKeyPayment, type Decider } from './receiving-account';

/** Starts the return of a Pix to where it came from; a job sends it. */
export async function returnKeyPayment(
  tx: TxDeps,
  all: CrossTenant,
  tenant: Tenant,
  id: string,
  decider: Decider,
): Promise<KeyPayment> {
  await requireKeyPayment(tx, all, tenant, id, decider);
  const before = await lockKeyPayment(tx.db, tenant, tx.sealer, id);
  if (!before) throw keyPaymentNotFound();
  const now = tx.clock.real();
  const after = returning(before, now);
  await saveKeyPayment(tx.db, tenant, tx.sealer, before, after, now);
  return after;
}

const batchSize = 20;
/** Longer than a bank may take to answer: what a crashed worker sent is read after it. */
const leaseMs = 60_000;

/** Does the next step of every return that is due. Several replicas share the work. */
export async function advanceKeyReturns(deps: Deps, all: CrossTenant): Promise<void> {
  for (let claimed = batchSize; claimed === batchSize;) {
    const now = deps.clock.real();
    const claim = { now, leaseUntil: new Date(now.getTime() + leaseMs), limit: batchSize };
    const due = await claimDueReturns(deps.db, all, claim);
    claimed = due.length;
    await Promise.all(
      due.map(async ({ tenant, id }) => {
        const payment = await findKeyPayment(deps.db, tenant, deps.sealer, id, { accounts: undefined });
        if (payment?.status === 'RETURNING') await tryStep(deps, all, tenant, payment);
      }),
    );
  }
}

async function tryStep(deps: Deps, all: CrossTenant, tenant: Tenant, payment: KeyPayment): Promise<void> {
  let current = payment;
  try {
    const pix = await findReceivingAccount(deps, all, payment);
    if (payment.step === 'WATCH') {
      const reading = await pix.readPixRefund(buildOrder(deps, payment));
      await follow(deps, tenant, payment, afterRead(toOrder(payment), reading, deps.clock.real()));
      return;
    }
    // Before it is sent: from here on a crash or another worker only reads it.
    const watched = { step: 'WATCH', sentAt: deps.clock.real(), attempts: 0 } as const;
    const sent = await move(deps, tenant, payment, watched, later(deps, leaseMs));
    if (!sent) return;
    current = sent;
    await follow(deps, tenant, sent, await send(deps, pix, payment, sent));
  } catch (error) {
    deps.log.warn({ err: error, keyPaymentId: payment.id, step: payment.step }, 'a return is tried again later');
    await follow(deps, tenant, current, afterFailure(toOrder(current)));
  }
}

function send(deps: Deps, pix: PixProvider, before: KeyPayment, sent: KeyPayment): Promise<NextStep<RefundReading>> {
  const order = buildOrder(deps, sent);
  return sendOrder(
    toOrder(before),
    () => pix.refundPix(order),
    () => pix.readPixRefund(order),
  );
}

async function follow(deps: Deps, tenant: Tenant, payment: KeyPayment, next: NextStep<RefundReading>): Promise<void> {
  switch (next.kind) {
    case 'END':
      return next.end.status === 'COMPLETE'
        ? conclude(deps, tenant, payment)
        : fail(deps, tenant, payment, next.end.failureReason ?? 'UNKNOWN');
    case 'REFUSED': {
      const { failureReason: refusal } = toRefundFailure(next.refusal);
      const refused = await move(deps, tenant, payment, { refusal }, later(deps, orderSettlesMs));
      if (refused && next.isCertain) await fail(deps, tenant, refused, refusal);
      return;
    }
    case 'FAIL':
      return fail(deps, tenant, payment, payment.refusal ?? 'UNKNOWN');
    case 'SEND_AGAIN':
      await move(deps, tenant, payment, { step: 'SEND', sentAt: next.sentAt }, deps.clock.real());
      return;
    case 'WAIT':
      return postponeReturn(deps.db, tenant, payment, { ...next, runAt: later(deps, next.afterMs) });
  }
}

type Changes = Partial<Pick<KeyPayment, 'step' | 'sentAt' | 'attempts' | 'refusal'>>;

/** Undefined, and nothing is written, when another worker has changed its step or sent it since. */
async function move(
  deps: Deps,
  tenant: Tenant,
  from: KeyPayment,
  changes: Changes,
  runAt: Date,
): Promise<KeyPayment | undefined> {
  return transact(deps, async (tx) => {
    const current = await lockKeyPayment(tx.db, tenant, tx.sealer, from.id);
    if (current?.status !== 'RETURNING' || current.step !== from.step) return undefined;
    if (current.sentAt?.getTime() !== from.sentAt?.getTime()) return undefined;
    const moved: KeyPayment = { ...current, ...changes };
    await saveKeyPayment(tx.db, tenant, tx.sealer, current, moved, runAt);
    return moved;
  });
}

async function conclude(deps: Deps, tenant: Tenant, { id }: KeyPayment): Promise<void> {
  await transact(deps, async (tx) => {
    const current = await lockKeyPayment(tx.db, tenant, tx.sealer, id);
    if (current?.status !== 'RETURNING') return;
    const after = returned(current, undefined, tx.clock.real());
    await saveKeyPayment(tx.db, tenant, tx.sealer, current, after);
    await appendEvents(tx.db, [keyPaymentEvent('pix_key.refunded', tx, tenant, after)], tx.clock.real());
  });
}

async function fail(deps: Deps, tenant: Tenant, { id }: KeyPayment, reason: string): Promise<void> {
  await transact(deps, async (tx) => {
    const current = await lockKeyPayment(tx.db, tenant, tx.sealer, id);
    if (current?.status !== 'RETURNING') return;
    await saveKeyPayment(tx.db, tenant, tx.sealer, current, notReturned(current, reason, tx.clock.real()));
  });
}

function toOrder({ attempts, requestedAt, sentAt, refusal, updatedAt }: KeyPayment) {
  return { attempts, requestedAt: requestedAt ?? updatedAt, sentAt, refusal };
}

function buildOrder({ clock }: Deps, payment: KeyPayment) {
  const { endToEndId: target, amountCents } = payment;
  const { requestedAt } = toOrder(payment);
  return { refundId: returnOrderId(payment), target, amountCents, requestedAt, now: clock.real() };
}

function later({ clock }: Deps, delayMs: number): Date {
  return new Date(clock.real().getTime() + delayMs);
}
