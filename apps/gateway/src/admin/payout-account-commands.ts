import { PayoutAccountServiceDefinition } from '@pitanga/contracts';
import { createRpcClient, rpcTls } from '@pitanga/rpc';
import { addressConfig, loadConfig, rpcTlsConfig } from '@pitanga/runtime';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { readAccountFile } from './account-file';
import { callForStore, print, type AdminTool } from './admin-tool';

const payoutAccountsConfig = Type.Object({ PAYOUTS_ADDRESS: addressConfig('payouts'), ...rpcTlsConfig });

/** Only the operator waits. */
const payoutAccountsDeadlineMs = 30_000;

/** `payout-accounts set` and `remove`: the providers that send the production payouts of stores. */
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
    .action(async ({ store: storeId, file }: { store: string; file: string }) => {
      const settingsJson = await readAccountFile(file);
      await callForStore(tool, storeId, connectPayoutAccounts(tool), async (client, context) => {
        const { callbackUrl } = await client.configurePayoutAccount({ storeId, settingsJson }, context);
        print(`${callbackUrl}\n\nThe provider calls this address; keep it to yourself.`);
      });
    });
  accounts
    .command('remove')
    .description('remove the provider of a store')
    .requiredOption('--store <id>', 'the store')
    .action(async ({ store: storeId }: { store: string }) => {
      await callForStore(tool, storeId, connectPayoutAccounts(tool), async (client, context) => {
        await client.removePayoutAccount({ storeId }, context);
        print('Removed: production payouts of this store answer 503 within five seconds.');
      });
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
