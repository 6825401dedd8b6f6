import type { Cents } from '@pitanga/core';
import type { CycleAttempt } from '../agreements/agreement';
import type { SavedCard } from '../cards/card';
import type { Charge } from '../charges/charge';
import type { Checkout } from '../checkouts/checkout';
import type { Customer } from '../customers/customer';

/** One attempt to collect one cycle of a subscription. */
export interface CycleCharge {
  readonly subscriptionId: string;
  readonly cycleNumber: number;
  /** Deterministic: the same id is the same attempt. */
  readonly attemptId: string;
  /** What is due; 0 collects nothing. */
  readonly amountCents: Cents;
  /** Of it: what earlier cycles left. */
  readonly carriedCents: Cents;
  /** Whether the caller asks for what cannot be collected now with the next cycle. */
  readonly canCarry: boolean;
  readonly productId: string;
  readonly quantity: number;
  readonly unitPriceCents: Cents;
  readonly discountCents: Cents;
  /** The coupons of the discount; absent: those of the start. */
  readonly coupons: readonly string[] | undefined;
  /** Metered usage, by product. */
  readonly usage: readonly UsageLine[];
  /** YYYY-MM-DD: when a payer's bank is to collect it; absent: at once. */
  readonly collectOn?: string | undefined;
}

export interface UsageLine {
  readonly productId: string;
  readonly units: number;
  readonly amountCents: Cents;
}

export interface CycleOutcome {
  readonly checkout: Checkout;
  /** Absent when there was nothing to collect. */
  readonly charge: Charge | undefined;
  readonly customer: Customer | undefined;
  /** Of a charge that the payer's bank has and has not ended. */
  readonly askAgainAt: Date | undefined;
}

/** A committed attempt that this process is to send. */
export interface BegunCycle {
  readonly attempt: CycleAttempt;
  readonly checkout: Checkout;
  /** Absent when there is nothing to collect. */
  readonly charge: Charge | undefined;
  readonly customer: Customer | undefined;
  /** Of an agreement by card. */
  readonly card: SavedCard | undefined;
}

/** Longer than a provider may take, so that an attempt in flight is not sent again: five calls of a card, two of a debit. */
export const sendingMs = { CARD: 75_000, PIX: 30_000 } as const;
