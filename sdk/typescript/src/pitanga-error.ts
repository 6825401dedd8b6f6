import type { ErrorCode } from './gen/schemas';

/**
 * What the client itself finds: the platform did not answer (CONNECTION_FAILED, TIMED_OUT), answered what is no JSON
 * (UNREADABLE_ANSWER), or a webhook does not prove where it comes from.
 */
export type ClientErrorCode =
  | 'CONNECTION_FAILED'
  | 'TIMED_OUT'
  | 'UNREADABLE_ANSWER'
  | 'SIGNATURE_MISSING'
  | 'SIGNATURE_INVALID'
  | 'SIGNATURE_EXPIRED';

/** Later releases of the platform may add codes: a `switch` over them has a default. */
export type PitangaErrorCode = ErrorCode | ClientErrorCode;

interface PitangaErrorDetails {
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly docs?: string | undefined;
  readonly cause?: unknown;
}

/** A call that failed. `message` is one sentence that says why. */
export class PitangaError extends Error {
  override readonly name = 'PitangaError';
  /** Stable: compare this, not `message`. */
  readonly code: PitangaErrorCode;
  /** The status of the answer; 0 when there was none. */
  readonly status: number;
  /** `X-Request-Id` of the answer: what the operator of the platform asks for. */
  readonly requestId: string | undefined;
  /** Milliseconds after which the platform asks to try again. */
  readonly retryAfterMs: number | undefined;
  /** With a dev key: the address of the page that explains the code. */
  readonly docs: string | undefined;

  constructor(code: PitangaErrorCode, message: string, details: PitangaErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.docs = details.docs;
  }
}
