import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps';
import { userAgentLengthMax, type Session } from '../../sessions/session';
import { readOrigin } from '../edge/admission/origin';
import type { Visit } from '../../signing-in/people-deps';

/** The browser of a request, for counting attempts and for the list of sessions. */
export function readVisit(request: FastifyRequest, { limits, cookies }: Pick<Deps, 'limits' | 'cookies'>): Visit {
  return {
    requestId: request.id,
    network: limits.hashClient(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, userAgentLengthMax),
    from: readOrigin(request),
    deviceToken: cookies.readDevice(request),
  };
}

/** The session of a request. Throws on a route without one: a bug. */
export function requireSession(request: FastifyRequest): Session {
  if (request.session === null) throw new TypeError(`${request.routeOptions.url ?? 'route'} has no session`);
  return request.session;
}
