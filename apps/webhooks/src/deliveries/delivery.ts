import type { Tenant } from '@pitanga/core';
import type { ClaimedMail } from '../mails/mail';

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED' | 'DROPPED';

/** A delivery to insert: one event for one webhook, its body rendered. */
export interface NewDelivery {
  readonly id: string;
  readonly tenant: Tenant;
  readonly webhookId: string;
  /** Id of the domain event: its repeat makes no second delivery. */
  readonly eventId: string;
  readonly event: string;
  readonly body: string;
  /** True for a test event. */
  readonly isTest: boolean;
  readonly traceparent: string | undefined;
  /** The customer whose data the body holds. */
  readonly customerId: string | undefined;
  /** The payer whose data the body holds, if that is not the customer. */
  readonly payerRef: string | undefined;
  /** Store time. */
  readonly createdAt: Date;
  /** Delay of the first attempt, after those of earlier events with the same key. */
  readonly afterMs: number;
}

/** A delivery leased to this process for one attempt. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly tenant: Tenant;
  readonly webhookId: string;
  readonly event: string;
  readonly body: string;
  readonly traceparent: string | undefined;
  readonly endpoint: string;
  readonly legacySecretHeader: boolean;
  readonly legacySecretQuery: boolean;
  /** Newest first. */
  readonly sealedSecrets: readonly Buffer[];
  /** Number of this attempt in the log: 1, 2, … for those of the retry table, -1, -2, … for manual ones. */
  readonly attemptNo: number;
  /** Number of the manual attempt; 0 for an attempt of the retry table. */
  readonly resend: number;
  /** Failed attempts so far: the place in the retry table. */
  readonly failures: number;
  /** When this attempt became due, real time. */
  readonly dueAt: Date;
  readonly leaseToken: string;
  /** True while the webhook gets fewer calls at a time because calls to it failed. */
  readonly isThrottled: boolean;
  /** True if the webhook's latest attempts have all failed. */
  readonly isFailing: boolean;
  /** A mail, which has no endpoint. */
  readonly mail?: ClaimedMail | undefined;
}

/** A delivery that has ended. */
export interface FinishedDelivery {
  readonly id: string;
  readonly tenant: Tenant;
  readonly webhookId: string;
  readonly event: string;
  readonly outcome: Exclude<DeliveryStatus, 'PENDING'>;
  readonly attempts: number;
  readonly lastStatusCode: number | undefined;
  readonly lastErrorClass: string | undefined;
  /** True if every attempt of the retry table was made. */
  readonly isExhausted?: boolean;
}
