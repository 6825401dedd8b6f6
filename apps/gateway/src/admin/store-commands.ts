import { transact } from '@pitanga/database';
import type { Command } from 'commander';
import type { Store } from '../stores/store';
import { storeNotFound } from '../stores/store-errors';
import { findStore, listStores } from '../stores/store-repository';
import {
  closeStore,
  isApplied,
  reopenStore,
  tryToApply,
  updateStore,
  type StoreWriteDeps,
} from '../stores/change-store';
import { operatorCause, print, printTable, withStoreDeps, type AdminTool } from './admin-tool';
import { confirmFees } from './confirm-fees';
import { createStoreWithKeys, type StoreWithKeys } from './create-store-command';
import { withWriteDeps } from './store-write-deps';
import { addStoreFlags, changeFromFlags, type StoreFlags } from './store-flags';

const storesMax = 1000;

interface Output {
  readonly json?: boolean;
}

type CreateFlags = StoreFlags & Output & { name: string; website: string; taxId: string; topUp?: boolean };

interface One extends Output {
  readonly id: string;
}

/** `stores create`, `list`, `show`, `update`, `close` and `reopen`. */
export function registerStores(program: Command, tool: AdminTool): Command {
  const stores = program.command('stores').description('manage stores (docs/behaviour/stores.md)');
  const command = (name: string, description: string) =>
    stores.command(name).description(description).option('--json', 'print JSON');
  addStoreFlags(command('create', 'create a store'))
    .requiredOption('--name <text>', "as payers' banks show it")
    .requiredOption('--tax-id <CPF or CNPJ>', 'of the holder, who alone receives its withdrawals')
    .requiredOption('--website <address>', 'http or https')
    .option('--top-up', 'begin with R$ 100,00 for refunds in the test environment')
    .action((flags: CreateFlags) => {
      const { name, website, taxId, topUp = false } = flags;
      const input = { ...changeFromFlags(flags), name, website, taxId };
      return createStoreWithKeys(tool, input, topUp, (created) => {
        showCreated(created, flags);
      });
    });
  command('list', 'list stores, oldest first').action((flags: Output) => list(tool, flags));
  command('show', 'show a store with its settings')
    .requiredOption('--id <store>', 'the store')
    .action((flags: One) =>
      withStoreDeps(tool, async ({ db }) => {
        const store = await findStore(db, { storeId: flags.id });
        if (!store) throw storeNotFound();
        show(store, flags);
      }),
    );
  addStoreFlags(command('update', 'change settings of a store; what is left out stays'))
    .requiredOption('--id <store>', 'the store')
    .option('--name <text>', "as payers' banks show it")
    .option('--website <address>', 'http or https')
    .option('--yes', 'do not ask where fees leave subscriptions too little to be collected')
    .action((flags: StoreFlags & One & { yes?: boolean }) => {
      const asked = changeFromFlags(flags);
      return change(tool, flags, async (deps) => {
        await confirmFees(tool, deps, flags, asked);
        return transact(deps, (tx) => updateStore(tx, { storeId: flags.id }, operatorCause(tool, tx), asked));
      });
    });
  command('close', 'end the keys and sessions of a store and take no new payment; what is under way ends')
    .requiredOption('--id <store>', 'the store')
    .action((flags: One) =>
      change(tool, flags, (deps) =>
        transact(deps, (tx) => closeStore(tx, { storeId: flags.id }, operatorCause(tool, tx))),
      ),
    );
  command('reopen', 'open a closed store again, with the keys it had')
    .requiredOption('--id <store>', 'the store')
    .action((flags: One) =>
      change(tool, flags, (deps) =>
        transact(deps, (tx) => reopenStore(tx, { storeId: flags.id }, operatorCause(tool, tx))),
      ),
    );
  return stores;
}

async function change(tool: AdminTool, flags: One, write: (deps: StoreWriteDeps) => Promise<Store>): Promise<void> {
  await withWriteDeps(tool, async (deps) => {
    const store = await write(deps);
    await tryToApply({ ...deps, log: tool.log }, { storeId: store.id });
    show((await findStore(deps.db, { storeId: store.id })) ?? store, flags);
  });
}

async function list(tool: AdminTool, { json }: Output): Promise<void> {
  await withStoreDeps(tool, async ({ db }) => {
    const stores = await listStores(db, tool.all, storesMax);
    if (json === true) print(JSON.stringify(stores.map(shown)));
    else if (stores.length === 0) print('No stores.');
    else {
      printTable(
        stores.map(({ id, name, status, website, createdAt }) => ({
          id,
          name,
          status,
          website,
          created: createdAt.toISOString(),
        })),
      );
    }
  });
}

function showCreated({ store, ...keys }: StoreWithKeys, { json }: Output): void {
  if (json === true) print(JSON.stringify({ ...shown(store), ...keys }));
  else {
    show(store, {});
    print(`\nKeys of the test environment, shown once:\n\n${keys.devKey}\n${keys.publicKey}`);
  }
}

function show(store: Store, { json }: Output): void {
  if (json === true) print(JSON.stringify(shown(store)));
  else printTable(Object.entries(flattened(shown(store))).map(([name, value]) => ({ name, value })));
  if (!isApplied(store)) {
    process.stderr.write('A service is away and does not know this yet; the gateway tells it within seconds.\n');
  }
}

/** Everything but the tax id. */
function shown({
  taxIdSealed: _sealed,
  version: _version,
  appliedVersion: _applied,
  billingAppliedVersion: _billingApplied,
  ...store
}: Store) {
  return store;
}

function flattened(value: object, prefix = ''): Record<string, string> {
  const parts = Object.entries(value) as [string, unknown][];
  return Object.fromEntries(
    parts.flatMap(([name, part]): [string, string][] => {
      const path = `${prefix}${name}`;
      if (part instanceof Date) return [[path, part.toISOString()]];
      if (Array.isArray(part)) return [[path, part.join(',') || 'none']];
      if (typeof part === 'object' && part !== null) return Object.entries(flattened(part, `${path}.`));
      if (part === undefined) return [[path, '-']];
      return [[path, typeof part === 'string' ? part : JSON.stringify(part)]];
    }),
  );
}
