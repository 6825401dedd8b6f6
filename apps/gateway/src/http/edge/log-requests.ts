import type { FastifyReply, FastifyRequest } from 'fastify';
import { redactInput } from '../../request-log/redact-input';
import type { RequestLog } from '../../request-log/request-log';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that was answered. */
    failureCode: string | null;
  }
}

interface InputSchemas {
  readonly querystring?: object;
  readonly body?: object;
}

/** `onResponse` hook: adds a request with a caller to the request log. One without is of no store. */
export function logRequests(log: RequestLog) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { principal: caller, routeOptions } = request;
    if (caller) {
      const schemas = (routeOptions.schema ?? {}) as InputSchemas;
      log.add({
        tenant: caller.tenant,
        requestId: request.id,
        actor: caller.actor,
        method: request.method,
        route: routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        code: request.failureCode ?? undefined,
        durationMs: Math.round(reply.elapsedTime),
        query: redactInput(request.query, schemas.querystring),
        body: redactInput(request.body, schemas.body),
      });
    }
    done();
  };
}
