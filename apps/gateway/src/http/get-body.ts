import { invalidArgument } from '@pitanga/core';
import type { FastifyRequest } from 'fastify';
import type { Api } from './api';

/**
 * Lets the `id` of a get come in a JSON body (decisions 1), as some clients send it. It joins the query before that is
 * validated; everything else in such a body is ignored.
 * @throws AppError INVALID_ARGUMENT when query and body differ.
 */
export function takeIdOfGetBody(app: Api): void {
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.addHook('preValidation', (request: FastifyRequest, _reply, done: (error?: Error) => void) => {
    done(request.method === 'GET' ? joinId(request) : undefined);
  });
}

function joinId({ query, body }: FastifyRequest): Error | undefined {
  const given = idOf(body);
  if (given === undefined) return undefined;
  const inQuery = idOf(query);
  if (inQuery !== undefined && inQuery !== given) {
    return invalidArgument("Property 'id' should be the same in the query and in the body");
  }
  Object.assign(query as object, { id: given });
  return undefined;
}

/** Null, and empty in a query, is the same as none. */
function idOf(from: unknown): unknown {
  const isFields = typeof from === 'object' && from !== null && Object.hasOwn(from, 'id');
  const { id } = (isFields ? from : {}) as { readonly id?: unknown };
  return id === null || id === '' ? undefined : id;
}
