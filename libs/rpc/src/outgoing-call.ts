import type { AppError } from '@pitanga/core';
import type { IdempotencyRequest } from './call-metadata';

/** Sent with a call besides the message. */
export interface CallContext {
  readonly requestId: string;
  /** Makes a write safe to retry: the service stores its answer under this key. */
  readonly idempotency?: IdempotencyRequest | undefined;
  /** The caller's own deadline; the earlier of this and the client's counts. */
  readonly deadline?: Date | undefined;
  /** Set by the client when the answer is the stored one of the same key. */
  replayed?: boolean;
}

/** A call with its message encoded, which may take several attempts. */
export interface OutgoingCall {
  /** `/pitanga.billing.v1.CustomerService/GetCustomer`. */
  readonly path: string;
  /** `billing`, for messages. */
  readonly service: string;
  readonly request: Buffer;
  readonly context: CallContext;
  /** In milliseconds since 1970. */
  readonly deadline: number;
}

/** Thrown by an attempt that no server answered; any other error is an answer. */
export class Unanswered extends Error {
  /**
   * @param shown the caller's error when this was the last attempt
   * @param neverReached no server has the call: it has no effect, and even a write without a key may be sent again
   */
  constructor(
    readonly shown: AppError,
    readonly neverReached: boolean,
  ) {
    super(shown.message, { cause: shown });
  }
}
