import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import { describeFailure } from '../../edge/errors/errors';
import { toProblem, type PayProblem } from './form-problems';

/** The problem to show on the page of a form that failed; a failure of ours is logged with this sentence. A bug is thrown on. */
export function readFormFailure(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  request: FastifyRequest,
  error: unknown,
  sentence: string,
): PayProblem {
  const problem = toProblem(error, clock.real());
  if (!problem) throw error;
  if (describeFailure(error, request.id).status >= 500) {
    log.warn({ err: error, requestId: request.id, route: request.routeOptions.url }, sentence);
  }
  return problem;
}
