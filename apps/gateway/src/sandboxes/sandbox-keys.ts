import { toTenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Actor } from '../access/actor';
import { permissions, type Permission } from '../access/permission';
import { listApiKeys } from '../api-keys/api-key-repository';
import { findKeyMaker } from '../api-keys/key-maker';
import { appendAudit } from '../audit/audit-log';
import type { Cause } from '../audit/cause';
import type { TxDeps } from '../use-case-deps';
import type { Sandbox } from './sandbox';

/** What the first key of a sandbox may do: all that its creator may, except manage members: they are those of the store that has it. */
export function listSandboxPermissions(granted: ReadonlySet<string>): readonly Permission[] {
  return permissions.filter((name) => granted.has(name) && !name.startsWith('MEMBER:'));
}

/** The person who made the key that makes a key of a sandbox; that key is in the log of another store. */
export async function findOriginalMaker(db: Db, { storeId }: Sandbox, actor: Actor): Promise<Actor> {
  const maker = actor.kind === 'KEY' ? await findKeyMaker(db, { storeId }, actor.id) : undefined;
  return maker ? { kind: 'USER', id: maker.userId } : actor;
}

/** Says in the log of the next store who made the keys that move there: what a key may do depends on its maker. */
export async function moveMakers(
  tx: TxDeps,
  { requestId }: Cause,
  { sandboxStoreId }: Sandbox,
  next: string,
): Promise<void> {
  const keys = await listApiKeys(tx.db, toTenant(sandboxStoreId, true));
  // Those that are revoked do nothing any more.
  for (const { id } of keys.filter(({ revokedAt }) => revokedAt === undefined)) {
    const maker = await findKeyMaker(tx.db, { storeId: sandboxStoreId }, id);
    if (!maker) continue;
    const actor = { kind: 'USER', id: maker.userId } as const;
    const fact = { actor, requestId, action: 'api_key.created', target: { type: 'api_key', id }, devMode: true };
    await appendAudit(tx, { storeId: next }, fact);
  }
}
