import type { StoreScope } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';
import { personRequired } from '../access/access-errors';
import type { Actor } from '../access/actor';
import type { StoreChange } from './store';
import { limitNeedsChange } from './store-errors';
import { findStore, lockStore } from './store-repository';

/**
 * Refuses a key that would confirm a host: payment pages would take buyers there under the name of the operator
 * (docs/behaviour/checkouts.md#leaving).
 *
 * @throws AppError PERMISSION_DENIED `PERSON_REQUIRED`
 */
export function requirePersonForHosts(actor: Actor, { returnHosts }: StoreChange): void {
  if (returnHosts && actor.kind !== 'USER') throw personRequired();
}

/**
 * A limit of approvals that payouts have is raised or taken away by a change that takes two people
 * (docs/behaviour/payouts.md#limit-changes). The lock keeps it what it is until the caller's write.
 *
 * @throws AppError FAILED_PRECONDITION `LIMIT_CHANGE_NEEDED`
 */
export async function requireStricterLimit(
  tx: Tx,
  scope: StoreScope,
  { payoutApprovalAbove: asked }: StoreChange,
): Promise<void> {
  if (asked === undefined) return;
  const limit = (await lockStore(tx, scope))?.payoutApprovalAbove;
  if (limit !== undefined && (asked === null || asked > limit)) throw limitNeedsChange();
}

/**
 * The change without a limit of approvals that a key takes away where none is set: it changes nothing, also of a limit
 * that is set meanwhile. A key that could change a limit would take it away before it pays out
 * (docs/behaviour/payouts.md#approval-limit-change).
 *
 * @throws AppError PERMISSION_DENIED `PERSON_REQUIRED`
 */
export async function withoutLimitOfKey(
  db: Db,
  scope: StoreScope,
  actor: Actor,
  change: StoreChange,
): Promise<StoreChange> {
  const { payoutApprovalAbove, ...rest } = change;
  if (payoutApprovalAbove === undefined || actor.kind === 'USER') return change;
  const isUnset = (await findStore(db, scope))?.payoutApprovalAbove === undefined;
  if (payoutApprovalAbove !== null || !isUnset) throw personRequired();
  return rest;
}
