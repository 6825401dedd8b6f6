import type { Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import type { Deps } from '../deps';
import type { Subscription } from '../subscriptions/subscription';
import { voidAttempt } from './charge-attempt';
import { findStartedAttempt } from '../cycles/cycle-repository';
import { recordOutcomes } from './record-outcomes';

/**
 * Voids the attempt in flight, or records its outcome. Undefined when there is none: another caller recorded it first.
 *
 * @throws what billing threw when the outcome of the attempt is unknown
 */
export async function settleAttempt(
  deps: Deps,
  tenant: Tenant,
  id: string,
  context: CallContext,
): Promise<Subscription | undefined> {
  const started = await findStartedAttempt(deps.db, tenant, id);
  if (!started) return undefined;
  const outcome = await voidAttempt(deps, tenant, started, context);
  const [subscription] = await recordOutcomes(deps, [{ tenant, started, outcome }]);
  return subscription;
}
