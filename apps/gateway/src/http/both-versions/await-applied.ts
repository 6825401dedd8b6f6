import type { AppendedEvent } from '@pitanga/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps';
import { warn } from '../edge/input/warnings';
import { principal } from '../edge/request';

/**
 * Answers a simulated payment when its money is booked and its events can be read (docs/behaviour/test-clock.md#first-sight).
 * After five seconds it answers all the same, with a Warning; at once to those who would not wait.
 */
export async function awaitApplied(
  { testClocks }: Pick<Deps, 'testClocks'>,
  request: FastifyRequest,
  reply: FastifyReply,
  appended: readonly AppendedEvent[],
): Promise<void> {
  if (request.headers['prefer'] === 'respond-async') return;
  const isApplied = await testClocks.awaitApplied(principal(request).tenant, appended, { requestId: request.id });
  if (!isApplied) warn(reply, 'This is done; the balance, the statement and the events show it in a moment');
}
