import { cents, type Cents } from '@pitanga/core';
import type { AsaasClient } from '@pitanga/provider-account';
import type { CardProvider } from '../provider/card-provider';
import type { RefundOrder, RefundReading } from '../provider/refund-reading';
import type { AsaasPayment } from './asaas-payment';
import type { AsaasPayments } from './asaas-payments';
import { readRefundedCents, readRefundAtAsaas, refundAtAsaas, refundUnclear } from './asaas-refunds';

/** Refunds of cards, by the id of their payment: those of a sale in installments are spread over its payments. */
export function createAsaasCardRefunds(
  client: AsaasClient,
  payments: AsaasPayments,
): Pick<CardProvider, 'refundCard' | 'readCardRefund'> {
  return {
    refundCard: async (order) => refundSale(client, await payments.readSale(order.target), order),
    readCardRefund: async (order) => {
      const parts = await readParts(client, await payments.readSale(order.target), order);
      const sent = parts.reduce((sum, { ownCents }) => sum + ownCents, 0);
      // What a crash left is sent by a repeat.
      return sent < order.amountCents && !hasFailed(parts) ? undefined : toReading(parts);
    },
  };
}

interface Part {
  readonly paymentId: string;
  /** What this refund has of the payment. */
  readonly ownCents: number;
  /** What no refund has of it. */
  readonly freeCents: number;
  readonly reading: RefundReading | undefined;
}

async function readParts(
  client: AsaasClient,
  sale: readonly AsaasPayment[],
  order: RefundOrder,
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const { id, amountCents } of sale) {
    const { ownCents, othersCents } = await readRefundedCents(client, id, order);
    const reading = await readRefundAtAsaas(client, id, order);
    parts.push({ paymentId: id, ownCents, freeCents: amountCents - ownCents - othersCents, reading });
  }
  return parts;
}

/** From the last installment on, which is paid out last; what is sent already is counted. */
async function refundSale(
  client: AsaasClient,
  sale: readonly AsaasPayment[],
  order: RefundOrder,
): Promise<RefundReading> {
  const [only] = sale;
  if (sale.length === 1 && only) return refundAtAsaas(client, only.id, order);
  const parts = await readParts(client, sale, order);
  let left = order.amountCents - parts.reduce((sum, { ownCents }) => sum + ownCents, 0);
  const done: Part[] = parts.filter(({ reading }) => reading !== undefined);
  if (hasFailed(done)) return toReading(done);
  for (const part of parts.filter(({ reading }) => !reading).toReversed()) {
    const amountCents: Cents = cents(Math.min(left, Math.max(0, part.freeCents)));
    if (amountCents === 0) continue;
    const reading = await refundAtAsaas(client, part.paymentId, { ...order, amountCents });
    done.push({ ...part, ownCents: amountCents, reading });
    left -= amountCents;
  }
  return toReading(done);
}

function hasFailed(parts: readonly Part[]): boolean {
  return parts.some(({ reading }) => reading?.status === 'FAILED');
}

/** @throws AppError UNAVAILABLE where one part failed and another did not: a person has to look */
function toReading(parts: readonly Part[]): RefundReading {
  const readings = parts.flatMap(({ reading }) => reading ?? []);
  const waiting = readings.find(({ status }) => status === 'PENDING');
  if (waiting) return waiting;
  const failed = readings.find(({ status }) => status === 'FAILED');
  if (failed && readings.some(({ status }) => status === 'COMPLETE')) throw refundUnclear();
  const [first = failed] = readings;
  if (!first) throw refundUnclear();
  return failed ?? first;
}
