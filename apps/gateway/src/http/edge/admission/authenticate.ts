import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ActorKind } from '../../../access/actor';
import { keyMakerGone, personRequired } from '../../../access/access-errors';
import { findGuard } from '../../../access/guards';
import type { Principal } from '../../../access/principal';
import { isAllowed } from '../../../api-keys/allowed-addresses';
import {
  addressNotAllowed,
  devKeyRefused,
  keyInvalid,
  keyMissing,
  permissionsMissing,
} from '../../../api-keys/api-key-errors';
import { isAccessToken } from '../../../api-keys/key-text';
import type { Keyring } from '../../../api-keys/keyring';
import { readOrigin } from './origin';
import { clientAddress, type EdgeLimits } from './edge-limits';
import type { Guesses } from './guesses';
import { missingPermissions, type RouteGuard } from './permissions';
import { rateLimitExceeded, type RateLimiter } from './rate-limit';
import { isToolCall } from './tool-calls';

export interface AdmissionOptions {
  readonly keyring: Keyring;
  readonly rateLimiter: RateLimiter;
  readonly guesses: Guesses;
  readonly limits: Pick<EdgeLimits, 'cardToken'>;
  /** Requests a second of a key whose store sets no limit; 0 = no limit. */
  readonly rateLimitPerKey: number;
}

export type Admission = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * `onRequest` hook of v1 and v2, before the body is read: authentication (401), rate limit (429), permission (403). The
 * limit comes first, so that refused requests count as well.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { keyring, guesses, rateLimiter, limits, rateLimitPerKey } = options;
  return async (request, reply) => {
    const route = request.routeOptions.config;
    const { permission } = route;
    if (permission === 'public') return;

    const kind = permission === 'publicKey' ? 'PUBLIC_KEY' : 'KEY';
    const { authorization } = request.headers;
    const takesTokens = route.takesTokens === true || isToolCall();
    const resolve: Keyring['resolve'] = (text) => keyring.resolve(text, takesTokens);
    // 256 random bits are not guessed, and every token ends within the hour: the many clients of one assistant share an address.
    const look: Keyring['resolve'] = (text) =>
      isAccessToken(text) ? resolve(text) : guesses.look(request.ip, text, () => resolve(text));
    const caller = await authenticate(look, kind, authorization);
    // Before the limit, so that a stolen key uses up nothing of its owner's.
    if (!isAllowed(caller.allowedAddresses ?? [], clientAddress(request.ip))) throw addressNotAllowed();
    request.principal = { ...caller, actor: { ...caller.actor, from: readOrigin(request) } };
    request.isStillAllowed = async () => {
      const now = await authenticate(resolve, kind, authorization).catch(() => undefined);
      // The key of a sandbox leads to another store once it has been reset.
      return now?.tenant.storeId === caller.tenant.storeId && missingPermissions(route, now.permissions).length === 0;
    };
    const limit = caller.rateLimitPerSecond ?? rateLimitPerKey;
    if (limit > 0) await spend(rateLimiter, caller.actor.id, limit, reply);
    // A public key is shared by all visitors, so addresses are limited too.
    if (permission === 'publicKey') await limits.cardToken(request.ip);
    if (permission === 'none' || permission === 'publicKey') return;
    const missing = missingPermissions(route, caller.permissions);
    if (missing.length > 0) throw permissionsMissing(missing);
    await refuseWorkOfPeople(keyring, caller, route);
  };
}

/** What the table of guards keeps from keys: a dev key never changes production. */
async function refuseWorkOfPeople(keyring: Keyring, caller: Principal, route: RouteGuard): Promise<void> {
  const { keys } = findGuard(route) ?? {};
  if (keys === undefined) return;
  if (keys === 'none') throw personRequired();
  if (caller.tenant.devMode && keys === 'named, production') throw devKeyRefused();
  if (!(await keyring.mayManage(caller, route.permission))) throw keyMakerGone();
}

/** A key of the other kind is invalid: public keys work on one route only, secret keys not in a browser. */
async function authenticate(
  resolve: Keyring['resolve'],
  kind: ActorKind,
  header: string | undefined,
): Promise<Principal> {
  const text = bearerToken(header);
  if (text === undefined) throw keyMissing();
  const caller = await resolve(text);
  if (caller?.actor.kind !== kind) throw keyInvalid();
  return caller;
}

/** The token of `Authorization: Bearer <token>`; the scheme's name ignores case (RFC 9110). */
function bearerToken(header: string | undefined): string | undefined {
  const match = header === undefined ? null : /^Bearer +(\S+) *$/i.exec(header);
  return match?.[1];
}

/** Counts a request of a key or session, and says in headers how many are left. */
export async function spend(
  rateLimiter: RateLimiter,
  callerId: string,
  limit: number,
  reply: FastifyReply,
): Promise<void> {
  const allowance = await rateLimiter.count(callerId, limit);
  reply.header('ratelimit-limit', allowance.limit);
  reply.header('ratelimit-remaining', allowance.remaining);
  reply.header('ratelimit-reset', allowance.resetSeconds);
  if (!allowance.isExceeded) return;
  reply.header('retry-after', allowance.resetSeconds);
  throw rateLimitExceeded(allowance);
}
