import { toTenant } from '@pitanga/core';
import type { Locked } from '@pitanga/database';
import { endApiKeys } from '../api-keys/api-key-service';
import type { Grant } from './grant';
import type { GrantTxDeps } from './grant-deps';
import { deleteGrant } from './grant-repository';

/** Ends a grant for good: its key, as one that revokes itself, and all its tokens. */
export async function endGrant(tx: GrantTxDeps, grant: Locked<Grant>, requestId: string): Promise<void> {
  const { storeId, devMode, keyId } = grant;
  await deleteGrant(tx.db, tx.all, grant);
  const key = { tenant: toTenant(storeId, devMode), id: keyId };
  await endApiKeys(tx, [key], { actor: { kind: 'KEY', id: keyId }, requestId });
}
