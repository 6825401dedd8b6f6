import type { ErrorKind } from '@pitanga/core';
import { errorActions } from '../src/http/edge/errors/error-actions';
import { errorCodeNames, errorCodes, type ErrorCode } from '../src/http/edge/errors/error-codes';
import { httpStatus } from '../src/http/edge/errors/errors';
import { thrownErrors, type ThrownError } from './thrown-errors';

/** An error code as the documentation shows it. */
export interface ListedError {
  readonly code: ErrorCode;
  /** Ascending; more than one where the kind differs between places. */
  readonly statuses: readonly number[];
  readonly meaning: string;
  readonly action: string;
}

/** Of refusals by the HTTP server itself, which no AppError has, and of three whose kind is not beside their reason. */
const serverStatuses: Partial<Record<ErrorCode, readonly number[]>> = {
  BODY_TOO_LARGE: [413],
  HEADERS_TOO_LARGE: [431],
  UNSUPPORTED_MEDIA_TYPE: [415],
  REQUEST_TIMEOUT: [408],
  INVALID_REQUEST: [400],
  MALFORMED_JSON: [400],
  ROUTE_NOT_FOUND: [404],
  METHOD_NOT_ALLOWED: [405],
  INTERNAL: [500],
  PROVIDER_NOT_CONNECTED: [404],
  CARD_ATTEMPTS_PAUSED: [429],
  COUPON_ATTEMPTS_PAUSED: [429],
};

/** The text of docs/api/errors.json: every public code, with the statuses that the sources give it. */
export function errorListText(): string {
  const thrown = thrownErrors();
  const listed = errorCodeNames.map((code): ListedError => {
    const action = errorActions.find(({ codes }) => codes.includes(code))?.action ?? '';
    return { code, statuses: statusesOf(code, thrown), meaning: errorCodes[code], action };
  });
  return `${JSON.stringify(listed, null, 2)}\n`;
}

function statusesOf(code: ErrorCode, thrown: readonly ThrownError[]): readonly number[] {
  const ofServer = serverStatuses[code];
  if (ofServer !== undefined) return ofServer;
  const kinds = thrown.flatMap(({ reason, kind }) =>
    reason !== undefined && kind !== undefined && new RegExp(`^${reason.replace('*', '[A-Z_]+')}$`).test(code)
      ? [kind as ErrorKind]
      : [],
  );
  return [...new Set(kinds.map((kind) => httpStatus({ kind, reason: code })))].sort((a, b) => a - b);
}
