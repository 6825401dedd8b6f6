import { zeroCents, type Cents } from '@pitanga/core';
import { asaasFields, asaasText, fromReais, type AsaasFields } from '@pitanga/provider-account';
import { isEndToEndId } from '../provider/end-to-end-id';
import type { PayoutOrder, PayoutReading, PayoutTarget } from '../provider/payout-provider';
import { payoutIdIn } from './withdrawal-ask';

/** An order at Asaas: a transfer to a key or a bank account, or the Pix that pays a code. */
export interface AsaasReading {
  readonly orderId: string;
  readonly reading: PayoutReading;
}

/** What ends an order; REFUSED is of the Pix that pays a code. Any other status is on its way. */
const ends: Readonly<Record<string, 'COMPLETE' | 'FAILED'>> = {
  DONE: 'COMPLETE',
  FAILED: 'FAILED',
  CANCELLED: 'FAILED',
  REFUSED: 'FAILED',
};

/**
 * An order by Asaas's answer. One of another amount or another payout, or without what its state must have, is undefined:
 * guessing would move money.
 */
export function readOrder(body: unknown, order: PayoutOrder<PayoutTarget>): AsaasReading | undefined {
  const { payoutId, amountCents, target, isComplete } = order;
  const answer = asaasFields(body);
  const [orderId, status] = [asaasText(answer['id']), asaasText(answer['status'])];
  if (orderId === undefined || status === undefined || fromReais(answer['value']) !== amountCents) return undefined;
  const named = readPayoutId(answer);
  // The reference of a transfer always comes back; whether a description does is not known.
  const isOurs = named === undefined ? target.type === 'BR_CODE' : named === payoutId;
  if (!isOurs) return undefined;
  const end = ends[status];
  if (end === undefined) return { orderId, reading: { status: 'PENDING' } };
  const isTed = target.type === 'BANK_ACCOUNT';
  // The receiving bank sends a TED back after its own look at the account: then what was DONE is FAILED.
  if (isTed && (end === 'COMPLETE' || isComplete)) {
    const returnedCents = end === 'FAILED' ? amountCents : zeroCents;
    return { orderId, reading: { status: 'COMPLETE', endToEndId: undefined, returnedCents } };
  }
  // Its reason is a text, which may hold a receiver's data.
  if (end === 'FAILED') {
    return { orderId, reading: { status: end, failureReason: 'UNKNOWN', providerCode: `ASAAS_${status}` } };
  }
  const endToEndId = answer['endToEndIdentifier'];
  if (!isEndToEndId(endToEndId)) return undefined;
  return { orderId, reading: { status: end, endToEndId, returnedCents: zeroCents } };
}

/** The payout that an order names as its cause. */
export function readPayoutId(order: AsaasFields): string | undefined {
  return payoutIdIn(order['externalReference']) ?? payoutIdIn(order['description']);
}

/** What of a Pix came back, by its own record; nothing where that does not say. */
export function readRefunded(transaction: AsaasFields, amountCents: Cents): Cents {
  const refunded = fromReais(transaction['refundedValue']);
  return refunded !== undefined && refunded <= amountCents ? refunded : zeroCents;
}
