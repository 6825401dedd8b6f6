import { accountOwnerFromWire, PayoutAccountServiceDefinition, required } from '@pitanga/contracts';
import { createRpcClient, rpcTls } from '@pitanga/rpc';
import { addressConfig, loadConfig, rpcTlsConfig } from '@pitanga/runtime';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { readAccountFile } from './account-file';
import { callForStore, print, printProblems, printTable, type AdminTool } from './admin-tool';
import { ownerOption, ownerToWire, registerOwner, type OwnerFlag } from './owner-option';

const payoutAccountsConfig = Type.Object({ PAYOUTS_ADDRESS: addressConfig('payouts'), ...rpcTlsConfig });

/** Only the operator waits. */
const payoutAccountsDeadlineMs = 30_000;

/** `payout-accounts set`, `show`, `owner`, `test` and `remove`: the providers that send the production payouts of stores. */
export function registerPayoutAccounts(program: Command, tool: AdminTool): void {
  const accounts = program.command('payout-accounts').description('the providers that send production payouts');
  accounts
    .command('set')
    .description('configure the provider of a store')
    .requiredOption('--store <id>', 'the store')
    .requiredOption(
      '--file <path>',
      'JSON with address, token and certificates, - for standard input (see docs/payout-accounts.md)',
    )
    .option('--force', 'store it although the provider does not answer it well')
    .addOption(ownerOption())
    .action(async ({ store: storeId, file, force = false, owner }: SetOptions) => {
      const settingsJson = await readAccountFile(file);
      await callForStore(
        tool,
        storeId,
        connectPayoutAccounts(tool),
        async (client, context) => {
          const { callbackUrl } = await client.configurePayoutAccount(
            { storeId, settingsJson, check: !force, owner: ownerToWire(owner) },
            context,
          );
          print(`${callbackUrl}\n\nThe provider calls this address; keep it to yourself.`);
        },
        'payout_account.set',
      );
    });
  accounts
    .command('show')
    .description('show the provider of a store without its secrets')
    .requiredOption('--store <id>', 'the store')
    .action((options: { store: string }) => showPayoutAccount(tool, options));
  registerOwner(accounts, tool, connectPayoutAccounts, (client, assigned, context) =>
    client.assignPayoutAccount(assigned, context),
  );
  accounts
    .command('test')
    .description('ask the provider, and say what is wrong with the account of a store')
    .requiredOption('--store <id>', 'the store')
    .action((options: { store: string }) => testPayoutAccount(tool, options));
  accounts
    .command('remove')
    .description('remove the provider of a store')
    .requiredOption('--store <id>', 'the store')
    .action(async ({ store: storeId }: { store: string }) => {
      await callForStore(
        tool,
        storeId,
        connectPayoutAccounts(tool),
        async (client, context) => {
          await client.removePayoutAccount({ storeId }, context);
          print('Removed: production payouts of this store answer 503 within five seconds.');
        },
        'payout_account.removed',
      );
    });
}

interface SetOptions {
  readonly store: string;
  readonly file: string;
  readonly force?: boolean;
  readonly owner: OwnerFlag;
}

async function showPayoutAccount(tool: AdminTool, { store: storeId }: { store: string }): Promise<void> {
  await callForStore(tool, storeId, connectPayoutAccounts(tool), async (client, context) => {
    const account = required((await client.getPayoutAccount({ storeId }, context)).account, 'account');
    printTable([
      {
        store: storeId,
        provider: new URL(account.baseUrl).host,
        account: account.accountId ?? '-',
        owner: accountOwnerFromWire(account.owner) ?? '-',
        token: `…${account.tokenEnds}`,
        certificateEnds: account.certificateExpiresAt?.toISOString() ?? '-',
        updated: account.updatedAt?.toISOString() ?? '-',
      },
    ]);
    print(`\n${account.callbackUrl}`);
  });
}

async function testPayoutAccount(tool: AdminTool, { store: storeId }: { store: string }): Promise<void> {
  await callForStore(tool, storeId, connectPayoutAccounts(tool), async (client, context) => {
    printProblems(
      (await client.testPayoutAccount({ storeId }, context)).problems,
      'The provider answers as it should.',
    );
  });
}

function connectPayoutAccounts({ env, log }: AdminTool) {
  const config = loadConfig(payoutAccountsConfig, env);
  return createRpcClient(PayoutAccountServiceDefinition, {
    address: config.PAYOUTS_ADDRESS,
    tls: rpcTls(config, log),
    deadlineMs: payoutAccountsDeadlineMs,
  });
}
