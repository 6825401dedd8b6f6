import { invalidArgument } from '@pitanga/core';
import type { DeliveryStatus } from '../deliveries/delivery';

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED', 'DROPPED'] as const satisfies DeliveryStatus[];

/** A delivery as the log shows it. */
export interface LoggedDelivery {
  /** Log id, also sent to the receiver. */
  readonly id: string;
  readonly devMode: boolean;
  readonly webhookId: string;
  readonly event: string;
  /** Undefined for a test. */
  readonly eventId: string | undefined;
  readonly status: DeliveryStatus;
  readonly isTest: boolean;
  /** Logged attempts, manual ones included. */
  readonly attemptCount: number;
  readonly lastStatusCode: number | undefined;
  readonly lastErrorClass: string | undefined;
  /** Real time; undefined if none is queued. */
  readonly nextAttemptAt: Date | undefined;
  /** Store time, as the next two. */
  readonly finishedAt: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An attempt as the log shows it. */
export interface LoggedAttempt {
  readonly trigger: 'AUTO' | 'MANUAL';
  /** Real time, as in the signature. */
  readonly startedAt: Date;
  /** Undefined for an attempt of an earlier release, and for one that was interrupted. */
  readonly storeStartedAt: Date | undefined;
  /** Undefined if the process ended before the call did. */
  readonly durationMs: number | undefined;
  readonly statusCode: number | undefined;
  readonly errorClass: string | undefined;
  /** Undefined without a response. */
  readonly responseHead: string | undefined;
  readonly responseTruncated: boolean;
  readonly retryAfter: string | undefined;
}

export interface DeliveryFilter {
  readonly eventId?: string | undefined;
  /** Of the newest events about this record. */
  readonly recordId?: string | undefined;
  readonly webhookId?: string | undefined;
  readonly event?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
}

/** Deliveries of one webhook in a range of creation times. */
export interface DeliveryWindow {
  readonly webhookId: string;
  /** The events the webhook subscribes to. */
  readonly events: readonly string[];
  readonly statuses: readonly DeliveryStatus[];
  /** Inclusive. */
  readonly fromId: string;
  /** Exclusive. */
  readonly toId: string;
}

const replayDaysMax = 7;
/** Most deliveries of one replay. */
export const replayMax = 10_000;
const dayMs = 86_400_000;

/** @throws AppError INVALID_ARGUMENT for an empty window or one that is too long */
export function checkReplayWindow(from: Date, to: Date): void {
  if (from >= to) throw invalidArgument("Property 'from' should be before 'to'");
  if (to.getTime() - from.getTime() > replayDaysMax * dayMs) {
    throw invalidArgument(`Properties 'from' and 'to' should be at most ${String(replayDaysMax)} days apart`);
  }
}

const shownHeadBytes = 2_048;

/**
 * The first 2 KB of a response body as text. Invalid UTF-8, a character cut in two and NUL become the replacement
 * character.
 */
export function responseText(head: Buffer): { readonly text: string; readonly isCut: boolean } {
  const text = head.subarray(0, shownHeadBytes).toString('utf8').replaceAll('\0', '\ufffd');
  return { text, isCut: head.length > shownHeadBytes };
}
