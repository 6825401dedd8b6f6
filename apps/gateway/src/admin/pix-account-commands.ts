import { PixAccountServiceDefinition } from '@pitanga/contracts';
import { createRpcClient, rpcTls } from '@pitanga/rpc';
import { addressConfig, loadConfig, rpcTlsConfig } from '@pitanga/runtime';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { readAccountFile } from './account-file';
import { callForStore, databaseConfig, print, printTable, type AdminTool } from './admin-tool';

const pixAccountsConfig = Type.Object({
  ...databaseConfig.properties,
  BILLING_ADDRESS: addressConfig('billing'),
  ...rpcTlsConfig,
});

/** Billing calls the bank before it answers. */
const pixAccountsDeadlineMs = 45_000;

/** `pix-accounts set` and `remove`: the bank accounts that receive the production Pix of stores. */
export function registerPixAccounts(program: Command, tool: AdminTool): void {
  const accounts = program.command('pix-accounts').description('the bank accounts that receive production Pix');
  accounts
    .command('set')
    .description('configure the account of a store and register its callback address with the bank')
    .requiredOption('--store <id>', 'the store')
    .requiredOption(
      '--file <path>',
      'JSON with addresses, credentials and certificates, - for standard input (see docs/pix-accounts.md)',
    )
    .action((options: { store: string; file: string }) => setPixAccount(tool, options));
  accounts
    .command('remove')
    .description('remove the account of a store')
    .requiredOption('--store <id>', 'the store')
    .action((options: { store: string }) => removePixAccount(tool, options));
}

async function setPixAccount(tool: AdminTool, { store: storeId, file }: { store: string; file: string }) {
  const settingsJson = await readAccountFile(file);
  await callForStore(tool, storeId, connectPixAccounts(tool), async (accounts, context) => {
    const set = await accounts.configurePixAccount({ storeId, settingsJson }, context);
    const certificateEnds = set.certificateExpiresAt?.toISOString() ?? '-';
    printTable([{ store: storeId, certificateEnds, webhook: set.webhookFailure ? 'not registered' : 'registered' }]);
    print(`\n${set.callbackUrl}\n\nThe bank calls this address (and the same with /pix); keep it to yourself.`);
    if (set.webhookFailure) print(`The bank did not register it: ${set.webhookFailure} Payments are found by polling.`);
  });
}

async function removePixAccount(tool: AdminTool, { store: storeId }: { store: string }): Promise<void> {
  await callForStore(tool, storeId, connectPixAccounts(tool), async (accounts, context) => {
    await accounts.removePixAccount({ storeId }, context);
    print('Removed: production Pix of this store answers 503 within five seconds.');
  });
}

function connectPixAccounts({ env, log }: AdminTool) {
  const config = loadConfig(pixAccountsConfig, env);
  return createRpcClient(PixAccountServiceDefinition, {
    address: config.BILLING_ADDRESS,
    tls: rpcTls(config, log),
    deadlineMs: pixAccountsDeadlineMs,
  });
}
