import { isAppError } from '@pitanga/core';
import { durationHistogram, eventCounter, type Log, type Metrics } from '@pitanga/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from './api';

/** Probes are too frequent to log. */
const unlogged: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/**
 * One log line and one measurement for each request. The line has no query string, body or header; the route is its
 * pattern, which bounds the cardinality of logs and metrics.
 */
export function observeRequests(app: Api, log: Log, metrics: Metrics): void {
  const durations = durationHistogram(metrics, {
    name: 'pitanga_http_request_seconds',
    help: 'Duration of HTTP requests, from the first header to the last byte of the answer',
    labelNames: ['method', 'route', 'status'],
  });
  const unconfigured = eventCounter(metrics, {
    name: 'pitanga_http_unconfigured_total',
    help: 'Requests answered 503 because their store has no provider: not counted against our availability',
    labelNames: ['route'],
  });

  app.addHook('onError', (request, _reply, error: Error, done: () => void) => {
    if (isAppError(error) && error.reason === 'PROVIDER_NOT_CONFIGURED') {
      unconfigured.inc({ route: request.routeOptions.url ?? 'unknown' });
    }
    done();
  });

  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { method } = request;
    const status = reply.statusCode;
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    const ms = reply.elapsedTime;
    const isStream = request.routeOptions.config.isStream === true && status === 200;
    if (!isStream) durations.observe({ method, route, status }, ms / 1000);
    if (!unlogged.has(route)) {
      const caller = request.principal;
      log.info(
        {
          method,
          route,
          status,
          ms: Math.round(ms * 100) / 100,
          actor: caller?.actor.id,
          storeId: caller?.tenant.storeId,
          requestId: request.id,
        },
        'request',
      );
    }
    done();
  });
}
