import type { CrossTenant } from '@pitanga/core';
import type { Tx } from '@pitanga/database';
import { ownedStoresMax } from '../members/member';
import { listRolesByUser } from '../members/member-repository';
import { secondFactorRequired, sessionMissing } from '../sessions/session-errors';
import { lockUser } from '../users/user-repository';
import { tooManyStores } from './store-errors';

/** A person who creates a store for themselves. */
export interface StoreCreator {
  readonly userId: string;
  /** Whether a second factor was given so lately that a sensitive act needs no other. */
  readonly isFactorFresh: boolean;
}

/**
 * The first store needs no second factor, and their number ends (docs/behaviour/people.md#first-store). The lock on the
 * user's row has requests at once count each other's stores.
 *
 * @throws AppError PERMISSION_DENIED `SECOND_FACTOR_REQUIRED`, `TOO_MANY_STORES`
 */
export async function requireCreator(tx: Tx, all: CrossTenant, { userId, isFactorFresh }: StoreCreator): Promise<void> {
  if ((await lockUser(tx, all, userId)) === undefined) throw sessionMissing();
  const roles = await listRolesByUser(tx, all, userId);
  if (roles.length > 0 && !isFactorFresh) throw secondFactorRequired();
  if (roles.filter((role) => role === 'OWNER').length >= ownedStoresMax) throw tooManyStores();
}
