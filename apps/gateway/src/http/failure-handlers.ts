import type { Log } from '@pitanga/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeFailure } from './errors';
import { pathOf } from './request';

/** The body of an error in one version's envelope. */
export type FailureBody = (message: string) => object;

const shownPathMax = 200;

/** `setErrorHandler` of one scope: the same statuses and sentences everywhere, in that scope's envelope. */
export function errorHandler(log: Log, body: FailureBody) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, message } = describeFailure(error, request.id);
    if (status >= 500) {
      const facts = { err: error, requestId: request.id, method: request.method, route: request.routeOptions.url };
      if (status === 500) log.error(facts, 'request failed');
      else log.warn(facts, 'request failed');
    }
    return reply.code(status).send(body(message));
  };
}

/**
 * `setNotFoundHandler` of one scope: 405 with `Allow` for a path that takes other methods, else 404. The path is shown
 * without its query, which may hold anything.
 */
export function notFoundHandler(body: FailureBody) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request.url);
    const shown = path.slice(0, shownPathMax);
    const methods = request.server.methodsOf(path).join(', ');
    if (methods === '') return reply.code(404).send(body(`Route ${request.method}:${shown} not found`));
    reply.code(405).header('allow', methods);
    return reply.send(body(`${shown} does not take ${request.method}; it takes ${methods}`));
  };
}
