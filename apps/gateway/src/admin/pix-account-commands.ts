import { accountOwnerFromWire, PixAccountServiceDefinition, required } from '@pitanga/contracts';
import { createRpcClient, rpcTls } from '@pitanga/rpc';
import { databaseConfig, addressConfig, loadConfig, rpcTlsConfig } from '@pitanga/runtime';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { readAccountFile } from './account-file';
import { callForStore, print, printProblems, printTable, type AdminTool } from './admin-tool';
import { ownerOption, ownerToWire, registerOwner, type OwnerFlag } from './owner-option';

const pixAccountsConfig = Type.Object({
  ...databaseConfig,
  BILLING_ADDRESS: addressConfig('billing'),
  ...rpcTlsConfig,
});

/** Billing calls the bank before it answers. */
const pixAccountsDeadlineMs = 45_000;

/** `pix-accounts set`, `show`, `owner`, `test` and `remove`: the bank accounts that receive the production Pix of stores. */
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
    .option('--force', 'store it although the bank does not answer it well')
    .addOption(ownerOption())
    .action((options: SetOptions) => setPixAccount(tool, options));
  accounts
    .command('show')
    .description('show the account of a store without its secrets')
    .requiredOption('--store <id>', 'the store')
    .action((options: { store: string }) => showPixAccount(tool, options));
  registerOwner(accounts, tool, connectPixAccounts, (client, assigned, context) =>
    client.assignPixAccount(assigned, context),
  );
  accounts
    .command('test')
    .description('ask the bank, and say what is wrong with the account of a store')
    .requiredOption('--store <id>', 'the store')
    .action((options: { store: string }) => testPixAccount(tool, options));
  accounts
    .command('remove')
    .description('remove the account of a store')
    .requiredOption('--store <id>', 'the store')
    .action((options: { store: string }) => removePixAccount(tool, options));
}

interface SetOptions {
  readonly store: string;
  readonly file: string;
  readonly force?: boolean;
  readonly owner: OwnerFlag;
}

async function setPixAccount(tool: AdminTool, { store: storeId, file, force = false, owner }: SetOptions) {
  const settingsJson = await readAccountFile(file);
  await callForStore(
    tool,
    storeId,
    connectPixAccounts(tool),
    async (accounts, context) => {
      const given = { storeId, settingsJson, check: !force, owner: ownerToWire(owner) };
      const set = await accounts.configurePixAccount(given, context);
      const certificateEnds = set.certificateExpiresAt?.toISOString() ?? '-';
      printTable([{ store: storeId, certificateEnds, webhook: set.webhookFailure ? 'not registered' : 'registered' }]);
      print(`\n${set.callbackUrl}\n\nThe bank calls this address (and the same with /pix); keep it to yourself.`);
      if (set.webhookFailure)
        print(`The bank did not register it: ${set.webhookFailure} Payments are found by polling.`);
    },
    'pix_account.set',
  );
}

async function showPixAccount(tool: AdminTool, { store: storeId }: { store: string }): Promise<void> {
  await callForStore(tool, storeId, connectPixAccounts(tool), async (accounts, context) => {
    const account = required((await accounts.getPixAccount({ storeId }, context)).account, 'account');
    printTable([
      {
        store: storeId,
        bank: account.bank ?? 'OTHER',
        host: new URL(account.baseUrl).host,
        pixKey: account.pixKeyMasked,
        owner: accountOwnerFromWire(account.owner) ?? '-',
        clientId: `…${account.clientIdEnds}`,
        certificateEnds: account.certificateExpiresAt?.toISOString() ?? '-',
        reportsPayerTaxId: account.reportsPayerTaxId ? 'yes' : 'no',
        watchesKey: (account.watchesKey ?? true) ? 'yes' : 'no',
        updated: account.updatedAt?.toISOString() ?? '-',
      },
    ]);
    print(`\n${account.callbackUrl}`);
  });
}

async function testPixAccount(tool: AdminTool, { store: storeId }: { store: string }): Promise<void> {
  await callForStore(tool, storeId, connectPixAccounts(tool), async (accounts, context) => {
    printProblems((await accounts.testPixAccount({ storeId }, context)).problems, 'The bank answers as it should.');
  });
}

async function removePixAccount(tool: AdminTool, { store: storeId }: { store: string }): Promise<void> {
  await callForStore(
    tool,
    storeId,
    connectPixAccounts(tool),
    async (accounts, context) => {
      await accounts.removePixAccount({ storeId }, context);
      print('Removed: production Pix of this store answers 503 within five seconds.');
    },
    'pix_account.removed',
  );
}

function connectPixAccounts({ env, log }: AdminTool) {
  const config = loadConfig(pixAccountsConfig, env);
  return createRpcClient(PixAccountServiceDefinition, {
    address: config.BILLING_ADDRESS,
    tls: rpcTls(config, log),
    deadlineMs: pixAccountsDeadlineMs,
  });
}
