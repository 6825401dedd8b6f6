import type { CallContext } from '@pitanga/rpc';
import { Option, type Command } from 'commander';
import { callForStore, print, type AdminTool } from './admin-tool';

export type OwnerFlag = 'merchant' | 'operator';

const owners = { merchant: 'ACCOUNT_OWNER_MERCHANT', operator: 'ACCOUNT_OWNER_OPERATOR' } as const;

/** Whose the account is that a command sets. */
export function ownerOption(): Option {
  return whose("merchant: the store's own, set for it at its request").default('operator' satisfies OwnerFlag);
}

function whose(description: string): Option {
  return new Option('--owner <whose>', description).choices(Object.keys(owners));
}

export function ownerToWire(flag: OwnerFlag) {
  return owners[flag];
}

interface Assigned {
  readonly storeId: string;
  readonly owner: ReturnType<typeof ownerToWire>;
}

/** `owner`: says whose an account is that an earlier release set, without its settings. */
export function registerOwner<Client extends { close(): void }>(
  accounts: Command,
  tool: AdminTool,
  connect: (tool: AdminTool) => Client,
  assign: (client: Client, assigned: Assigned, context: CallContext) => Promise<unknown>,
): void {
  accounts
    .command('owner')
    .description('say whose the account of a store is that an earlier release set; its settings stay')
    .requiredOption('--store <id>', 'the store')
    .addOption(whose("merchant: the store's own, operator: of this installation").makeOptionMandatory())
    .action(async ({ store: storeId, owner }: { readonly store: string; readonly owner: OwnerFlag }) => {
      const act = `${accounts.name().replace('-accounts', '_account')}.assigned`;
      const work = async (client: Client, context: CallContext) => {
        await assign(client, { storeId, owner: ownerToWire(owner) }, context);
        print(`The account is the ${owner}'s within five seconds.`);
      };
      await callForStore(tool, storeId, connect(tool), work, act, { owner });
    });
}
