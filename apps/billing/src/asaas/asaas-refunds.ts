import { isAppError, unavailable, type AppError } from '@pitanga/core';
import {
  asaasFields,
  asaasList,
  asaasText,
  fromAsaasTime,
  fromReais,
  toReais,
  type AsaasClient,
  type AsaasFields,
} from '@pitanga/provider-account';
import type { RefundOrder, RefundReading } from '../provider/refund-reading';

/**
 * Refunds at Asaas have no id and no key of idempotency: our id is the description of the entry, and the entries are read
 * before every send.
 */
export async function refundAtAsaas(
  client: AsaasClient,
  paymentId: string,
  order: RefundOrder,
): Promise<RefundReading> {
  const known = await readRefundAtAsaas(client, paymentId, order);
  if (known) return known;
  const path = `${toPath(paymentId)}/refund`;
  const body = { value: toReais(order.amountCents), description: order.refundId };
  try {
    await client.accepted({ operation: 'refund', method: 'POST', path, body, isRepeatable: false });
  } catch (error) {
    if (!isAppError(error)) throw error;
    const sent = await readRefundAtAsaas(client, paymentId, order).catch(() => undefined);
    if (sent) return sent;
    throw error;
  }
  const sent = await readRefundAtAsaas(client, paymentId, order);
  // It took the order: that the list does not show it yet is no answer.
  return sent ?? { status: 'PENDING', reference: undefined, failureReason: undefined, providerCode: undefined };
}

/**
 * Undefined only when no entry can be this order.
 * @throws AppError UNAVAILABLE while an entry without a description may be it: sending again could pay twice
 */
export async function readRefundAtAsaas(
  client: AsaasClient,
  paymentId: string,
  order: RefundOrder,
): Promise<RefundReading | undefined> {
  const entries = await readEntries(client, paymentId);
  const own = entries.filter(({ description }) => description === order.refundId);
  if (own.length > 0) return readAll(own);
  if (entries.some((entry) => mayBe(entry, order))) throw refundUnclear();
  return undefined;
}

/** A lost answer may have left two of one order, of which Asaas lets one leave: it FAILED only when each is cancelled. */
function readAll(entries: readonly AsaasFields[]): RefundReading {
  const readings = entries.map(toReading);
  const [first] = ['COMPLETE', 'PENDING', 'FAILED'].flatMap((status) =>
    readings.filter((read) => read.status === status),
  );
  if (!first) throw new Error('no entry of the order');
  return first;
}

/** What is refunded of a payment, by this order and by others; what was cancelled is not. */
export async function readRefundedCents(
  client: AsaasClient,
  paymentId: string,
  { refundId }: RefundOrder,
): Promise<{ readonly ownCents: number; readonly othersCents: number }> {
  const entries = (await readEntries(client, paymentId)).filter(({ status }) => status !== 'CANCELLED');
  const sum = (isOwn: boolean): number =>
    entries
      .filter(({ description }) => (description === refundId) === isOwn)
      .reduce((total, { value }) => total + (fromReais(value) ?? 0), 0);
  return { ownCents: sum(true), othersCents: sum(false) };
}

async function readEntries(client: AsaasClient, paymentId: string): Promise<readonly AsaasFields[]> {
  const path = `${toPath(paymentId)}/refunds?limit=100`;
  const body = await client.accepted({ operation: 'read_refunds', method: 'GET', path, isRepeatable: true });
  return asaasList(asaasFields(body)['data']);
}

/** Covers clocks that differ, and times that Asaas gives in whole seconds. */
const toleranceMs = 60_000;

function mayBe(entry: AsaasFields, { amountCents, requestedAt }: RefundOrder): boolean {
  if (asaasText(entry['description']) !== undefined || fromReais(entry['value']) !== amountCents) return false;
  const at = fromAsaasTime(entry['dateCreated']);
  return at === undefined || at.getTime() >= requestedAt.getTime() - toleranceMs;
}

function toReading({ status, endToEndIdentifier }: AsaasFields): RefundReading {
  const reference = asaasText(endToEndIdentifier);
  if (status === 'DONE') return { status: 'COMPLETE', reference, failureReason: undefined, providerCode: undefined };
  if (status === 'CANCELLED') {
    return { status: 'FAILED', reference, failureReason: 'UNKNOWN', providerCode: 'CANCELLED' };
  }
  // Also while it waits for an authorisation, although the event says refunded.
  return { status: 'PENDING', reference, failureReason: undefined, providerCode: undefined };
}

export function refundUnclear(): AppError {
  return unavailable(
    'Asaas has a refund of this payment that does not say whose it is: compare its refunds with those here',
    'ASAAS_REFUND_UNCLEAR',
  );
}

function toPath(paymentId: string): string {
  return `/payments/${encodeURIComponent(paymentId)}`;
}
