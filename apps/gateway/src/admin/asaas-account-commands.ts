import { AsaasAccountServiceDefinition, AsaasPayoutsServiceDefinition } from '@pitanga/contracts';
import { notFound } from '@pitanga/core';
import { createRpcClient, rpcTls } from '@pitanga/rpc';
import { addressConfig, loadConfig, rpcTlsConfig } from '@pitanga/runtime';
import type { Command } from 'commander';
import { Type } from 'typebox';
import type { ProviderAccount } from '../providers/provider';
import { asaasAccounts } from '../providers/provider-accounts';
import { readAccountFile } from './account-file';
import { callForStore, print, printProblems, printTable, type AdminTool } from './admin-tool';
import { ownerOption, ownerToWire, type OwnerFlag } from './owner-option';

const asaasAccountsConfig = Type.Object({
  BILLING_ADDRESS: addressConfig('billing'),
  PAYOUTS_ADDRESS: addressConfig('payouts'),
  ...rpcTlsConfig,
});

/** Asaas is asked several times before each service answers. */
const asaasAccountsDeadlineMs = 45_000;

interface Named {
  readonly store: string;
}

interface SetOptions extends Named {
  readonly file: string;
  readonly owner: OwnerFlag;
}

/** `asaas-accounts set`, `show`, `test` and `remove`: the Asaas accounts of stores, in billing and payouts at once. */
export function registerAsaasAccounts(program: Command, tool: AdminTool): void {
  const accounts = program
    .command('asaas-accounts')
    .description('the Asaas accounts that take production Pix, boletos and cards, and send payouts');
  accounts
    .command('set')
    .description('configure the account of a store, or let payouts that were stopped leave again')
    .requiredOption('--store <id>', 'the store')
    .requiredOption('--file <path>', 'JSON with the key, - for standard input (see docs/asaas-accounts.md)')
    .addOption(ownerOption())
    .action((options: SetOptions) => setAccount(tool, options));
  accounts
    .command('show')
    .description('show the account of a store without its secrets, and whether Asaas asks before money leaves')
    .requiredOption('--store <id>', 'the store')
    .action((options: Named) => showAccount(tool, options));
  accounts
    .command('test')
    .description('ask Asaas, and say what is wrong with the account of a store')
    .requiredOption('--store <id>', 'the store')
    .action((options: Named) => testAccount(tool, options));
  accounts
    .command('remove')
    .description('remove the account of a store')
    .requiredOption('--store <id>', 'the store')
    .action((options: Named) => removeAccount(tool, options));
}

async function setAccount(tool: AdminTool, { store: storeId, file, owner }: SetOptions): Promise<void> {
  const settingsJson = await readAccountFile(file);
  await callForStore(
    tool,
    storeId,
    connectAsaasAccounts(tool, owner),
    async (accounts, context) => {
      await accounts.configure(storeId, settingsJson, context);
      const account = await accounts.find(storeId, context);
      if (!account) throw accountNotFound();
      printAccount(storeId, account);
      if (!account.validation) return;
      print(
        '\nSet the address of the validation and the validationToken at Asaas, as the validation of withdrawals; keep both ' +
          'to yourself. Then withdraw any amount there: it is refused, and shows that Asaas asks.',
      );
    },
    'asaas_account.set',
  );
}

async function showAccount(tool: AdminTool, { store: storeId }: Named): Promise<void> {
  await callForStore(tool, storeId, connectAsaasAccounts(tool), async (accounts, context) => {
    const account = await accounts.find(storeId, context);
    if (!account) throw accountNotFound();
    printAccount(storeId, account);
  });
}

async function testAccount(tool: AdminTool, { store: storeId }: Named): Promise<void> {
  await callForStore(tool, storeId, connectAsaasAccounts(tool), async (accounts, context) => {
    printProblems(await accounts.test(storeId, context), 'Asaas answers as it should.');
  });
}

async function removeAccount(tool: AdminTool, { store: storeId }: Named): Promise<void> {
  await callForStore(
    tool,
    storeId,
    connectAsaasAccounts(tool),
    async (accounts, context) => {
      await accounts.remove(storeId, context);
      print('Removed: within five seconds this store takes and sends nothing through Asaas.');
    },
    'asaas_account.removed',
  );
}

function printAccount(storeId: string, { settings, methods, owner, ...account }: ProviderAccount): void {
  const { callbackUrl, updatedAt, validation } = account;
  const takesMoney = methods.some((method) => method !== 'PAYOUT');
  printTable([
    {
      store: storeId,
      methods: methods.join(' '),
      owner: owner ?? '-',
      key: String(settings['apiKey'] ?? '-'),
      token: String(settings['validationToken'] ?? '-'),
      ownTransfers: String(settings['ownTransfers'] ?? '-'),
      firstAsked: validation ? (validation.askedAt?.toISOString() ?? 'never') : '-',
      stopped: validation?.stoppedAt?.toISOString() ?? '-',
      updated: updatedAt.toISOString(),
    },
  ]);
  if (takesMoney) print(`\nEvents: ${callbackUrl} (test says whether Asaas calls it)`);
  if (validation) print(`\nValidation of withdrawals: ${validation.url}`);
}

function accountNotFound() {
  return notFound('This store has no Asaas account');
}

/** @param owner whose the account is that is set */
function connectAsaasAccounts({ env, log }: AdminTool, owner: OwnerFlag = 'operator') {
  const config = loadConfig(asaasAccountsConfig, env);
  const options = { tls: rpcTls(config, log), deadlineMs: asaasAccountsDeadlineMs };
  const moneyIn = createRpcClient(AsaasAccountServiceDefinition, { address: config.BILLING_ADDRESS, ...options });
  const payouts = createRpcClient(AsaasPayoutsServiceDefinition, { address: config.PAYOUTS_ADDRESS, ...options });
  const close = () => {
    moneyIn.close();
    payouts.close();
  };
  return { ...asaasAccounts({ asaasSetup: moneyIn, asaasPayoutSetup: payouts }, ownerToWire(owner)), close };
}
