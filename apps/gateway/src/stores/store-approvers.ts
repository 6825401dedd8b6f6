import type { StoreScope } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { permissionsOf } from '../access/role';
import { listRoles } from '../members/member-repository';
import type { StoreChange } from './store';
import { approversMissing } from './store-errors';

/** As many as a payout needs: one who asks, and another who approves. */
const approversMin = 2;

/**
 * A new limit that nobody could satisfy would stop a person's own payouts for good (docs/behaviour/payouts.md#approval-limit-change).
 *
 * @throws AppError FAILED_PRECONDITION `APPROVERS_MISSING`
 */
export async function requireApprovers(db: Db, scope: StoreScope, { payoutApprovalAbove }: StoreChange): Promise<void> {
  if (payoutApprovalAbove === undefined || payoutApprovalAbove === null) return;
  const roles = await listRoles(db, scope);
  const approvers = roles.filter((role) => permissionsOf(role).has('WITHDRAW:CREATE'));
  if (approvers.length < approversMin) throw approversMissing();
}
