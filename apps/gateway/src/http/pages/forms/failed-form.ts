import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps';
import { findSealed, leaveSealed } from '../html/sealed-cookie';
import type { KeptValues } from './form-input';
import { namedProblem, type PayProblem } from './form-problems';

/** A form that did not work, for the page that shows it again. */
export interface FailedForm {
  readonly problem: PayProblem;
  /** What was typed, and nothing of the card. */
  readonly kept: KeptValues;
  /** The form's own id, where sending it again resumes what may have worked. */
  readonly formId?: string | undefined;
  /** Which of the page's forms it was: the last part of its address. */
  readonly form?: string | undefined;
}

const cookieName = 'notice';

/**
 * Leaves a failed form with the browser that sent it, for the page at `path` alone. The address has the problem's name
 * and nothing of the payer (docs/behaviour/checkouts.md#forms).
 *
 * @returns what the address of the page takes as `notice`
 */
export function leaveFailure(
  deps: Pick<Deps, 'sealer' | 'clock' | 'publicUrl'>,
  reply: FastifyReply,
  path: string,
  failed: FailedForm,
): string {
  const where = { name: cookieName, path };
  if (!leaveSealed(deps, reply, where, failed)) leaveSealed(deps, reply, where, { ...failed, kept: {} });
  return failed.problem.name;
}

/**
 * The failed form of an address with `notice`. Another browser, or this one later, gets the general sentence of the
 * problem; undefined for an address without one.
 */
export function findFailure(
  deps: Pick<Deps, 'sealer' | 'clock'>,
  request: FastifyRequest,
  path: string,
): FailedForm | undefined {
  const name = readNotice(request.query);
  if (name === undefined) return undefined;
  const own = findSealed(deps, request, { name: cookieName, path }) as FailedForm | undefined;
  return own?.problem.name === name ? own : { problem: namedProblem(name, deps.clock.real()), kept: {} };
}

/** The name of a problem in an address. */
export function readNotice(query: unknown): string | undefined {
  const { notice } = query as Readonly<Record<string, unknown>>;
  return typeof notice === 'string' && /^[A-Za-z_]{1,64}$/.test(notice) ? notice : undefined;
}
