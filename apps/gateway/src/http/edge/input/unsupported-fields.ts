import { invalidArgument } from '@pitanga/core';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Fields of an operation that callers may expect of it, and that it does not have. Paths are dotted. */
export interface UnsupportedFields {
  /** Of the body or query: refused when they ask for something. To each, what holds instead. */
  readonly refused: Readonly<Record<string, string>>;
}

/** By operation: `POST /v2/coupons/create`. */
export type UnsupportedByOperation = Readonly<Record<string, UnsupportedFields>>;

/**
 * `preValidation` hook, in both environments: what changes an amount, a term, a receiver or the records of a list is
 * never dropped silently (docs/behaviour/http.md#unsupported-fields).
 * @throws AppError FIELD_NOT_SUPPORTED
 */
export function refuseUnsupportedFields(operations: UnsupportedByOperation) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const fields = unsupportedFields(operations, request);
    for (const [path, instead] of Object.entries(fields?.refused ?? {})) {
      if (![request.body, request.query].some((input) => asksForSomething(fieldAt(input, path)))) continue;
      done(invalidArgument(`Property '${path}' is not supported here: ${instead}`, 'FIELD_NOT_SUPPORTED'));
      return;
    }
    done();
  };
}

/** The dashboard has the same operations under a path of its own. */
function unsupportedFields(
  operations: UnsupportedByOperation,
  { method, routeOptions }: FastifyRequest,
): UnsupportedFields | undefined {
  return operations[`${method} ${routeOptions.url?.replace(/^\/dashboard\/api/, '') ?? ''}`];
}

function fieldAt(input: unknown, path: string): unknown {
  let value = input;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** Clients send false, an empty text or an empty list for nothing; a null is left out before. */
function asksForSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && !isEmptyList(value);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
