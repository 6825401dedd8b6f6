import { isAppError, type AppError, type ErrorKind } from '@pitanga/core';
import { databaseBusy } from '@pitanga/database';
import type { ErrorObject } from 'ajv';
import type { FastifyError } from 'fastify';
import { describeValidation } from './validation';

/** What a caller is told. */
export interface HttpFailure {
  readonly status: number;
  readonly message: string;
}

/** Architecture, section 8. */
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

/** Reasons whose status is not their kind's (decisions 1 and 6). */
const statusByReason: Readonly<Record<string, number>> = {
  API_VERSION_ENDED: 410,
  IDEMPOTENCY_KEY_REUSED: 422,
  IDEMPOTENCY_KEY_IN_FLIGHT: 409,
  PRODUCT_WITHOUT_CYCLE: 422,
  PRODUCT_WITH_CYCLE: 422,
  USAGE_BELOW_ZERO: 422,
  USAGE_TOO_LARGE: 422,
};

/** The edge's own refusals, by Fastify's code. */
const edgeFailures: Readonly<Record<string, HttpFailure>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, message: 'The request body should be at most 1 MiB' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    message: 'The Content-Type of the request should be application/json',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    message: 'The request body does not have the length it announced',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, message: 'The request body is not valid JSON' },
  FST_ERR_BAD_URL: { status: 400, message: 'The path of the request is not valid' },
  FST_ERR_HANDLER_TIMEOUT: { status: 503, message: 'The request took too long' },
};

/**
 * Status and sentence for anything a request can fail with. From 500 on the sentence says nothing of the
 * cause and carries the request id, by which the log has it all.
 */
export function describeFailure(error: unknown, requestId: string): HttpFailure {
  const known = isAppError(error) ? error : databaseBusy(error);
  if (known) return describeAppError(known, requestId);
  const { code, validation, validationContext, statusCode } = error as Partial<FastifyError>;
  if (validation !== undefined) {
    return { status: 400, message: describeValidation(validation as ErrorObject[], validationContext) };
  }
  const edge = code === undefined ? undefined : edgeFailures[code];
  if (edge !== undefined) return edge.status < 500 ? edge : { ...edge, message: withId(edge.message, requestId) };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, message: 'The request is not valid' };
  }
  return { status: 500, message: withId('Something went wrong on our side', requestId) };
}

function describeAppError(error: AppError, requestId: string): HttpFailure {
  const status = statusByReason[error.reason] ?? statusByKind[error.kind];
  if (status === 500) return { status, message: withId('Something went wrong on our side', requestId) };
  // Decisions 10 gives this sentence as it stands, and nothing went wrong that a log could explain.
  if (status < 500 || error.reason === 'PROVIDER_NOT_CONFIGURED') return { status, message: error.message };
  return { status, message: withId(error.message, requestId) };
}

function withId(message: string, requestId: string): string {
  return `${message.replace(/\.$/, '')} (request ${requestId}).`;
}
