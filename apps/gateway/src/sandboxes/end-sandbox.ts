import type { StoreScope } from '@pitanga/core';
import { appendAudit } from '../audit/audit-log';
import type { Cause } from '../audit/cause';
import { closeStore } from '../stores/change-store';
import type { TxDeps } from '../use-case-deps';
import type { Sandbox } from './sandbox';
import { deleteSandbox, insertLeftStore, lockSandbox } from './sandbox-repository';

/** Requests that have begun in the store so far may take as long. */
const leftForMs = 30_000;

/** Deletes a sandbox, and has its store deleted; undefined when there is none. */
export async function endSandbox(
  tx: TxDeps,
  cause: Cause,
  owner: StoreScope,
  id: string,
): Promise<Sandbox | undefined> {
  const sandbox = await lockSandbox(tx.db, owner, id);
  if (!sandbox) return undefined;
  await deleteSandbox(tx.db, { storeId: sandbox.storeId }, sandbox);
  await leaveStore(tx, cause, sandbox);
  await auditSandbox(tx, cause, 'sandbox.deleted', sandbox);
  return sandbox;
}

/** Closes the store that a sandbox has had, and has it deleted. */
export async function leaveStore(tx: TxDeps, cause: Cause, { sandboxStoreId: storeId }: Sandbox): Promise<void> {
  const now = tx.clock.real();
  await closeStore(tx, { storeId }, cause);
  await insertLeftStore(tx.db, { storeId }, now, new Date(now.getTime() + leftForMs));
}

/** In the log of the store that has the sandbox. */
export function auditSandbox(tx: TxDeps, cause: Cause, action: string, sandbox: Sandbox): Promise<void> {
  const { id, storeId, sandboxStoreId, generation } = sandbox;
  const target = { type: 'sandbox', id };
  const after = { sandboxStoreId, generation };
  return appendAudit(tx, { storeId }, { ...cause, action, target, devMode: true, after });
}
