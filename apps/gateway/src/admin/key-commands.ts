import { toTenant, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ApiKey } from '../api-keys/api-key';
import { apiKeyNotFound } from '../api-keys/api-key-errors';
import { findApiKeyTenant, listApiKeys } from '../api-keys/api-key-repository';
import { createApiKey, endApiKey, rollApiKey } from '../api-keys/api-key-service';
import { isManaging, listAllForKey } from '../access/guards';
import { isPermission, permissions, readPermissions, type Permission } from '../access/permission';
import type { UseCaseDeps } from '../use-case-deps';
import { storeNotFound } from '../stores/store-errors';
import { listStores } from '../stores/store-repository';
import { operatorCause, print, printTable, withStoreDeps, type AdminTool } from './admin-tool';
import { revokeKeysMadeBy } from './made-key-commands';
import { reportKeys } from './key-report';

const storesMax = 1000;

/** `keys create`, `list`, `report`, `roll` and `revoke`. */
export function registerKeys(program: Command, tool: AdminTool): void {
  const keys = program.command('keys').description('manage API keys');
  keys
    .command('create')
    .description('create a key and show it once')
    .option('--store <id>', 'the store; may be left out while there is only one')
    .addOption(new Option('--env <environment>', 'dev or prod').choices(['dev', 'prod']).default('dev'))
    .option('--description <text>', 'what the key is for', 'Created from the command line')
    .option(
      '--permissions <list>',
      'a comma list such as CUSTOMER:READ,CHECKOUT:CREATE; read: every READ; all: in production without ' +
        'what manages members, keys, the store and its providers, which is named besides: all,CONNECT:CREATE',
      parsePermissions,
      ['all'],
    )
    .option('--public', 'a public key for the card form, without permissions')
    .option('--expires-at <time>', 'ISO 8601, e.g. 2027-01-31T12:00:00Z: the key is refused from then on', parseInstant)
    .option('--allow <list>', 'comma list of the IP addresses and networks (CIDR) that may use it', parseList)
    .action((options: CreateOptions) => createKey(tool, options));
  keys
    .command('list')
    .description('list keys')
    .option('--store <id>', 'of one store')
    .action((options: { store?: string }) => listKeys(tool, options));
  keys
    .command('report')
    .description('list the live keys that do the work of people, with who made them and what they may not do')
    .option('--store <id>', 'of one store')
    .action((options: { store?: string }) => reportKeys(tool, options));
  keys
    .command('roll')
    .description('create a key with the settings of another one, which goes on for a while')
    .requiredOption('--id <key id>', 'the key, as keys list shows it')
    .option('--overlap-hours <hours>', 'how long the old key goes on: 0 to 168', Number, 24)
    .action((options: { id: string; overlapHours: number }) => rollKey(tool, options));
  keys
    .command('revoke')
    .description('revoke a key, or all that a person has made')
    .option('--id <key id>', 'the key, as keys list shows it')
    .addOption(new Option('--made-by <user id>', 'the person, also one who was removed or erased').conflicts('id'))
    .action(({ id, madeBy }: { id?: string; madeBy?: string }) => {
      if (madeBy !== undefined) return revokeKeysMadeBy(tool, madeBy);
      if (id === undefined) throw new InvalidArgumentError('Name the key with --id, or the person with --made-by');
      return revokeKey(tool, { id });
    });
}

interface CreateOptions {
  readonly store?: string;
  readonly env: 'dev' | 'prod';
  readonly description: string;
  readonly permissions: readonly PermissionChoice[];
  readonly public?: boolean;
  readonly expiresAt?: Date;
  readonly allow?: readonly string[];
}

async function createKey(tool: AdminTool, options: CreateOptions): Promise<void> {
  await withStoreDeps(tool, async (deps) => {
    const tenant = toTenant(options.store ?? (await onlyStoreId(tool, deps)), options.env === 'dev');
    const kind = options.public === true ? 'PUBLIC' : 'SECRET';
    const granted = options.permissions.flatMap((choice) => listPermissions(choice, tenant.devMode));
    const description = options.description.trim();
    const { key, text } = await transact(deps, (tx) =>
      createApiKey(tx, tenant, operatorCause(tool, tx), {
        kind,
        description,
        permissions: granted,
        expiresAt: options.expiresAt,
        allowedAddresses: options.allow,
      }),
    );
    printTable([keyLine(tenant, key)]);
    print(`\n${text}\n\nThis is the key. It is shown once and kept nowhere; store it safely.`);
  });
}

async function listKeys(tool: AdminTool, options: { store?: string }): Promise<void> {
  await withStoreDeps(tool, async ({ db }) => {
    const stores = await listStores(db, tool.all, storesMax);
    const wanted = stores.map(({ id }) => id).filter((id) => options.store === undefined || id === options.store);
    if (wanted.length === 0 && options.store !== undefined) throw storeNotFound();
    const tenants = wanted.flatMap((id) => [toTenant(id, true), toTenant(id, false)]);
    const lines: Record<string, string>[] = [];
    for (const tenant of tenants) {
      for (const key of await listApiKeys(db, tenant)) lines.push(keyLine(tenant, key));
    }
    if (lines.length === 0) print('No keys.');
    else printTable(lines);
  });
}

async function rollKey(tool: AdminTool, options: { id: string; overlapHours: number }): Promise<void> {
  await withStoreDeps(tool, async (deps) => {
    const tenant = await findApiKeyTenant(deps.db, tool.all, options.id);
    if (!tenant) throw apiKeyNotFound();
    const { key, text, previous } = await transact(deps, (tx) =>
      rollApiKey(tx, tenant, operatorCause(tool, tx), options),
    );
    printTable([keyLine(tenant, key), keyLine(tenant, previous)]);
    print(`\n${text}\n\nThis is the new key. It is shown once and kept nowhere; store it safely.`);
  });
}

async function revokeKey(tool: AdminTool, options: { id: string }): Promise<void> {
  await withStoreDeps(tool, async (deps) => {
    const tenant = await findApiKeyTenant(deps.db, tool.all, options.id);
    if (!tenant) throw apiKeyNotFound();
    printTable([
      keyLine(tenant, await transact(deps, (tx) => endApiKey(tx, tenant, operatorCause(tool, tx), options.id))),
    ]);
    print('\nRevoked: every gateway refuses the key within one second.');
  });
}

async function onlyStoreId(tool: AdminTool, { db }: UseCaseDeps): Promise<string> {
  const [first, second] = await listStores(db, tool.all, 2);
  if (!first) throw new InvalidArgumentError('There is no store yet');
  if (second) throw new InvalidArgumentError('There are several stores; name one with --store (see keys list)');
  return first.id;
}

function parseInstant(text: string): Date {
  const at = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(at.getTime())) {
    throw new InvalidArgumentError('It should be a time like 2027-01-31T12:00:00Z.');
  }
  return at;
}

function parseList(text: string): readonly string[] {
  return text.split(',').map((item) => item.trim());
}

type PermissionChoice = Permission | 'all' | 'read';

function parsePermissions(text: string): readonly PermissionChoice[] {
  return text.split(',').map((item) => {
    const name = item.trim();
    if (name === 'all' || name === 'read' || isPermission(name)) return name;
    throw new InvalidArgumentError(`${name} is not one of: all, read, ${permissions.join(', ')}`);
  });
}

function listPermissions(choice: PermissionChoice, devMode: boolean): readonly Permission[] {
  if (choice === 'all') return listAllForKey(devMode);
  return choice === 'read' ? readPermissions : [choice];
}

function keyLine(tenant: Tenant, key: ApiKey): Record<string, string> {
  const held = new Set(key.permissions);
  const isAll = listAllForKey(tenant.devMode).every((name) => held.has(name));
  const managing = tenant.devMode ? [] : key.permissions.filter(isManaging);
  return {
    id: key.id,
    store: tenant.storeId,
    env: tenant.devMode ? 'dev' : 'prod',
    key: `${key.prefix}…${key.lastFour}`,
    description: key.description,
    permissions: (isAll ? ['all', ...managing] : key.permissions).join(','),
    created: key.createdAt.toISOString(),
    expires: key.expiresAt?.toISOString() ?? '-',
    addresses: key.allowedAddresses.join(',') || 'all',
    lastUsed: key.lastUsedAt?.toISOString() ?? '-',
    revoked: key.revokedAt?.toISOString() ?? '-',
  };
}
