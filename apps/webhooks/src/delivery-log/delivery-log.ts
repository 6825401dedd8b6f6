import { idPrefixes, invalidArgument, toBase62 } from '@pitanga/core';
import type { DeliveryStatus } from '../deliveries/delivery';

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED', 'DROPPED'] as const satisfies DeliveryStatus[];

/** One event for one webhook, as the merchant sees it in the log. */
export interface LoggedDelivery {
  /** The log id that the receiver sees. */
  readonly id: string;
  readonly devMode: boolean;
  readonly webhookId: string;
  readonly event: string;
  readonly status: DeliveryStatus;
  readonly isTest: boolean;
  /** Logged so far, manual ones included. */
  readonly attemptCount: number;
  readonly lastStatusCode: number | undefined;
  readonly lastErrorClass: string | undefined;
  /** Real time; undefined when none is waited for. */
  readonly nextAttemptAt: Date | undefined;
  /** Store time, as the next two. */
  readonly finishedAt: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One call to the endpoint. */
export interface LoggedAttempt {
  readonly trigger: 'AUTO' | 'MANUAL';
  /** Real time, as in the signature. */
  readonly startedAt: Date;
  /** Undefined for one whose process ended before it knew. */
  readonly durationMs: number | undefined;
  readonly statusCode: number | undefined;
  readonly errorClass: string | undefined;
  /** Undefined without an answer. */
  readonly responseHead: string | undefined;
  readonly responseTruncated: boolean;
  readonly retryAfter: string | undefined;
}

export interface DeliveryFilter {
  readonly webhookId?: string | undefined;
  readonly event?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
}

/** Deliveries of one webhook by creation. */
export interface DeliveryWindow {
  readonly webhookId: string;
  /** What the webhook takes. */
  readonly events: readonly string[];
  readonly statuses: readonly DeliveryStatus[];
  /** Inclusive. */
  readonly fromId: string;
  /** Exclusive. */
  readonly toId: string;
}

/** A replay's bounds: a window, and how many deliveries it may hold. */
const replayDaysMax = 7;
export const replayMax = 10_000;
const dayMs = 86_400_000;

/** @throws AppError INVALID_ARGUMENT for a window that is empty or too long. */
export function checkReplayWindow(from: Date, to: Date): void {
  if (from >= to) throw invalidArgument("Property 'from' should be before 'to'");
  if (to.getTime() - from.getTime() > replayDaysMax * dayMs) {
    throw invalidArgument(`Properties 'from' and 'to' should be at most ${String(replayDaysMax)} days apart`);
  }
}

const idTimeLength = 9;

/** The lowest id a delivery created at `at` can have: ids are made from the creation instant. */
export function lowestIdOf(at: Date): string {
  return `${idPrefixes.delivery}_${toBase62(Math.max(0, at.getTime()), idTimeLength)}`;
}

const shownHeadBytes = 2_048;

/**
 * The first 2 KB of an answer as text. Bytes that are no UTF-8, a character that the cut goes through and NUL show as
 * the replacement character.
 */
export function shownHead(head: Buffer): { readonly text: string; readonly isCut: boolean } {
  const text = head.subarray(0, shownHeadBytes).toString('utf8').replaceAll('\0', '\ufffd');
  return { text, isCut: head.length > shownHeadBytes };
}
