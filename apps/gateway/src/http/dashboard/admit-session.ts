import { invalidArgument, isSandboxStore, type Clock } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import { findGuard, needsFreshFactor } from '../../access/guards';
import { permissionsMissing } from '../../api-keys/api-key-errors';
import { isFactorFresh, type Session } from '../../sessions/session';
import {
  crossSiteRequest,
  secondFactorMissing,
  secondFactorRequired,
  sessionMissing,
} from '../../sessions/session-errors';
import type { SessionRing, Visitor } from '../../sessions/session-ring';
import { sandboxHasNoProduction, storeNotFound } from '../../stores/store-errors';
import { spend, type Admission } from '../edge/admission/authenticate';
import type { EdgeLimits } from '../edge/admission/edge-limits';
import { readOrigin } from '../edge/admission/origin';
import { missingPermissions } from '../edge/admission/permissions';
import type { RateLimiter } from '../edge/admission/rate-limit';
import type { SessionCookies } from './session-cookies';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person's session; null on routes without one. */
    session: Session | null;
  }
}

export interface SessionAdmissionOptions {
  readonly ring: SessionRing;
  readonly cookies: SessionCookies;
  readonly clock: Clock;
  readonly rateLimiter: RateLimiter;
  readonly limits: Pick<EdgeLimits, 'signIn'>;
  /** Requests a second of one session; 0 = no limit. */
  readonly rateLimitPerSession: number;
  readonly publicUrl: string;
}

/**
 * `onRequest` hook of everything under /dashboard/api, before the body is read: another site's request (403), session
 * (401), rate limit (429), store (404), permission (403), fresh second factor (403).
 */
export function createSessionAdmission(options: SessionAdmissionOptions): Admission {
  const { ring, cookies, clock, rateLimiter, limits, rateLimitPerSession } = options;
  const origin = new URL(options.publicUrl).origin;

  return async (request, reply) => {
    refuseOtherSites(request, origin);
    const route = request.routeOptions.config;
    const { permission } = route;
    if (permission === 'public') return limits.signIn(request.ip);

    const token = cookies.readSession(request);
    const ofStore = permission !== 'session' && permission !== 'signingIn';
    const visitor = token === undefined ? undefined : await ring.resolve(token, ofStore ? storeHeader(request) : '');
    if (!visitor) {
      await limits.signIn(request.ip);
      throw sessionMissing();
    }
    const { session } = visitor;
    if (rateLimitPerSession > 0) await spend(rateLimiter, session.id, rateLimitPerSession, reply);
    request.session = session;
    if (session.level === 'PASSWORD' && permission !== 'signingIn') throw secondFactorMissing();
    if (!ofStore) return;

    const principal = principalIn(visitor, request);
    request.principal = { ...principal, actor: { ...principal.actor, from: readOrigin(request) } };
    request.isStillAllowed = async () => {
      const now = await ring.resolve(token ?? '', principal.tenant.storeId);
      return now !== undefined && missingPermissions(route, principalIn(now, request).permissions).length === 0;
    };
    const missing = missingPermissions(route, principal.permissions);
    if (missing.length > 0) throw permissionsMissing(missing);
    const { devMode } = principal.tenant;
    const needsFactor = needsFreshFactor(findGuard(route), { devMode, query: request.query });
    if (needsFactor && !isFactorFresh(session, clock.real())) throw secondFactorRequired();
  };
}

/**
 * A form or image of another site cannot set the header, and its script may not without our leave, which nothing here
 * gives. What changes something must also say that it comes from the dashboard's address, as browsers always do.
 */
function refuseOtherSites({ method, headers }: FastifyRequest, origin: string): void {
  if (headers['x-pitanga-client'] !== 'dashboard') throw crossSiteRequest();
  const isSafe = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  if (headers.origin === undefined ? !isSafe : headers.origin !== origin) throw crossSiteRequest();
}

/** Longer than any id. */
const storeIdMax = 64;

function storeHeader({ headers }: FastifyRequest): string {
  const storeId = headers['x-pitanga-store'];
  if (typeof storeId !== 'string' || storeId === '' || storeId.length > storeIdMax)
    throw invalidArgument('X-Pitanga-Store should be the id of a store');
  return storeId;
}

/** Another's store answers like an unknown one. */
function principalIn({ store }: Visitor, { headers }: FastifyRequest) {
  const environment = headers['x-pitanga-environment'];
  if (environment !== 'dev' && environment !== 'prod') {
    throw invalidArgument('X-Pitanga-Environment should be dev or prod');
  }
  if (!store) throw storeNotFound();
  if (environment === 'prod' && isSandboxStore(store.prod.tenant)) throw sandboxHasNoProduction();
  return store[environment];
}
