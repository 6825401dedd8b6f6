import { personRequired } from '../access/access-errors';
import type { Actor } from '../access/actor';
import { listRolePermissions, type Role } from '../access/role';
import type { Store } from './store';

function mayApprove(role: Role): boolean {
  return listRolePermissions(role).has('WITHDRAW:CREATE');
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
