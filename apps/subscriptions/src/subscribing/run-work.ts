import { isAppError, type Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import { isActionDue } from '../cycles/due-action';
import type { Deps } from '../deps';
import type { Subscription } from '../subscriptions/subscription';
import { finishCancellation } from './cancel-subscription';
import type { AttemptInFlight } from './charge-attempt';
import type { ClaimedWork } from './claim-work';
import { collectAttempt, collectAttempts } from './collect-attempts';
import { endAgreement } from './end-subscription';
import { finishPausing } from './pause-subscription';
import { runDueActions } from './run-due-actions';

/**
 * Runs what was claimed: the charges by one call to billing, all else one by one. After an error the outcome of a piece is
 * unknown: it is run again when the lease ends.
 */
export async function runAll(deps: Deps, works: readonly ClaimedWork[]): Promise<void> {
  const charges = works.flatMap(({ tenant, subscription, started }) =>
    subscription.step === 'CHARGE' && started ? [{ tenant, subscription, started }] : [],
  );
  const others = works.filter(({ subscription }) => subscription.step !== 'CHARGE');
  await Promise.all([runCharges(deps, charges), ...others.map((work) => runOther(deps, work))]);
}

async function runCharges(deps: Deps, charges: readonly AttemptInFlight[]): Promise<void> {
  if (charges.length === 0) return;
  for (const collected of await collectAttempts(deps, charges)) {
    if ('error' in collected) logFailed(deps, collected.attempt.subscription, collected.error);
  }
}

async function runOther(deps: Deps, { tenant, subscription }: ClaimedWork): Promise<void> {
  const context = { requestId: deps.ids.next('request', deps.clock.real()) };
  try {
    await runStep(deps, tenant, subscription, context);
  } catch (error) {
    logFailed(deps, subscription, error);
  }
}

async function runStep(deps: Deps, tenant: Tenant, subscription: Subscription, context: CallContext): Promise<void> {
  switch (subscription.step) {
    case 'CANCEL':
      await finishCancellation(deps, tenant, subscription.id, context);
      break;
    case 'PAUSE':
      await finishPausing(deps, tenant, subscription.id, context);
      break;
    case 'END':
      await endAgreement(deps, tenant, subscription, context);
      break;
    case 'WAIT':
      if (isActionDue(subscription)) await runActions(deps, tenant, subscription.id, context);
      break;
    case 'CHARGE':
    case 'DONE':
  }
}

async function runActions(deps: Deps, tenant: Tenant, id: string, context: CallContext): Promise<void> {
  const subscription = await runDueActions(deps, tenant, id);
  if (subscription.step === 'CHARGE') await collectAttempt(deps, tenant, subscription);
  if (subscription.step === 'END') await endAgreement(deps, tenant, subscription, context);
}

function logFailed({ log, metrics }: Deps, { id, step }: Pick<Subscription, 'id' | 'step'>, error: unknown): void {
  const level = isAppError(error) ? 'warn' : 'error';
  log[level]({ err: error, subscriptionId: id, step }, 'a step of a subscription failed, done again later');
  if (step === 'CHARGE') metrics.attempts.inc({ outcome: 'UNKNOWN' });
}
