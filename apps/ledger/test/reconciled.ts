import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tenant } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { runReconcile } from '../src/reconciliation/reconcile-program';

export interface Reconciled {
  readonly agrees: boolean;
  /** The lines printed. */
  readonly printed: readonly string[];
}

/** Compares a store's ledger with a file of these lines. */
export async function reconcileWith(
  url: string,
  { storeId, devMode }: Tenant,
  lines: readonly string[],
  more: readonly string[] = [],
): Promise<Reconciled> {
  const folder = mkdtempSync(join(tmpdir(), 'pitanga-reconcile-'));
  try {
    const file = join(folder, `${testIds.token(8)}.csv`);
    writeFileSync(file, ['reference,method,type,amount,date', ...lines].join('\n'));
    const printed: string[] = [];
    const args = ['--file', file, '--store', storeId, '--env', devMode ? 'dev' : 'prod', ...more];
    const agrees = await runReconcile(url, args, (line) => printed.push(...line.split('\n')));
    return { agrees, printed };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
