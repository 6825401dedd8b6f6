import { transact } from '@pitanga/database';
import { listMadeLiveKeys, revokeMadeKeys, type MadeKey } from '../managing-members/made-keys';
import { listStores } from '../stores/store-repository';
import type { UseCaseDeps } from '../use-case-deps';
import { operatorCause, print, printTable, withStoreDeps, type AdminTool } from './admin-tool';

const storesMax = 1000;

/** `keys revoke --made-by`: every live key that a person has made, in all stores; also of a person who was erased. */
export async function revokeKeysMadeBy(tool: AdminTool, userId: string): Promise<void> {
  await withStoreDeps(tool, async (deps) => {
    const lines: Record<string, string>[] = [];
    for (const { id: storeId } of await listStores(deps.db, tool.all, storesMax)) {
      const keys = await transact(deps, (tx) => revokeMadeKeys(tx, { storeId }, operatorCause(tool, tx), userId));
      lines.push(...keys.map((key) => madeKeyLine(storeId, key)));
    }
    if (lines.length === 0) print(`No live key was made by ${userId}.`);
    else printTable(lines);
    if (lines.length > 0) print('\nRevoked: every gateway refuses the keys within one second.');
  });
}

/** After an erasure, which ends no key. */
export async function printKeysMadeBy(tool: AdminTool, { db, clock }: UseCaseDeps, userId: string): Promise<void> {
  const lines: Record<string, string>[] = [];
  for (const { id: storeId } of await listStores(db, tool.all, storesMax)) {
    const keys = await listMadeLiveKeys(db, { storeId }, userId, clock.real());
    lines.push(...keys.map((key) => madeKeyLine(storeId, key)));
  }
  if (lines.length === 0) return;
  print('');
  printTable(lines);
  print(`\nThese keys of theirs go on. To revoke all of them: keys revoke --made-by ${userId}`);
}

function madeKeyLine(store: string, { id, devMode, description, prefix, lastFour }: MadeKey): Record<string, string> {
  return { id, store, env: devMode ? 'dev' : 'prod', description, key: `${prefix}…${lastFour}` };
}
