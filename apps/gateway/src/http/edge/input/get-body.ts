import type { FastifyRequest } from 'fastify';
import { givenId } from '../../fields/id';
import type { Api } from '../api';

/**
 * Accepts the `id` of a GET in a JSON body, as some clients send it. Adds it to the query before validation and ignores
 * the rest of the body.
 */
export function acceptIdInGetBody(app: Api): void {
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.addHook('preValidation', (request: FastifyRequest, _reply, done: (error?: Error) => void) => {
    try {
      if (request.method === 'GET' && request.body !== undefined) joinId(request);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

function joinId(request: FastifyRequest): void {
  const id = givenId(request);
  if (id !== undefined) Object.assign(request.query as object, { id });
}
