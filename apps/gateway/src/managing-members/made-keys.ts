import { toTenant, type StoreScope, type Tenant } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';
import { withdrawInvitationsBy } from '../account-messages/message-repository';
import { listLiveApiKeys } from '../api-keys/api-key-repository';
import { endApiKeys } from '../api-keys/api-key-service';
import { listMadeKeys } from '../audit/audit-repository';
import type { Cause } from '../audit/cause';
import { storeNotFound } from '../stores/store-errors';
import { lockStore } from '../stores/store-repository';
import type { TxDeps } from '../use-case-deps';

/** A live key that a person has made, or a key of theirs has: as the answer to the person's removal shows it. */
export interface MadeKey {
  readonly id: string;
  readonly devMode: boolean;
  readonly description: string;
  readonly permissions: string[];
  readonly prefix: string;
  readonly lastFour: string;
}

/** The live keys of both environments that a person has made, through keys that made keys; production first. */
export async function listMadeLiveKeys(db: Db, scope: StoreScope, userId: string, now: Date): Promise<MadeKey[]> {
  const found: MadeKey[] = [];
  for (const tenant of environments(scope)) {
    const { devMode } = tenant;
    const ids = await listMadeKeys(db, tenant, { userId });
    for (const key of await listLiveApiKeys(db, tenant, ids, now)) {
      const { id, description, permissions, prefix, lastFour } = key;
      found.push({ id, devMode, description, permissions: [...permissions], prefix, lastFour });
    }
  }
  return found;
}

/**
 * Revokes the live keys of both environments that a person has made, through keys that made keys, and answers them.
 * @throws AppError NOT_FOUND for an unknown store
 */
export async function revokeMadeKeys(
  tx: TxDeps,
  scope: StoreScope,
  cause: Cause,
  userId: string,
): Promise<readonly MadeKey[]> {
  // So that no key of theirs makes or rolls another at the same time.
  if (!(await lockStore(tx.db, scope))) throw storeNotFound();
  const keys = await listMadeLiveKeys(tx.db, scope, userId, tx.clock.real());
  const ends = keys.map(({ id, devMode }) => ({ id, tenant: toTenant(scope.storeId, devMode) }));
  await endApiKeys(tx, ends, cause);
  return keys;
}

/** Withdraws the open invitations that a person made, and those of their keys. */
export async function withdrawInvitationsThrough(tx: Tx, scope: StoreScope, userId: string, now: Date): Promise<void> {
  const ids = [userId];
  for (const tenant of environments(scope)) ids.push(...(await listMadeKeys(tx, tenant, { userId })));
  await withdrawInvitationsBy(tx, scope, ids, now);
}

function environments({ storeId }: StoreScope): readonly Tenant[] {
  return [toTenant(storeId, false), toTenant(storeId, true)];
}
