import type { CallContext } from '@pitanga/rpc';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';

const params = Type.Object({ id: Type.String({ pattern: '^[0-9A-Za-z_]{1,64}$' }) });

/** A page for holders of its unguessable address. */
export const publicPage = { config: { permission: 'public' }, schema: { params, hide: true } } as const;

/**
 * The context of a page's calls, without an idempotency key: its fingerprint would be a plain hash of a card number.
 */
export function pageCall(request: FastifyRequest): CallContext {
  return { requestId: request.id };
}
