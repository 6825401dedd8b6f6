import type { CrossTenant } from '@pitanga/core';
import { deleteStoreRows, transact, type Pool } from '@pitanga/database';
import type { UseCaseDeps } from '../use-case-deps';
import { deleteStore } from '../stores/store-repository';
import { endSandbox } from './end-sandbox';
import { unusedMsMax } from './sandbox';
import {
  insertOrphanStores,
  listDueStores,
  listUnusedSandboxes,
  saveLeftStore,
  type LeftStore,
} from './sandbox-repository';

/** Deletes what one service has of the store of a sandbox; answers how many rows. */
export type DeleteRows = (storeId: string, requestId: string) => Promise<number>;

export interface DeleteLeftDeps extends UseCaseDeps {
  readonly db: Pool;
  readonly services: readonly DeleteRows[];
}

/** Deletes sandboxes that were not used for 30 days, and those of closed stores; returns how many. */
export async function deleteUnusedSandboxes(deps: UseCaseDeps, all: CrossTenant): Promise<number> {
  const now = deps.clock.real();
  const usedBefore = new Date(now.getTime() - unusedMsMax);
  const unused = await listUnusedSandboxes(deps.db, all, { usedBefore, limit: storesAtOnce });
  for (const { id, storeId } of unused) {
    const cause = { actor: { kind: 'OPERATOR', id: 'pitanga' }, requestId: deps.ids.next('request', now) } as const;
    await transact(deps, (tx) => endSandbox(tx, cause, { storeId }, id));
  }
  return unused.length;
}

const storesAtOnce = 10;
/** What was on its way has arrived. */
const againAfterMs = 3_600_000;

/**
 * Has every service delete the rows of stores that sandboxes have left: at once, and an hour later, until nothing came since.
 * Then the store itself goes. Its entries in the audit log stay. Returns how many stores it has looked at.
 */
export async function deleteLeftStores(deps: DeleteLeftDeps, all: CrossTenant): Promise<number> {
  const now = deps.clock.real();
  await insertOrphanStores(deps.db, all, now);
  const due = await listDueStores(deps.db, all, now, storesAtOnce);
  for (const left of due) await deleteLeftStore(deps, left, now);
  return due.length;
}

async function deleteLeftStore(deps: DeleteLeftDeps, { storeId, passes }: LeftStore, now: Date): Promise<void> {
  const requestId = deps.ids.next('request', now);
  const deleted = await Promise.all(deps.services.map((deleteRows) => deleteRows(storeId, requestId)));
  const isGone = passes > 0 && deleted.every((rows) => rows === 0);
  await transact(deps, async ({ db }) => {
    const scope = { storeId };
    if (!isGone) {
      const dueAt = new Date(now.getTime() + againAfterMs);
      return saveLeftStore(db, scope, { passes: passes + 1, dueAt });
    }
    await deleteStoreRows(db, scope);
    await deleteStore(db, scope);
  });
}
