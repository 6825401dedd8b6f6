import { invalidArgument, type Cents } from '@pitanga/core';
import { amountCentsMax } from '../products/product';
import { chargeNotPayable } from './charge-errors';
import type { PaymentMethod } from './fees';

export const chargeStatuses = [
  'PENDING',
  'PAID',
  'EXPIRED',
  'CANCELLED',
  'FAILED',
  'REFUNDED',
  'UNDER_DISPUTE',
  'CHARGED_BACK',
] as const;
export type ChargeStatus = (typeof chargeStatuses)[number];

export type ChargeOrigin = 'TRANSPARENT' | 'CHECKOUT' | 'PAYMENT_LINK' | 'SUBSCRIPTION';

/** Who paid, as the provider told it. */
export interface Payer {
  readonly name: string | undefined;
  readonly maskedTaxId: string | undefined;
  readonly isSameAsCustomer: boolean;
}

export interface PixDetails {
  readonly brCode: string;
  /** PNG; empty where the picture is left out (facts, lists of payments). */
  readonly qrPng: Buffer;
  readonly txid: string;
  readonly endToEndId: string | undefined;
}

/** One attempt to collect one amount by one method. */
export interface Charge {
  readonly id: string;
  readonly devMode: boolean;
  readonly externalId: string | undefined;
  readonly method: PaymentMethod;
  readonly origin: ChargeOrigin;
  readonly checkoutId: string | undefined;
  readonly customerId: string | undefined;
  readonly amountCents: Cents;
  readonly paidAmountCents: Cents | undefined;
  readonly platformFeeCents: Cents;
  readonly status: ChargeStatus;
  readonly description: string | undefined;
  /** One JSON object, exactly as given. */
  readonly metadataJson: string;
  /** Refuse a payer whose tax id is not the customer's; not applied in dev mode. */
  readonly ensureSameTaxId: boolean;
  readonly provider: string;
  readonly expiresAt: Date;
  readonly paidAt: Date | undefined;
  readonly pix: PixDetails | undefined;
  readonly payer: Payer | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Every move a charge can make (decisions, 4). The database repeats the guard. */
const transitions: Readonly<Record<ChargeStatus, readonly ChargeStatus[]>> = {
  PENDING: ['PAID', 'EXPIRED', 'CANCELLED', 'FAILED'],
  PAID: ['REFUNDED', 'UNDER_DISPUTE'],
  EXPIRED: [],
  CANCELLED: [],
  FAILED: [],
  REFUNDED: [],
  UNDER_DISPUTE: ['PAID', 'CHARGED_BACK'],
  CHARGED_BACK: [],
};

export function canMove(from: ChargeStatus, to: ChargeStatus): boolean {
  return transitions[from].includes(to);
}

/** EXPIRED from the very instant of expiry on, whether or not the expiry job has been there. */
export function statusAt(charge: Pick<Charge, 'status' | 'expiresAt'>, now: Date): ChargeStatus {
  return charge.status === 'PENDING' && charge.expiresAt <= now ? 'EXPIRED' : charge.status;
}

/** What a provider (or a simulation) says about money that came in. */
export interface Payment {
  readonly amountCents: Cents;
  readonly endToEndId: string | undefined;
  readonly payer: Payer | undefined;
  readonly paidAt: Date;
}

/** PENDING → PAID; FAILED_PRECONDITION from any other state. Money that comes too late or twice is issue 4's. */
export function payCharge(charge: Charge, payment: Payment): Charge {
  const status = statusAt(charge, payment.paidAt);
  // A won dispute is PAID again too, but that is not a payment.
  if (status !== 'PENDING' || !canMove(status, 'PAID')) throw chargeNotPayable(status);
  return {
    ...charge,
    status: 'PAID',
    paidAmountCents: payment.amountCents,
    paidAt: payment.paidAt,
    payer: payment.payer,
    pix: charge.pix && { ...charge.pix, endToEndId: payment.endToEndId },
    updatedAt: payment.paidAt,
  };
}

const amountCentsMin = 100;
const expiresInSecondsMin = 60;
const expiresInSecondsMax = 30 * 86_400;

export function checkAmount(amountCents: number): void {
  if (!Number.isInteger(amountCents) || amountCents < amountCentsMin || amountCents > amountCentsMax) {
    throw invalidArgument(`Property 'amount' should be from ${String(amountCentsMin)} to ${String(amountCentsMax)}`);
  }
}

export function checkExpiresIn(seconds: number): void {
  if (!Number.isInteger(seconds) || seconds < expiresInSecondsMin || seconds > expiresInSecondsMax) {
    throw invalidArgument(
      `Property 'expiresIn' should be from ${String(expiresInSecondsMin)} to ${String(expiresInSecondsMax)}`,
    );
  }
}
