import { isAppError } from '@pitanga/core';
import type { Log } from '@pitanga/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredLanguage } from '../accept-language';
import { withoutQuery } from '../request';
import { type ErrorCode, errorDocsPaths } from './error-codes';
import { describeFailure } from './errors';

/** The content of an error's body. */
export interface FailureText {
  readonly message: string;
  readonly code: string;
  /** The address that explains the code, in dev mode. */
  readonly docs?: string;
}

/** The body of an error in one version's envelope. */
export type FailureBody = (failure: FailureText) => object;

const shownPathMax = 200;
const notFoundCode: ErrorCode = 'ROUTE_NOT_FOUND';
const notAllowedCode: ErrorCode = 'METHOD_NOT_ALLOWED';

/**
 * `setErrorHandler` of one scope: the same statuses, codes and sentences in the scope's envelope.
 * @param publicUrl base of the address that explains the code; without it there is none
 */
export function errorHandler(log: Log, body: FailureBody, publicUrl?: string) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, code, message } = describeFailure(error, request.id);
    if (status >= 500) {
      const facts = { err: error, requestId: request.id, method: request.method, route: request.routeOptions.url };
      if (status === 500) log.error(facts, 'request failed');
      else log.warn(facts, 'request failed');
    }
    setRetryAfter(reply, error);
    request.failureCode = code;
    return reply.code(status).send(body({ message, code, ...docsLink(code, request, publicUrl) }));
  };
}

/** Sets `Retry-After` if the refusal has a duration. */
export function setRetryAfter(reply: FastifyReply, error: unknown): void {
  const seconds = isAppError(error) ? error.metadata['retryAfterSeconds'] : undefined;
  if (seconds !== undefined) void reply.header('retry-after', seconds);
}

/**
 * `setNotFoundHandler` of one scope: 405 with `Allow` for a path with other methods, otherwise 404. The path is shown
 * without its query, which may hold personal data.
 */
export function notFoundHandler(body: FailureBody) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = withoutQuery(request.url);
    const shown = path.slice(0, shownPathMax);
    const methods = request.server.listMethods(path).join(', ');
    if (methods === '') {
      return reply.code(404).send(body({ message: `Route ${request.method}:${shown} not found`, code: notFoundCode }));
    }
    reply.code(405).header('allow', methods);
    const message = `${shown} does not take ${request.method}; it takes ${methods}`;
    return reply.send(body({ message, code: notAllowedCode }));
  };
}

/** Only for dev keys: production answers are read by programs. In the language that the caller asks for, else Portuguese. */
function docsLink(
  code: string,
  { principal, headers }: FastifyRequest,
  publicUrl?: string,
): { readonly docs?: string } {
  const isDev = principal?.tenant.devMode === true;
  if (!isDev || publicUrl === undefined) return {};
  return { docs: `${publicUrl}${errorDocsPaths[preferredLanguage(headers['accept-language']) ?? 'pt-BR']}#${code}` };
}
