import type { StoreScope } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Permission } from '../access/permission';
import { listRolePermissions } from '../access/role';
import { listMemberRoles } from './member-repository';

/** What stands for the second person of a store that has one person alone, besides a fresh factor and a mail to them. */
const delayMs = 24 * 3_600_000;

/**
 * How an act that takes two people is confirmed (docs/behaviour/people.md#second-person). SECOND_PERSON: by another member
 * who has the permission. DELAY: no other member could, so that it works after a time in which it can be cancelled.
 */
export type Confirmation = { readonly kind: 'SECOND_PERSON' } | { readonly kind: 'DELAY'; readonly delayMs: number };

/**
 * @param askedBy the ids of the people who cannot confirm: who asks, and who made the key that asks
 */
export async function findConfirmation(
  db: Db,
  scope: StoreScope,
  permission: Permission,
  askedBy: ReadonlySet<string>,
): Promise<Confirmation> {
  const members = await listMemberRoles(db, scope);
  const hasAnother = members.some(
    ({ userId, role }) => !askedBy.has(userId) && listRolePermissions(role).has(permission),
  );
  return hasAnother ? { kind: 'SECOND_PERSON' } : { kind: 'DELAY', delayMs };
}
