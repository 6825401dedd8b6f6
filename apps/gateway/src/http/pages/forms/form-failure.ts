import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import { setRetryAfter } from '../../edge/errors/failure-handlers';
import { toProblem, type PayProblem } from './form-problems';

/**
 * The problem to show on the page of a form that failed, with `Retry-After` set on its answer; a failure of ours is
 * logged with this sentence. A bug is thrown on.
 */
export function readFormFailure(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  error: unknown,
  sentence: string,
): PayProblem {
  const problem = toProblem(error, request.id, clock.real());
  if (!problem) throw error;
  setRetryAfter(reply, error);
  if (problem.status >= 500) {
    log.warn({ err: error, requestId: request.id, route: request.routeOptions.url }, sentence);
  }
  return problem;
}
