import { accountOwnerFromWire, StripeAccountServiceDefinition, type StripeAccount } from '@pitanga/contracts';
import { createRpcClient, rpcTls } from '@pitanga/rpc';
import { databaseConfig, addressConfig, loadConfig, rpcTlsConfig } from '@pitanga/runtime';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { readAccountFile } from './account-file';
import { callForStore, print, printProblems, printTable, type AdminTool } from './admin-tool';
import { ownerOption, ownerToWire, registerOwner, type OwnerFlag } from './owner-option';

const stripeAccountsConfig = Type.Object({
  ...databaseConfig,
  BILLING_ADDRESS: addressConfig('billing'),
  ...rpcTlsConfig,
});

/** Billing calls Stripe before it answers. */
const stripeAccountsDeadlineMs = 45_000;

/** `stripe-accounts set`, `owner`, `test` and `remove`: the accounts that take the production cards and boletos of stores. */
export function registerStripeAccounts(program: Command, tool: AdminTool): void {
  const accounts = program
    .command('stripe-accounts')
    .description('the Stripe accounts that take production cards and boletos');
  accounts
    .command('set')
    .description('configure the account of a store, or its new keys')
    .requiredOption('--store <id>', 'the store')
    .requiredOption('--file <path>', 'JSON with the keys, - for standard input (see docs/stripe-accounts.md)')
    .addOption(ownerOption())
    .action((options: SetOptions) => setStripeAccount(tool, options));
  registerOwner(accounts, tool, connectStripeAccounts, (client, assigned, context) =>
    client.assignStripeAccount(assigned, context),
  );
  accounts
    .command('test')
    .description('say what is wrong with the account of a store')
    .requiredOption('--store <id>', 'the store')
    .action((options: { store: string }) => testStripeAccount(tool, options));
  accounts
    .command('remove')
    .description('remove the account of a store')
    .requiredOption('--store <id>', 'the store')
    .action((options: { store: string }) => removeStripeAccount(tool, options));
}

interface SetOptions {
  readonly store: string;
  readonly file: string;
  readonly owner: OwnerFlag;
}

async function setStripeAccount(tool: AdminTool, { store: storeId, file, owner }: SetOptions) {
  const settingsJson = await readAccountFile(file);
  await callForStore(
    tool,
    storeId,
    connectStripeAccounts(tool),
    async (accounts, context) => {
      const given = { storeId, settingsJson, owner: ownerToWire(owner) };
      const { account, webhookFailure } = await accounts.configureStripeAccount(given, context);
      if (!account) throw new Error('no account came back');
      printAccount(storeId, account);
      if (webhookFailure === undefined) {
        print('\nStripe has the callback address.');
        return;
      }
      print(`\nStripe does not have the callback address: ${webhookFailure}`);
      print(`${account.callbackUrl}\n\nCreate a webhook endpoint with it at Stripe; keep it to yourself.`);
      print('Then set the account again with its webhookSecret.');
    },
    'stripe_account.set',
  );
}

async function testStripeAccount(tool: AdminTool, { store: storeId }: { store: string }): Promise<void> {
  await callForStore(tool, storeId, connectStripeAccounts(tool), async (accounts, context) => {
    const { account } = await accounts.getStripeAccount({ storeId }, context);
    const { problems } = await accounts.testStripeAccount({ storeId }, context);
    if (account) printAccount(storeId, account);
    print('');
    printProblems(problems, 'Stripe answers, and the account can take its methods.');
  });
}

async function removeStripeAccount(tool: AdminTool, { store: storeId }: { store: string }): Promise<void> {
  await callForStore(
    tool,
    storeId,
    connectStripeAccounts(tool),
    async (accounts, context) => {
      await accounts.removeStripeAccount({ storeId }, context);
      print('Removed: production cards and boletos of this store answer 503 within five seconds.');
    },
    'stripe_account.removed',
  );
}

function printAccount(storeId: string, account: StripeAccount): void {
  const { accountId, liveMode, secretKeyEnds, publishableKeyEnds, methods, owner } = account;
  printTable([
    {
      store: storeId,
      account: accountId,
      mode: liveMode ? 'live' : 'test',
      methods: methods.join(' '),
      owner: accountOwnerFromWire(owner) ?? '-',
      secretKey: `…${secretKeyEnds}`,
      publishableKey: `…${publishableKeyEnds}`,
    },
  ]);
}

function connectStripeAccounts({ env, log }: AdminTool) {
  const config = loadConfig(stripeAccountsConfig, env);
  return createRpcClient(StripeAccountServiceDefinition, {
    address: config.BILLING_ADDRESS,
    tls: rpcTls(config, log),
    deadlineMs: stripeAccountsDeadlineMs,
  });
}
