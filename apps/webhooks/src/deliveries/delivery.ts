import type { Tenant } from '@pitanga/core';

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED' | 'DROPPED';

/** A delivery about to be queued: one event for one webhook, its body rendered. */
export interface NewDelivery {
  readonly id: string;
  readonly tenant: Tenant;
  readonly webhookId: string;
  /** Id of the fact: a repeat of it makes no second delivery. */
  readonly eventId: string;
  readonly event: string;
  readonly body: string;
  /** Asked for to try the endpoint. */
  readonly isTest: boolean;
  readonly traceparent: string | undefined;
  /** Whom the body names. */
  readonly customerId: string | undefined;
  /** Store time. */
  readonly createdAt: Date;
  /** How long the first attempt waits, behind those of earlier facts about the same thing. */
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
  /** Newest first. */
  readonly sealedSecrets: readonly Buffer[];
  /** Number of this attempt in the log: 1, 2, … along the retry table, -1, -2, … for manual ones. */
  readonly attemptNo: number;
  /** 0 on the retry table; else which manual attempt this is. */
  readonly resend: number;
  /** Earlier attempts that failed: the place on the retry table. */
  readonly failures: number;
  /** Since when this attempt could be made, in real time. */
  readonly dueAt: Date;
  readonly leaseToken: string;
  /** True when the webhook is slowed down. */
  readonly isSuspect: boolean;
  /** True when the webhook's latest attempts have all failed. */
  readonly isFailing: boolean;
}

/** A delivery that reached its end. */
export interface FinishedDelivery {
  readonly id: string;
  readonly tenant: Tenant;
  readonly webhookId: string;
  readonly event: string;
  readonly outcome: Exclude<DeliveryStatus, 'PENDING'>;
  readonly attempts: number;
  readonly lastStatusCode: number | undefined;
  readonly lastErrorClass: string | undefined;
  /** True when every attempt of the retry table was made. */
  readonly isExhausted?: boolean;
}
