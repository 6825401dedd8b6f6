import { toTenant, type CrossTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Command } from 'commander';
import { createApiKey } from '../api-keys/api-key-service';
import { permissions, readPermissions } from '../access/permission';
import type { Cause } from '../audit/cause';
import { findStoreByName } from '../stores/store-repository';
import { applyStore, createStore, type NewStore, type StoreWriteDeps } from '../stores/change-store';
import { operatorCause, print, printTable, type AdminTool } from './admin-tool';
import { withWriteDeps } from './store-write-deps';

/** The store of a new installation, without a rate limit for benchmarks. */
const demoStore: NewStore = {
  name: 'Loja Demo',
  website: 'https://loja-demo.example',
  taxId: '11222333000181',
  rateLimitPerSecond: 0,
};

export interface DemoKeys {
  readonly storeId: string;
  readonly devKey: string;
  readonly prodKey: string;
  readonly readOnlyKey: string;
  readonly publicKey: string;
  readonly prodPublicKey: string;
}

/** `admin demo`. */
export function registerDemo(program: Command, tool: AdminTool): void {
  program
    .command('demo')
    .description('create the demo store, or a new set of keys for it')
    .option('--name <text>', 'of the store: each name has a store of its own', demoStore.name)
    .option('--json', 'print one JSON object')
    .action((options: DemoOptions) => createDemo(tool, options));
}

interface DemoOptions {
  readonly name: string;
  readonly json?: boolean;
}

async function createDemo(tool: AdminTool, options: DemoOptions): Promise<void> {
  await withWriteDeps(tool, async (deps) => {
    const created = await createDemoStore(deps, operatorCause(tool, deps), tool.all, options.name);
    if (options.json === true) print(JSON.stringify(created));
    else printTable(Object.entries<string>({ ...created }).map(([name, value]) => ({ name, value })));
  });
}

/**
 * Creates the demo store with a new set of keys. Safe to repeat: the store is created once, or finished after an
 * interrupted attempt; keys are shown once, so a repeat creates new ones.
 */
export async function createDemoStore(
  deps: StoreWriteDeps,
  cause: Cause,
  all: CrossTenant,
  name = demoStore.name,
): Promise<DemoKeys> {
  const existing = await findStoreByName(deps.db, all, name);
  const { id } = existing
    ? await applyStore(deps, { storeId: existing.id })
    : await createStore(deps, cause, { ...demoStore, name });
  const dev = toTenant(id, true);
  const prod = toTenant(id, false);
  const devKey = await transact(deps, (tx) =>
    createApiKey(tx, dev, cause, { kind: 'SECRET', description: 'Demo', permissions }),
  );
  // What manages the store too, by name: the operator who makes the demo tries everything with it.
  const prodKey = await transact(deps, (tx) =>
    createApiKey(tx, prod, cause, { kind: 'SECRET', description: 'Demo', permissions }),
  );
  const readOnlyKey = await transact(deps, (tx) =>
    createApiKey(tx, dev, cause, {
      kind: 'SECRET',
      description: 'Demo, read only',
      permissions: readPermissions,
    }),
  );
  const cardForm = { kind: 'PUBLIC', description: 'Demo card form', permissions: [] } as const;
  const publicKey = await transact(deps, (tx) => createApiKey(tx, dev, cause, cardForm));
  const prodPublicKey = await transact(deps, (tx) => createApiKey(tx, prod, cause, cardForm));
  return {
    storeId: id,
    devKey: devKey.text,
    prodKey: prodKey.text,
    readOnlyKey: readOnlyKey.text,
    publicKey: publicKey.text,
    prodPublicKey: prodPublicKey.text,
  };
}
