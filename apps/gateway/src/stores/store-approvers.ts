import type { StoreScope } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { personRequired } from '../access/access-errors';
import type { Actor } from '../access/actor';
import { listRolePermissions, type Role } from '../access/role';
import { listMemberRoles } from '../members/member-repository';
import type { Store, StoreChange } from './store';
import { approversMissing } from './store-errors';

/** As many as a payout needs: one who asks, and another who approves. */
const approversMin = 2;

function mayApprove(role: Role): boolean {
  return listRolePermissions(role).has('WITHDRAW:CREATE');
}

/**
 * A new limit without enough approvers would stop a person's own payouts for good (docs/behaviour/payouts.md#approval-limit-change).
 *
 * @throws AppError FAILED_PRECONDITION `APPROVERS_MISSING`
 */
export async function requireApprovers(db: Db, scope: StoreScope, { payoutApprovalAbove }: StoreChange): Promise<void> {
  if (payoutApprovalAbove === undefined || payoutApprovalAbove === null) return;
  const members = await listMemberRoles(db, scope);
  const approvers = members.filter(({ role }) => mayApprove(role));
  if (approvers.length < approversMin) throw approversMissing();
}

/**
 * Who holds a key alone would make the second person with it (docs/behaviour/payouts.md#approval-people). Under the lock
 * of the store, whose limit so stays what it is.
 *
 * @throws AppError PERMISSION_DENIED `PERSON_REQUIRED` for a key that would make somebody one who approves
 */
export function requirePersonFor({ payoutApprovalAbove }: Store, { kind }: Actor, role: Role): void {
  const isKey = kind === 'KEY' || kind === 'PUBLIC_KEY';
  if (payoutApprovalAbove !== undefined && isKey && mayApprove(role)) throw personRequired();
}
