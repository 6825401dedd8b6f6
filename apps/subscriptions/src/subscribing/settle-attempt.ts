import type { Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import type { Deps } from '../deps';
import type { Subscription } from '../subscriptions/subscription';
import { voidAttempt } from './ask-billing';
import { findStartedAttempt } from '../cycles/cycle-repository';
import { recordOutcome } from './record-outcome';

/**
 * Voids the attempt under way, or records what it did. Undefined when there is none: another caller has learnt its
 * outcome first.
 *
 * @throws what billing threw while it could not say what became of the attempt
 */
export async function settleAttempt(
  deps: Deps,
  tenant: Tenant,
  id: string,
  context: CallContext,
): Promise<Subscription | undefined> {
  const started = await findStartedAttempt(deps.db, tenant, id);
  return started && recordOutcome(deps, tenant, started, await voidAttempt(deps, tenant, started, context));
}
