import {
  accountOwnerFromWire,
  BankPayoutsServiceDefinition,
  PixAccountServiceDefinition,
  required,
} from '@pitanga/contracts';
import { orAbsent } from '@pitanga/core';
import { createRpcClient, rpcTls } from '@pitanga/rpc';
import { databaseConfig, addressConfig, loadConfig, rpcTlsConfig } from '@pitanga/runtime';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { splitBankSettings } from '../providers/bank-payouts';
import { readAccountFile } from './account-file';
import { callForStore, print, printProblems, printTable, type AdminTool } from './admin-tool';
import { ownerOption, ownerToWire, registerOwner, type OwnerFlag } from './owner-option';

const pixAccountsConfig = Type.Object({
  ...databaseConfig,
  BILLING_ADDRESS: addressConfig('billing'),
  PAYOUTS_ADDRESS: addressConfig('payouts'),
  ...rpcTlsConfig,
});

/** Billing and payouts call the bank before they answer. */
const pixAccountsDeadlineMs = 45_000;

/** `pix-accounts set`, `show`, `owner`, `test` and `remove`: the bank accounts that receive the production Pix of stores, and may send it. */
export function registerPixAccounts(program: Command, tool: AdminTool): void {
  const accounts = program
    .command('pix-accounts')
    .description('the bank accounts that receive production Pix, at some boletos and cards too, and may send payouts');
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
      const { moneyIn, payouts } = splitSettings(settingsJson);
      const given = { storeId, check: !force, owner: ownerToWire(owner) };
      const set = await accounts.configurePixAccount({ ...given, settingsJson: moneyIn }, context);
      if (payouts === undefined)
        await orAbsent(accounts.banks.removeBankPayouts({ storeId, unlessOpen: true }, context));
      else {
        const callbackUrl = set.webhookFailure ? undefined : set.callbackUrl;
        await accounts.banks.configureBankPayouts({ ...given, settingsJson: payouts, callbackUrl }, context);
      }
      const certificateEnds = set.certificateExpiresAt?.toISOString() ?? '-';
      printTable([
        {
          store: storeId,
          certificateEnds,
          webhook: set.webhookFailure ? 'not registered' : 'registered',
          sends: payouts === undefined ? 'no' : 'yes',
        },
      ]);
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
    const sending = await orAbsent(accounts.banks.getBankPayouts({ storeId }, context));
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
        sends: sending ? 'yes' : 'no',
        updated: account.updatedAt?.toISOString() ?? '-',
      },
    ]);
    print(`\n${account.callbackUrl}`);
  });
}

async function testPixAccount(tool: AdminTool, { store: storeId }: { store: string }): Promise<void> {
  await callForStore(tool, storeId, connectPixAccounts(tool), async (accounts, context) => {
    const { problems } = await accounts.testPixAccount({ storeId }, context);
    const sending = await orAbsent(accounts.banks.testBankPayouts({ storeId }, context));
    printProblems([...new Set([...problems, ...(sending?.problems ?? [])])], 'The bank answers as it should.');
  });
}

async function removePixAccount(tool: AdminTool, { store: storeId }: { store: string }): Promise<void> {
  await callForStore(
    tool,
    storeId,
    connectPixAccounts(tool),
    async (accounts, context) => {
      await orAbsent(accounts.banks.removeBankPayouts({ storeId, unlessOpen: false }, context));
      await accounts.removePixAccount({ storeId }, context);
      print(
        'Removed: production Pix of this store answers 503 within five seconds, and nothing is sent by this account.',
      );
    },
    'pix_account.removed',
  );
}

/** JSON of each service's own; `payouts` undefined: it sends nothing. */
function splitSettings(settingsJson: string): { readonly moneyIn: string; readonly payouts: string | undefined } {
  const given = new Map(Object.entries(JSON.parse(settingsJson) as Readonly<Record<string, unknown>>));
  const { moneyIn, payouts } = splitBankSettings(given);
  return { moneyIn: JSON.stringify(moneyIn), payouts: payouts && JSON.stringify(payouts) };
}

function connectPixAccounts({ env, log }: AdminTool) {
  const config = loadConfig(pixAccountsConfig, env);
  const options = { tls: rpcTls(config, log), deadlineMs: pixAccountsDeadlineMs };
  const moneyIn = createRpcClient(PixAccountServiceDefinition, { address: config.BILLING_ADDRESS, ...options });
  const banks = createRpcClient(BankPayoutsServiceDefinition, { address: config.PAYOUTS_ADDRESS, ...options });
  const close = () => {
    moneyIn.close();
    banks.close();
  };
  return { ...moneyIn, banks, close };
}
