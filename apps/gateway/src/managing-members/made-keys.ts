import { toTenant, type StoreScope, type Tenant } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';
import { withdrawInvitationsBy } from '../account-messages/message-repository';
import { listLiveApiKeys } from '../api-keys/api-key-repository';
import { listMadeKeys } from '../audit/audit-repository';

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

/** Withdraws the open invitations that a person made, and those of their keys. */
export async function withdrawInvitationsThrough(tx: Tx, scope: StoreScope, userId: string, now: Date): Promise<void> {
  const ids = [userId];
  for (const tenant of environments(scope)) ids.push(...(await listMadeKeys(tx, tenant, { userId })));
  await withdrawInvitationsBy(tx, scope, ids, now);
}

function environments({ storeId }: StoreScope): readonly Tenant[] {
  return [toTenant(storeId, false), toTenant(storeId, true)];
}
