/**
 * Each kind maps to one gRPC code and one HTTP status (docs/behaviour/http.md#kinds-to-statuses).
 */
export type ErrorKind =
  | 'INVALID_ARGUMENT'
  | 'FAILED_PRECONDITION'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'ABORTED'
  | 'RESOURCE_EXHAUSTED'
  | 'UNAVAILABLE'
  | 'DEADLINE_EXCEEDED'
  | 'INTERNAL';

export interface AppErrorInput {
  readonly kind: ErrorKind;
  /** UPPER_SNAKE and stable: clients compare it. */
  readonly reason: string;
  /** One sentence, safe to show to a merchant. */
  readonly message: string;
  /** Data for programs (ids, limits); never secrets or personal data. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Logged, never shown. */
  readonly cause?: unknown;
}

/** The only error class of the services. Compare `kind` and `reason`, not the message or the class. */
export class AppError extends Error {
  readonly isAppError = true as const;
  readonly kind: ErrorKind;
  readonly reason: string;
  readonly metadata: Readonly<Record<string, string>>;

  constructor(input: AppErrorInput) {
    super(input.message, { cause: input.cause });
    this.name = 'AppError';
    this.kind = input.kind;
    this.reason = input.reason;
    this.metadata = input.metadata ?? {};
  }
}

/** True for an AppError of any copy of this module: a bundle and a test may each have one. */
export function isAppError(error: unknown): error is AppError {
  return typeof error === 'object' && error !== null && (error as { isAppError?: unknown }).isAppError === true;
}

/** The answer about a record; undefined where the record does not exist. */
export async function orAbsent<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isAppError(error) && error.kind === 'NOT_FOUND') return undefined;
    throw error;
  }
}

export function invalidArgument(message: string, reason = 'INVALID_ARGUMENT'): AppError {
  return new AppError({ kind: 'INVALID_ARGUMENT', reason, message });
}

export function failedPrecondition(message: string, reason: string): AppError {
  return new AppError({ kind: 'FAILED_PRECONDITION', reason, message });
}

export function permissionDenied(message: string, reason: string): AppError {
  return new AppError({ kind: 'PERMISSION_DENIED', reason, message });
}

export function unauthenticated(message: string, reason: string): AppError {
  return new AppError({ kind: 'UNAUTHENTICATED', reason, message });
}

export function notFound(message: string, reason = 'NOT_FOUND'): AppError {
  return new AppError({ kind: 'NOT_FOUND', reason, message });
}

export function alreadyExists(message: string, reason: string): AppError {
  return new AppError({ kind: 'ALREADY_EXISTS', reason, message });
}

export function unavailable(message: string, reason = 'UNAVAILABLE', cause?: unknown): AppError {
  return new AppError({ kind: 'UNAVAILABLE', reason, message, cause });
}

/**
 * Production without a configured provider (docs/behaviour/charges.md#no-provider): thrown before anything is written.
 */
export function providerNotConfigured(method: string): AppError {
  return unavailable(`Provider for ${method} is not configured for this store`, 'PROVIDER_NOT_CONFIGURED');
}
