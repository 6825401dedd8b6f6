import type { Cents } from '@pitanga/core';

export const subscriptionStatuses = ['ACTIVE', 'CANCELLED'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export type SubscriptionMethod = 'PIX' | 'CARD';

export type Cycle = 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'SEMIANNUALLY' | 'ANNUALLY';

export interface RetryPolicy {
  /** 1 to 10 retries after the first attempt. */
  readonly maxRetry: number;
  /** 1 to 30 days between attempts. */
  readonly retryEveryDays: number;
}

/** A customer's standing order for a product. */
export interface Subscription {
  readonly id: string;
  readonly checkoutId: string;
  readonly customerId: string;
  /** The checkout's. */
  readonly externalId: string | undefined;
  readonly productId: string;
  readonly quantity: number;
  /** Price × quantity, per cycle. */
  readonly amountCents: Cents;
  readonly method: SubscriptionMethod;
  readonly status: SubscriptionStatus;
  readonly cycle: Cycle;
  readonly coupons: readonly string[];
  readonly retryPolicy: RetryPolicy;
  readonly trialDays: number | undefined;
  readonly trialEndsAt: Date | undefined;
  /** The instant due instants are counted from; a change of cycle moves it. */
  readonly anchorAt: Date;
  /** Absent once cancelled. */
  readonly nextChargeAt: Date | undefined;
  readonly canceledAt: Date | undefined;
  readonly cancelPolicy: string | undefined;
  readonly cancelledDueTo: string | undefined;
  /** One JSON object, exactly as given. */
  readonly metadataJson: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
