import { UnreadableMessageError } from '@pitanga/contracts';
import { isAppError } from '@pitanga/core';
import { databaseFailure } from '@pitanga/database';
import { KafkaJSError, KafkaJSNumberOfRetriesExceeded } from 'kafkajs';

/**
 * - `transient`: the database, Kafka or another service is away, or a lock was lost. The same event is applied later.
 * - `permanent`: no retry of this build applies the event.
 * - `unknown`: everything else, a defect until it has a name.
 */
export type EventErrorKind = 'transient' | 'permanent' | 'unknown';

/** Why an event was not applied. The kind decides what the consumer does; a handler throws it to decide by name. */
export class EventError extends Error {
  override readonly name = 'EventError';

  constructor(
    readonly kind: EventErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Classifies what a handler has thrown. */
export function toEventError(error: unknown): EventError {
  if (error instanceof EventError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new EventError(errorKind(error), message, { cause: error });
}

function errorKind(error: unknown): EventErrorKind {
  if (error instanceof UnreadableMessageError) return 'permanent';
  if (databaseFailure(error) !== undefined || isUnavailable(error) || isKafkaAway(error)) return 'transient';
  return 'unknown';
}

function isUnavailable(error: unknown): boolean {
  return isAppError(error) && (error.kind === 'UNAVAILABLE' || error.kind === 'DEADLINE_EXCEEDED');
}

function isKafkaAway(error: unknown): boolean {
  return error instanceof KafkaJSNumberOfRetriesExceeded || (error instanceof KafkaJSError && error.retriable);
}
