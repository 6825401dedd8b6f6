import type { DiscountedCharges, DiscountKind } from '../coupons/coupon';

/** STARTING until the first payment, or for a trial the card, was accepted; REFUSED when it was not. */
export type AgreementStatus = 'STARTING' | 'ACTIVE' | 'REFUSED' | 'ENDED';

/** A coupon as it was when the customer subscribed. One of a version before has no duration, and discounts every charge. */
export interface AgreedCoupon extends Partial<DiscountedCharges> {
  /** Another one may have the same code later. Absent from versions before. */
  readonly id?: string | undefined;
  readonly code: string;
  readonly discountKind: DiscountKind;
  /** Basis points for PERCENTAGE, centavos for FIXED. */
  readonly discount: number;
}

/** Billing's record of a subscription: its customer and means of payment. */
export interface Agreement {
  readonly subscriptionId: string;
  readonly checkoutId: string;
  readonly customerId: string;
  readonly method: 'PIX' | 'CARD';
  readonly cardId: string | undefined;
  readonly status: AgreementStatus;
  /** Of the first payment; absent for a trial and where coupons paid everything. */
  readonly chargeId: string | undefined;
  readonly coupons: readonly AgreedCoupon[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One attempt to collect a cycle. */
export interface CycleAttempt {
  readonly attemptId: string;
  readonly subscriptionId: string;
  readonly chargeId: string | undefined;
  readonly checkoutId: string | undefined;
  /** Until when (real time) one process may call the provider for it. */
  readonly sendingUntil: Date | undefined;
  readonly voidedAt: Date | undefined;
}
