import { PixAccountServiceDefinition } from '@pitanga/contracts';
import { createIdSource, isAppError, systemClock, tenantOf, type Tenant } from '@pitanga/core';
import { assertSchemaCurrent, connect } from '@pitanga/database';
import { createRpcClient, rpcTls, type CallContext, type RpcClient } from '@pitanga/rpc';
import {
  addressConfig,
  createLog,
  isConfigError,
  loadConfig,
  randomBytes,
  rpcTlsConfig,
  sealerFromConfig,
  sealingConfig,
  serviceConfig,
} from '@pitanga/runtime';
import { Command, InvalidArgumentError, Option } from 'commander';
import { Type } from 'typebox';
import type { ApiKey } from './api-keys/api-key';
import { apiKeyNotFound } from './api-keys/api-key-errors';
import { listApiKeys, resolveApiKeyTenant } from './api-keys/api-key-queries';
import { createApiKey, endApiKey } from './api-keys/api-key-service';
import { isPermission, permissions, readPermissions, type Permission } from './api-keys/permission';
import { closeClients, connectSettingsClients } from './clients';
import type { StoreDeps } from './deps';
import { gatewayMigrations } from './migrations';
import { registerPayoutAccounts } from './admin/payout-account-commands';
import { readAccountFile } from './admin/account-file';
import { createDemoStore } from './admin/demo-store';
import { registerReseal } from './admin/reseal-command';
import { storeNotFound } from './stores/store-errors';
import { findStore, resolveStores } from './stores/store-queries';

/** The operator's tool: what there is no dashboard for yet. Prints on standard output, logs nothing. */

const databaseConfig = Type.Object({ DATABASE_URL: serviceConfig.DATABASE_URL });

const demoConfig = Type.Object({
  ...databaseConfig.properties,
  BILLING_ADDRESS: addressConfig('billing'),
  PAYOUTS_ADDRESS: addressConfig('payouts'),
  ...sealingConfig,
  ...rpcTlsConfig,
});

const pixAccountsConfig = Type.Object({
  ...databaseConfig.properties,
  BILLING_ADDRESS: addressConfig('billing'),
  ...rpcTlsConfig,
});
/** Billing talks to the bank before it answers. */
const pixAccountsDeadlineMs = 45_000;

const storesMax = 1000;

const silentLog = createLog({ service: 'gateway-admin', level: 'silent' });

async function withStoreDeps(work: (deps: StoreDeps) => Promise<void>): Promise<void> {
  const { DATABASE_URL: url } = loadConfig(databaseConfig, process.env);
  const db = connect({ url, applicationName: 'gateway admin', poolMax: 2 });
  try {
    await assertSchemaCurrent(db, gatewayMigrations);
    await work({ db, clock: systemClock, ids: createIdSource(randomBytes) });
  } finally {
    await db.destroy();
  }
}

async function demo(options: { json?: boolean }): Promise<void> {
  const config = loadConfig(demoConfig, process.env);
  const settings = connectSettingsClients(config, silentLog);
  try {
    await withStoreDeps(async (deps) => {
      const created = await createDemoStore({ ...deps, settings, sealer: sealerFromConfig(config) });
      if (options.json === true) print(JSON.stringify(created));
      else printTable(Object.entries<string>({ ...created }).map(([name, value]) => ({ name, value })));
    });
  } finally {
    closeClients(settings);
  }
}

interface CreateOptions {
  readonly store?: string;
  readonly env: 'dev' | 'prod';
  readonly description: string;
  readonly permissions: readonly Permission[];
  readonly public?: boolean;
}

async function createKey(options: CreateOptions): Promise<void> {
  await withStoreDeps(async (deps) => {
    const tenant = tenantOf(options.store ?? (await onlyStoreId(deps)), options.env === 'dev');
    const kind = options.public === true ? 'PUBLIC' : 'SECRET';
    const { permissions: granted } = options;
    const description = options.description.trim();
    const { key, text } = await createApiKey(deps, tenant, { kind, description, permissions: granted });
    printTable([keyLine(tenant, key)]);
    print(`\n${text}\n\nThis is the key. It is shown once and kept nowhere; store it safely.`);
  });
}

async function listKeys(options: { store?: string }): Promise<void> {
  await withStoreDeps(async (deps) => {
    const stores = await resolveStores(deps.db, storesMax);
    const wanted = stores.map(({ id }) => id).filter((id) => options.store === undefined || id === options.store);
    if (wanted.length === 0 && options.store !== undefined) throw storeNotFound();
    const tenants = wanted.flatMap((id) => [tenantOf(id, true), tenantOf(id, false)]);
    const lines: Record<string, string>[] = [];
    for (const tenant of tenants) {
      for (const key of await listApiKeys(deps.db, tenant)) lines.push(keyLine(tenant, key));
    }
    if (lines.length === 0) print('No keys.');
    else printTable(lines);
  });
}

async function revokeKey(options: { id: string }): Promise<void> {
  await withStoreDeps(async (deps) => {
    const tenant = await resolveApiKeyTenant(deps.db, options.id);
    if (!tenant) throw apiKeyNotFound();
    printTable([keyLine(tenant, await endApiKey(deps, tenant, options.id))]);
    print('\nRevoked: every gateway refuses the key within one second.');
  });
}

type PixAccountsClient = RpcClient<PixAccountServiceDefinition>;

async function withPixAccounts(
  storeId: string,
  work: (accounts: PixAccountsClient, context: CallContext) => Promise<void>,
): Promise<void> {
  const config = loadConfig(pixAccountsConfig, process.env);
  const accounts = createRpcClient(PixAccountServiceDefinition, {
    address: config.BILLING_ADDRESS,
    tls: rpcTls(config, silentLog),
    deadlineMs: pixAccountsDeadlineMs,
  });
  try {
    await withStoreDeps(async ({ db, clock, ids }) => {
      if (!(await findStore(db, tenantOf(storeId, false)))) throw storeNotFound();
      await work(accounts, { requestId: ids.next('request', clock.real()) });
    });
  } finally {
    accounts.close();
  }
}

async function setPixAccount({ store: storeId, file }: { store: string; file: string }): Promise<void> {
  const settingsJson = await readAccountFile(file);
  await withPixAccounts(storeId, async (accounts, context) => {
    const set = await accounts.configurePixAccount({ storeId, settingsJson }, context);
    const certificateEnds = set.certificateExpiresAt?.toISOString() ?? '-';
    printTable([{ store: storeId, certificateEnds, webhook: set.webhookFailure ? 'not registered' : 'registered' }]);
    print(`\n${set.callbackUrl}\n\nThe bank calls this address (and the same with /pix); keep it to yourself.`);
    if (set.webhookFailure) print(`The bank did not register it: ${set.webhookFailure} Payments are found by polling.`);
  });
}

async function removePixAccount({ store: storeId }: { store: string }): Promise<void> {
  await withPixAccounts(storeId, async (accounts, context) => {
    await accounts.removePixAccount({ storeId }, context);
    print('Removed: production Pix of this store answers 503 within five seconds.');
  });
}

async function onlyStoreId(deps: StoreDeps): Promise<string> {
  const [first, second] = await resolveStores(deps.db, 2);
  if (!first) throw new InvalidArgumentError('There is no store yet');
  if (second) throw new InvalidArgumentError('There are several stores; name one with --store (see keys list)');
  return first.id;
}

function parsePermissions(text: string): readonly Permission[] {
  if (text === 'all') return permissions;
  if (text === 'read') return readPermissions;
  return text.split(',').map((item) => {
    const name = item.trim();
    if (!isPermission(name)) throw new InvalidArgumentError(`${name} is not one of: ${permissions.join(', ')}`);
    return name;
  });
}

function keyLine(tenant: Tenant, key: ApiKey): Record<string, string> {
  const isAll = key.permissions.length === permissions.length;
  return {
    id: key.id,
    store: tenant.storeId,
    env: tenant.devMode ? 'dev' : 'prod',
    key: `${key.prefix}…${key.lastFour}`,
    description: key.description,
    permissions: isAll ? 'all' : key.permissions.join(','),
    created: key.createdAt.toISOString(),
    lastUsed: key.lastUsedAt?.toISOString() ?? '-',
    revoked: key.revokedAt?.toISOString() ?? '-',
  };
}

function printTable(lines: readonly Record<string, string>[]): void {
  const names = Object.keys(lines[0] ?? {});
  const rows = [names, ...lines.map((line) => names.map((name) => line[name] ?? ''))];
  const widths = names.map((_name, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

const program = new Command('admin').description("Pitanga's stores and API keys");
program
  .command('demo')
  .description('create the demo store, or a new set of keys for it')
  .option('--json', 'print one JSON object')
  .action(demo);

const keys = program.command('keys').description('manage API keys');
keys
  .command('create')
  .description('create a key and show it once')
  .option('--store <id>', 'the store; may be left out while there is only one')
  .addOption(new Option('--env <environment>', 'dev or prod').choices(['dev', 'prod']).default('dev'))
  .option('--description <text>', 'what the key is for', 'Created from the command line')
  .option(
    '--permissions <list>',
    'all, read, or a comma list such as CUSTOMER:READ,CHECKOUT:CREATE',
    parsePermissions,
    permissions,
  )
  .option('--public', 'a public key for the card form, without permissions')
  .action(createKey);
keys.command('list').description('list keys').option('--store <id>', 'of one store').action(listKeys);
keys
  .command('revoke')
  .description('revoke a key')
  .requiredOption('--id <key id>', 'the key, as keys list shows it')
  .action(revokeKey);

const pixAccounts = program.command('pix-accounts').description('the bank accounts that receive production Pix');
pixAccounts
  .command('set')
  .description('configure the account of a store and register its callback address with the bank')
  .requiredOption('--store <id>', 'the store')
  .requiredOption(
    '--file <path>',
    'JSON with addresses, credentials and certificates, - for standard input (see docs/pix-accounts.md)',
  )
  .action(setPixAccount);
pixAccounts
  .command('remove')
  .description('remove the account of a store')
  .requiredOption('--store <id>', 'the store')
  .action(removePixAccount);

registerReseal(program, { env: process.env, log: silentLog, print, printTable, withStoreDeps });
registerPayoutAccounts(program, { env: process.env, print, withStoreDeps });

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
});

/** One sentence for what an operator can repair; the whole stack for what only we can. */
function sentenceOf(error: unknown): string {
  const isExpected = isAppError(error) || isConfigError(error) || error instanceof InvalidArgumentError;
  if (isExpected) return error.message;
  if (error instanceof Error && 'code' in error) return `The database cannot be asked: ${error.message}`;
  return error instanceof Error ? String(error.stack) : String(error);
}
