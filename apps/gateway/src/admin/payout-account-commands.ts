import { PayoutAccountServiceDefinition } from '@pitanga/contracts';
import { tenantOf } from '@pitanga/core';
import { createRpcClient, rpcTls, type CallContext, type RpcClient } from '@pitanga/rpc';
import { addressConfig, createLog, loadConfig, rpcTlsConfig } from '@pitanga/runtime';
import type { Command } from 'commander';
import { Type } from 'typebox';
import type { StoreDeps } from '../deps';
import { readAccountFile } from './account-file';
import { storeNotFound } from '../stores/store-errors';
import { findStore } from '../stores/store-queries';

interface Tool {
  readonly env: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
  readonly withStoreDeps: (work: (deps: StoreDeps) => Promise<void>) => Promise<void>;
}

type Work = (accounts: RpcClient<PayoutAccountServiceDefinition>, context: CallContext) => Promise<void>;

const accountsConfig = Type.Object({ PAYOUTS_ADDRESS: addressConfig('payouts'), ...rpcTlsConfig });

/** Nobody waits but the operator. */
const accountsDeadlineMs = 30_000;

/** `payout-accounts set` and `remove`: who sends the production payouts of a store. */
export function registerPayoutAccounts(program: Command, tool: Tool): void {
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
      await withAccounts(tool, storeId, async (client, context) => {
        const { callbackUrl } = await client.configurePayoutAccount({ storeId, settingsJson }, context);
        tool.print(`${callbackUrl}\n\nThe provider calls this address; keep it to yourself.`);
      });
    });
  accounts
    .command('remove')
    .description('remove the provider of a store')
    .requiredOption('--store <id>', 'the store')
    .action(async ({ store: storeId }: { store: string }) => {
      await withAccounts(tool, storeId, async (client, context) => {
        await client.removePayoutAccount({ storeId }, context);
        tool.print('Removed: production payouts of this store answer 503 within five seconds.');
      });
    });
}

async function withAccounts({ env, withStoreDeps }: Tool, storeId: string, work: Work): Promise<void> {
  const config = loadConfig(accountsConfig, env);
  const tls = rpcTls(config, createLog({ service: 'gateway-admin', level: 'silent' }));
  const client = createRpcClient(PayoutAccountServiceDefinition, {
    address: config.PAYOUTS_ADDRESS,
    tls,
    deadlineMs: accountsDeadlineMs,
  });
  try {
    await withStoreDeps(async ({ db, clock, ids }) => {
      if (!(await findStore(db, tenantOf(storeId, false)))) throw storeNotFound();
      await work(client, { requestId: ids.next('request', clock.real()) });
    });
  } finally {
    client.close();
  }
}
