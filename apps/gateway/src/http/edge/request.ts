import { hash } from 'node:crypto';
import { invalidArgument } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../access/principal';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by authentication; read it through {@link principal}. */
    principal: Principal | null;
    /** Set by authentication: whether the caller, whose key may have been revoked since, could still make this request. */
    isStillAllowed: (() => Promise<boolean>) | null;
    /** Set by {@link callContext}; after the handler its `replayed` is true for a replayed answer. */
    callContext: CallContext | null;
  }
}

/** The caller: tenant, key, permissions and store. Throws on a public route, which has none: a bug. */
export function principal(request: FastifyRequest): Principal {
  if (request.principal === null) throw new TypeError(`${request.routeOptions.url ?? 'route'} has no principal`);
  return request.principal;
}

/** Asks again whether the caller may do what it does, for answers that take minutes. */
export function stillAllowed(request: FastifyRequest): () => Promise<boolean> {
  if (request.isStillAllowed === null) throw new TypeError(`${request.routeOptions.url ?? 'route'} has no caller`);
  return request.isStillAllowed;
}

/**
 * The context of this request's RPCs: its request id and, for a POST with `Idempotency-Key`, the key with
 * the fingerprint of method, path, query and body (docs/behaviour/http.md#idempotency). The same object for every call
 * of a request.
 * @throws AppError INVALID_ARGUMENT when the header is not 1–255 printable characters.
 */
export function callContext(request: FastifyRequest): CallContext {
  request.callContext ??= {
    requestId: request.id,
    idempotency: request.method === 'POST' ? readIdempotency(request) : undefined,
  };
  return request.callContext;
}

/** `onSend` hook: marks a replayed answer. */
export function markReplay(request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void {
  if (request.callContext?.replayed === true) reply.header('idempotent-replayed', 'true');
  done();
}

function readIdempotency(request: FastifyRequest): CallContext['idempotency'] {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalidArgument('Idempotency-Key should have 1 to 255 printable characters', 'INVALID_IDEMPOTENCY_KEY');
  }
  const path = withoutQuery(request.url).replace(/(?<=.)\/$/, '');
  const content = [request.method, path, canonicalJson(request.query), canonicalJson(request.body)].join('\n');
  return {
    key,
    operation: `${request.method} ${request.routeOptions.url ?? path}`,
    fingerprint: hash('sha256', content, 'hex'),
  };
}

/** The path of a URL without its query string, which may hold personal data. */
export function withoutQuery(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** JSON with the keys of every object sorted, so that equal values give equal text. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
