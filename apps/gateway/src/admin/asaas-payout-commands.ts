import { accountOwnerFromWire, AsaasPayoutsServiceDefinition, required } from '@pitanga/contracts';
import { createRpcClient, rpcTls } from '@pitanga/rpc';
import { addressConfig, loadConfig, rpcTlsConfig } from '@pitanga/runtime';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { readAccountFile } from './account-file';
import { callForStore, print, printProblems, printTable, type AdminTool } from './admin-tool';
import { ownerOption, ownerToWire, type OwnerFlag } from './owner-option';

const asaasPayoutsConfig = Type.Object({ PAYOUTS_ADDRESS: addressConfig('payouts'), ...rpcTlsConfig });

/** Asaas is asked several times before payouts answers. */
const asaasPayoutsDeadlineMs = 45_000;

interface Named {
  readonly store: string;
}

interface SetOptions extends Named {
  readonly file: string;
  readonly owner: OwnerFlag;
}

/** `asaas-payouts set`, `show`, `test` and `remove`: the Asaas accounts that send the production payouts of stores. */
export function registerAsaasPayouts(program: Command, tool: AdminTool): void {
  const accounts = program.command('asaas-payouts').description('the Asaas accounts that send production payouts');
  accounts
    .command('set')
    .description('configure the account of a store, or let one that was stopped send again')
    .requiredOption('--store <id>', 'the store')
    .requiredOption(
      '--file <path>',
      'JSON with key and token, - for standard input (see docs/payout-accounts.md#asaas)',
    )
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
    connectAsaasPayouts(tool),
    async (client, context) => {
      const given = { storeId, settingsJson, owner: ownerToWire(owner) };
      const { validationUrl } = await client.configureAsaasPayouts(given, context);
      print(
        `${validationUrl}\n\nSet this address and the validationToken at Asaas, as the validation of withdrawals; keep both to ` +
          'yourself. Then withdraw any amount there: it is refused, and shows that Asaas asks.',
      );
    },
    'asaas_payouts.set',
  );
}

async function showAccount(tool: AdminTool, { store: storeId }: Named): Promise<void> {
  await callForStore(tool, storeId, connectAsaasPayouts(tool), async (client, context) => {
    const account = required((await client.getAsaasPayouts({ storeId }, context)).account, 'account');
    printTable([
      {
        store: storeId,
        account: account.name,
        owner: accountOwnerFromWire(account.owner) ?? '-',
        token: `…${account.validationTokenEnds}`,
        ownTransfers: account.allowsOwnTransfers ? 'ALLOW' : 'REFUSE',
        firstAsked: account.askedAt?.toISOString() ?? 'never',
        stopped: account.stoppedAt?.toISOString() ?? '-',
        updated: account.updatedAt?.toISOString() ?? '-',
      },
    ]);
    print(`\n${account.validationUrl}`);
  });
}

async function testAccount(tool: AdminTool, { store: storeId }: Named): Promise<void> {
  await callForStore(tool, storeId, connectAsaasPayouts(tool), async (client, context) => {
    printProblems((await client.testAsaasPayouts({ storeId }, context)).problems, 'Asaas answers as it should.');
  });
}

async function removeAccount(tool: AdminTool, { store: storeId }: Named): Promise<void> {
  await callForStore(
    tool,
    storeId,
    connectAsaasPayouts(tool),
    async (client, context) => {
      await client.removeAsaasPayouts({ storeId }, context);
      print('Removed: within five seconds this store sends nothing through Asaas.');
    },
    'asaas_payouts.removed',
  );
}

function connectAsaasPayouts({ env, log }: AdminTool) {
  const config = loadConfig(asaasPayoutsConfig, env);
  return createRpcClient(AsaasPayoutsServiceDefinition, {
    address: config.PAYOUTS_ADDRESS,
    tls: rpcTls(config, log),
    deadlineMs: asaasPayoutsDeadlineMs,
  });
}
