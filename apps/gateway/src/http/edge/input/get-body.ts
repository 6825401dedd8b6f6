import type { FastifyRequest } from 'fastify';
import { givenId } from '../../fields/id';
import type { Api } from '../api';

/**
 * Lets the `id` of a get come in a JSON body, as some clients send it. It joins the query before that is
 * validated; everything else in such a body is ignored.
 */
export function takeIdOfGetBody(app: Api): void {
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
