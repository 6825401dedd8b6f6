import type { AppError, ErrorKind } from '@pitanga/core';
import { answerableError } from '@pitanga/database';
import type { ErrorObject } from 'ajv';
import type { FastifyError } from 'fastify';
import { describeValidation } from '../input/validation';
import type { ErrorCode } from './error-codes';

/** The status, code and sentence of an error. */
export interface HttpFailure {
  readonly status: number;
  /** Stable: one of errorCodes, or the reason of a service that is newer than this gateway. */
  readonly code: string;
  readonly message: string;
}

/** docs/behaviour/http.md#kinds-to-statuses */
const statusByKind: Readonly<Record<ErrorKind, number>> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  ABORTED: 409,
  RESOURCE_EXHAUSTED: 429,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
  INTERNAL: 500,
};

/** Reasons whose status is not their kind's. */
const statusByReason: Readonly<Record<string, number>> = {
  API_VERSION_ENDED: 410,
  STORE_CLOSED: 410,
  IDEMPOTENCY_KEY_REUSED: 422,
  IDEMPOTENCY_KEY_IN_FLIGHT: 409,
  PRODUCT_WITHOUT_CYCLE: 422,
  PRODUCT_WITH_CYCLE: 422,
  USAGE_BELOW_ZERO: 422,
  USAGE_TOO_LARGE: 422,
};

/** Refusals by Fastify, by its code. */
const edgeFailures: Readonly<Record<string, HttpFailure & { readonly code: ErrorCode }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    code: 'BODY_TOO_LARGE',
    message: 'The request body should be at most 1 MiB, and with a file of a dispute or a product at most 4 MB',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The Content-Type of the request should be application/json',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    code: 'INVALID_REQUEST',
    message: 'The request body does not have the length it announced',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    status: 400,
    code: 'MALFORMED_JSON',
    message: 'The request body is not valid JSON',
  },
  FST_ERR_BAD_URL: { status: 400, code: 'INVALID_REQUEST', message: 'The path of the request is not valid' },
  FST_ERR_HANDLER_TIMEOUT: { status: 503, code: 'SERVICE_TIMEOUT', message: 'The request took too long' },
};

/**
 * Status, code and sentence for any failure. From 500 on the sentence hides the cause and contains the request id,
 * under which the cause is logged.
 */
export function describeFailure(error: unknown, requestId: string): HttpFailure {
  const known = answerableError(error);
  if (known) return describeAppError(known, requestId);
  const { code, validation, validationContext, statusCode } = error as Partial<FastifyError>;
  if (validation !== undefined) {
    const message = describeValidation(validation as ErrorObject[], validationContext);
    return { status: 400, code: 'INVALID_ARGUMENT' satisfies ErrorCode, message };
  }
  const edge = code === undefined ? undefined : edgeFailures[code];
  if (edge !== undefined) return edge.status < 500 ? edge : { ...edge, message: withId(edge.message, requestId) };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, code: 'INVALID_REQUEST' satisfies ErrorCode, message: 'The request is not valid' };
  }
  return internal(requestId);
}

/** The status of a service's error. */
export function httpStatus({ kind, reason }: Pick<AppError, 'kind' | 'reason'>): number {
  return statusByReason[reason] ?? statusByKind[kind];
}

function describeAppError(error: AppError, requestId: string): HttpFailure {
  const status = httpStatus(error);
  if (status === 500) return internal(requestId);
  const { reason: code, message } = error;
  // This sentence is published, and there is no failure to look up in the log.
  if (status < 500 || code === 'PROVIDER_NOT_CONFIGURED') return { status, code, message };
  return { status, code, message: withId(message, requestId) };
}

function internal(requestId: string): HttpFailure {
  const message = withId('Something went wrong on our side', requestId);
  return { status: 500, code: 'INTERNAL' satisfies ErrorCode, message };
}

function withId(message: string, requestId: string): string {
  return `${message.replace(/\.$/, '')} (request ${requestId}).`;
}
