import { isAppError, type Tenant } from '@pitanga/core';
import type { AttemptOutcome } from '../cycles/attempt-outcome';
import { findStartedAttempt } from '../cycles/cycle-repository';
import type { Deps } from '../deps';
import type { Subscription } from '../subscriptions/subscription';
import { moveAsk } from '../subscriptions/subscription-repository';
import { chargeAttempts, type AnsweredAttempt, type AttemptAnswer, type AttemptInFlight } from './charge-attempt';
import { recordOutcomes } from './record-outcomes';

/** The subscription of an attempt after it was collected, or why that is not known: the same attempt is then made again. */
export type CollectedAttempt = { readonly attempt: AttemptInFlight } & (
  { readonly after: Subscription } | { readonly error: unknown }
);

/**
 * Collects attempts in flight, at most one of each subscription, by one call to billing, and records their outcomes in one
 * transaction. Fails for none of them; returns what became of each.
 */
export async function collectAttempts(
  deps: Deps,
  attempts: readonly AttemptInFlight[],
): Promise<readonly CollectedAttempt[]> {
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  const answered = await chargeAttempts(deps, attempts, context);
  const recorded = await recordAll(deps, answered.filter(hasOutcome));
  const open = answered.filter((one) => !hasOutcome(one));
  return [...recorded, ...(await Promise.all(open.map((one) => askLater(deps, one))))];
}

/** The same of one, if there is one; throws while the outcome is not known. */
export async function collectAttempt(deps: Deps, tenant: Tenant, subscription: Subscription): Promise<Subscription> {
  const started = await findStartedAttempt(deps.db, tenant, subscription.id);
  if (!started) return subscription;
  const [collected] = await collectAttempts(deps, [{ tenant, subscription, started }]);
  if (!collected) return subscription;
  if ('error' in collected) throw collected.error;
  return collected.after;
}

type EndedAnswer = AnsweredAttempt & { readonly answer: AttemptOutcome };

function hasOutcome(answered: AnsweredAttempt): answered is EndedAnswer {
  return answered.answer.kind !== 'UNKNOWN' && answered.answer.kind !== 'PENDING';
}

/** Records outcomes in one transaction; where a fault of one would undo them all, each in its own. */
async function recordAll(deps: Deps, ended: readonly EndedAnswer[]): Promise<readonly CollectedAttempt[]> {
  if (ended.length === 0) return [];
  const outcomes = ended.map(({ attempt: { tenant, started }, answer: outcome }) => ({ tenant, started, outcome }));
  try {
    const after = await recordOutcomes(deps, outcomes);
    return ended.map(({ attempt }, index) => ({ attempt, after: after[index] ?? attempt.subscription }));
  } catch (error) {
    if (ended.length === 1) return ended.map(({ attempt }) => ({ attempt, error }));
    deps.log.error({ err: error, attempts: ended.length }, 'outcomes of attempts could not be recorded together');
    return (await Promise.all(ended.map((one) => recordAll(deps, [one])))).flat();
  }
}

/** How soon an attempt is asked about again that takes billing longer than those it came with. */
const inFlightAskMs = 5_000;

/** Sets when billing is asked about an attempt again, as billing answered; else when the lease ends. */
async function askLater(deps: Deps, { attempt, answer }: AnsweredAttempt): Promise<CollectedAttempt> {
  const { tenant, subscription } = attempt;
  const now = deps.clock.real();
  try {
    const at = askAgainAt(answer, now);
    if (at) await moveAsk(deps.db, tenant, subscription, at, now);
  } catch (error) {
    return { attempt, error };
  }
  return answer.kind === 'UNKNOWN' ? { attempt, error: answer.error } : { attempt, after: subscription };
}

function askAgainAt(answer: AttemptAnswer, now: Date): Date | undefined {
  if (answer.kind === 'PENDING') return answer.askAgainAt;
  // Billing is still at work on it.
  const isAtWork = answer.kind === 'UNKNOWN' && isAppError(answer.error) && answer.error.reason === 'ATTEMPT_IN_FLIGHT';
  return isAtWork ? new Date(now.getTime() + inFlightAskMs) : undefined;
}
