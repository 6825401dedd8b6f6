import type { AccountOwner, Cents } from '@pitanga/core';
import { keyPaymentTooOld, keyPaymentNotWaiting } from './key-payment-errors';

export const keyPaymentStatuses = ['WAITING', 'ATTACHED', 'RETURNING', 'RETURNED'] as const;
/** WAITING until a person makes it the payment of a charge, or sends it back to the Pix that it came from. */
export type KeyPaymentStatus = (typeof keyPaymentStatuses)[number];

/** Why a Pix went back that we sent no order for. */
export const returnedAtBank = 'RETURNED_AT_BANK';
const returnedOnRequest = 'REQUESTED';

/** A Pix on the key of a store's account that no charge of ours asked for (docs/behaviour/key-payments.md). */
export interface KeyPayment {
  readonly id: string;
  /** Identifies the account at the bank, without secrets. */
  readonly account: string;
  /** By whose adapter it was read; undefined of what an earlier release recorded at an account that is known no more. */
  readonly provider: string | undefined;
  readonly endToEndId: string;
  /** What the bank names it by: of a static code, or of another system that uses the key. */
  readonly txid: string | undefined;
  readonly status: KeyPaymentStatus;
  readonly amountCents: Cents;
  readonly owner: AccountOwner | undefined;
  /** Several stores had the account when it came. */
  readonly isShared: boolean;
  readonly payerName: string | undefined;
  /** In clear only in memory. */
  readonly payerTaxId: string | undefined;
  /** Stands for the tax id: an erasure names the payer by it. */
  readonly payerRef: string | undefined;
  readonly receivedAt: Date;
  readonly chargeId: string | undefined;
  /** Why its last return failed, or why it is RETURNED. */
  readonly reason: string | undefined;
  readonly step: 'SEND' | 'WATCH' | undefined;
  /** Of its return. */
  readonly requestedAt: Date | undefined;
  readonly sentAt: Date | undefined;
  readonly refusal: string | undefined;
  readonly attempts: number;
  /** How often it was refused before: each return is another order at the bank. */
  readonly orderNumber: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The payment of a charge: its money is the charge's from now on. */
export function attachedTo(payment: KeyPayment, chargeId: string, at: Date): KeyPayment {
  if (payment.status !== 'WAITING') throw keyPaymentNotWaiting(payment.status);
  return { ...payment, status: 'ATTACHED', chargeId, updatedAt: at };
}

const returnDays = 90;

/** Starts its return; FAILED_PRECONDITION after the days in which a Pix can go back (docs/behaviour/brazil.md#pix-return). */
export function returning(payment: KeyPayment, at: Date): KeyPayment {
  if (payment.status !== 'WAITING') throw keyPaymentNotWaiting(payment.status);
  if (at.getTime() - payment.receivedAt.getTime() > returnDays * 86_400_000) throw keyPaymentTooOld(returnDays);
  const fresh = { sentAt: undefined, refusal: undefined, attempts: 0, reason: undefined } as const;
  return { ...payment, ...fresh, status: 'RETURNING', step: 'SEND', requestedAt: at, updatedAt: at };
}

/** It is back with its payer, by our order or by one in the bank's own application. */
export function returned(
  payment: KeyPayment,
  reason: string = returnedOnRequest,
  at: Date = payment.updatedAt,
): KeyPayment {
  return { ...payment, status: 'RETURNED', step: undefined, reason, updatedAt: at };
}

/** The bank did not carry out its return: it waits again, and the next one is another order. */
export function notReturned(payment: KeyPayment, reason: string, at: Date): KeyPayment {
  const orderNumber = payment.orderNumber + 1;
  return { ...payment, status: 'WAITING', step: undefined, reason, orderNumber, updatedAt: at };
}

/** The id of its return at the bank, which answers a repeat as it answered the first: 1 to 35 letters and digits. */
export function returnOrderId({ id, orderNumber }: Pick<KeyPayment, 'id' | 'orderNumber'>): string {
  return orderNumber === 0 ? id : `${id}x${String(orderNumber)}`;
}
