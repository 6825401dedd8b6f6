import { Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { AppError, type ErrorKind } from '@pitanga/core';
import { answerableError } from '@pitanga/database';
import { decodeStatusDetails, encodeStatusDetails } from './status-details';

/** One gRPC code for each kind (docs/behaviour/http.md#kinds-to-statuses), with the same names. */
const codeByKind: Readonly<Record<ErrorKind, status>> = {
  INVALID_ARGUMENT: status.INVALID_ARGUMENT,
  FAILED_PRECONDITION: status.FAILED_PRECONDITION,
  UNAUTHENTICATED: status.UNAUTHENTICATED,
  PERMISSION_DENIED: status.PERMISSION_DENIED,
  NOT_FOUND: status.NOT_FOUND,
  ALREADY_EXISTS: status.ALREADY_EXISTS,
  ABORTED: status.ABORTED,
  RESOURCE_EXHAUSTED: status.RESOURCE_EXHAUSTED,
  UNAVAILABLE: status.UNAVAILABLE,
  DEADLINE_EXCEEDED: status.DEADLINE_EXCEEDED,
  INTERNAL: status.INTERNAL,
};
const kindByCode = new Map<number, ErrorKind>(
  Object.entries(codeByKind).map(([kind, code]) => [code, kind as ErrorKind]),
);

const detailsName = 'grpc-status-details-bin';
const opaque = internal();

/** The AppError for the caller. Any other error is a bug and stays internal, except a failed database. */
export function publicError(error: unknown): AppError {
  return answerableError(error) ?? opaque;
}

/** The code in metrics. A store without a provider is the store's own setting and not a failure of the service. */
export function measuredCode(error: unknown): string {
  const { kind, reason } = publicError(error);
  return reason === 'PROVIDER_NOT_CONFIGURED' ? 'NOT_CONFIGURED' : kind;
}

export function toStatus(error: AppError, domain: string): StatusObject {
  const trailer = new Metadata();
  trailer.set(detailsName, encodeError(error, domain));
  return { code: statusCode(error), details: error.message.toWellFormed(), metadata: trailer };
}

export function statusCode(error: AppError): status {
  return codeByKind[error.kind];
}

/** A `google.rpc.Status` with the error's reason and metadata. */
export function encodeError(error: AppError, domain: string): Buffer {
  const { reason, metadata } = error;
  // A lone surrogate, which a merchant can send, would make the encoding of the header throw.
  const message = error.message.toWellFormed();
  return encodeStatusDetails({ code: statusCode(error), message, reason, domain, metadata });
}

/** The AppError that `encodeError` wrote; undefined for bytes of another kind of server. */
export function decodeError(bytes: Uint8Array): AppError | undefined {
  const details = decodeStatusDetails(bytes);
  const kind = details && kindByCode.get(details.code);
  if (details === undefined || kind === undefined) return undefined;
  return new AppError({ kind, reason: details.reason, message: details.message, metadata: details.metadata });
}

/**
 * True when the connection failed before or during the call, without an answer. A server that ends in the middle of one,
 * or a proxy before it, may also reset the call: grpc-js then reports INTERNAL, known by this text only.
 */
export function isConnectionFailure(error: ServiceError): boolean {
  if (readDetails(error) !== undefined) return false;
  if (error.code === status.INTERNAL) return error.details.startsWith('Received RST_STREAM');
  return error.code === status.UNAVAILABLE || error.code === status.CANCELLED;
}

/** True when no server has answered the call before its deadline. */
export function isUnansweredInTime(error: ServiceError): boolean {
  return error.code === status.DEADLINE_EXCEEDED && readDetails(error) === undefined;
}

/**
 * True when no server has processed the call: there was no connection, or the server refused the stream while it closed
 * the connection (RFC 9113, 8.7). Even a write can be retried. grpc-js reports it by these texts only.
 */
export function neverReachedServer(error: ServiceError): boolean {
  if (error.code !== status.UNAVAILABLE || readDetails(error) !== undefined) return false;
  return error.details === 'Stream refused by server' || error.details.includes('No connection established');
}

/** The AppError that the server threw, or one for a failure of the connection. */
export function toAppError(error: ServiceError, service: string): AppError {
  const bytes = detailBytes(error);
  const answered = bytes && decodeError(bytes);
  if (answered !== undefined) return answered;
  if (isConnectionFailure(error)) return unavailableService(service, error);
  if (isUnansweredInTime(error)) return deadlineExceeded(service, error);
  return internal(error);
}

/** A fault of a server or of the way to it, of which the caller learns nothing. */
export function internal(cause?: unknown): AppError {
  return new AppError({ kind: 'INTERNAL', reason: 'INTERNAL', message: 'internal error', cause });
}

export function unavailableService(service: string, cause: unknown): AppError {
  return new AppError({
    kind: 'UNAVAILABLE',
    reason: 'SERVICE_UNAVAILABLE',
    message: `The ${service} service is not available; try again.`,
    metadata: { service },
    cause,
  });
}

export function deadlineExceeded(service: string, cause?: unknown): AppError {
  return new AppError({
    kind: 'DEADLINE_EXCEEDED',
    reason: 'SERVICE_TIMEOUT',
    message: `The ${service} service did not answer in time; try again.`,
    metadata: { service },
    cause,
  });
}

function readDetails(error: ServiceError): ReturnType<typeof decodeStatusDetails> {
  const bytes = detailBytes(error);
  return bytes && decodeStatusDetails(bytes);
}

function detailBytes(error: ServiceError): Uint8Array | undefined {
  const bytes = error.metadata.get(detailsName)[0];
  return bytes instanceof Uint8Array ? bytes : undefined;
}
