import type { RefundFailureReason, Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import type { OrderPort } from '@pitanga/provider-account';
import { findCharge } from '../charges/charge-queries';
import { toCustomerSnapshot } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps } from '../deps';
import { chargeFact } from '../messages/charge-wire';
import { refundEvent } from '../messages/refund-events';
import { toRefundFailure, type RefundReading } from '../provider/refund-reading';
import type { Refund } from '../refunds/refund';
import { refundInFlight } from '../refunds/refund-errors';
import { findRefund } from '../refunds/refund-queries';
import { deleteTakenBack, lockRefund, markTakenBack, postponeRefund, saveRefund } from '../refunds/refund-repository';
import { concludeRefund, failTakenBack } from './conclude-refund';
import { refundProviderFor } from './refund-provider';

type RefundPort = OrderPort<RefundFailureReason, Refund, RefundReading>;

/** Longer than a provider may take to answer. */
const sendLeaseMs = 60_000;

/** A store's refunds, as the steps of orders (libs/provider-account) see them. */
export function refundOrders(deps: Deps, tenant: Tenant): RefundPort {
  const { db, clock, log, sealer } = deps;
  return {
    now: () => clock.real(),
    sendLeaseMs,
    reserve: (refund) => reserveHold(deps, tenant, refund),
    providerFor: (refund) => refundProviderFor(deps, tenant, refund),
    move: (...move) => moveRefund(deps, tenant, ...move),
    postpone: (refund, wait, runAt) => postponeRefund(db, tenant, refund, wait, runAt),
    conclude: (refund, reading) => concludeRefund(deps, tenant, refund, reading),
    fail: (refund, failure) =>
      concludeRefund(deps, tenant, refund, { status: 'FAILED', reference: undefined, ...failure }),
    toFailure: toRefundFailure,
    markTakenBack: ({ id }) => markTakenBack(db, tenant, id),
    takeBack: (refund) => takeBack(deps, tenant, refund),
    findReserved: async ({ id }) => {
      const refund = await findRefund(db, tenant, sealer, id);
      return refund?.step === 'TAKE_BACK' || refund?.status === 'FAILED' ? undefined : refund;
    },
    takenBack: refundInFlight,
    logRetry: ({ id: refundId, step }, err, isSent) => {
      log.warn({ err, refundId, step: isSent ? 'SEND' : step }, 'refund step failed, tried again later');
    },
    logTakeBackFailed: ({ id: refundId }, err) => {
      log.warn({ err, refundId }, 'a refused refund could not be taken back, the job goes on');
    },
  };
}

async function reserveHold(deps: Deps, tenant: Tenant, refund: Refund): Promise<void> {
  const charge = await findCharge(deps.db, tenant, refund.chargeId);
  if (!charge) throw new Error(`refund ${refund.id} has no charge`);
  const customer = await findCustomerById(deps.db, tenant, deps.sealer, charge.customerId);
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
      customer: customer && toCustomerSnapshot(customer),
      externalId: undefined,
    },
    { requestId: deps.ids.next('request', deps.clock.real()) },
  );
}

async function moveRefund(
  deps: Deps,
  tenant: Tenant,
  from: Refund,
  changes: Parameters<RefundPort['move']>[1],
  runAt: Date,
): ReturnType<RefundPort['move']> {
  return transact(deps, async (tx) => {
    const current = await lockRefund(tx.db, tenant, tx.sealer, from.id);
    if (current?.step !== from.step || current.sentAt?.getTime() !== from.sentAt?.getTime()) {
      return { current, isOurs: false };
    }
    const isReserved = from.step === 'RESERVE';
    const to: Refund = { ...current, ...changes, ...(isReserved && { requestedAt: tx.clock.real() }) };
    await saveRefund(tx.db, tenant, tx.sealer, current, to, runAt);
    if (isReserved) await appendEvents(tx.db, [refundEvent('refund.created', tx, tenant, to)], tx.clock.real());
    return { current: to, isOurs: true };
  });
}

/** Releases the hold, also one that comes late; only then the refund is deleted, or FAILS with its event. */
async function takeBack(deps: Deps, tenant: Tenant, refund: Refund): Promise<void> {
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  await deps.ledger.releaseHold({ tenant, holdId: refund.id, occurredAt: deps.clock.now(tenant) }, context);
  if (refund.refusal === undefined) await deleteTakenBack(deps.db, tenant, refund.id);
  else await failTakenBack(deps, tenant, refund, { failureReason: refund.refusal, providerCode: undefined });
}
