import { KeyPaymentServiceDefinition, required, type KeyPayment } from '@pitanga/contracts';
import { toTenant, type Tenant } from '@pitanga/core';
import { keyPaymentRecord, keyPaymentStatuses } from '@pitanga/records';
import { createRpcClient, rpcTls, type RpcClient } from '@pitanga/rpc';
import { addressConfig, loadConfig, rpcTlsConfig } from '@pitanga/runtime';
import { Option, type Command } from 'commander';
import { Type } from 'typebox';
import { wireFilter } from '../http/fields/fields';
import {
  callForStore,
  operatorCause,
  print,
  printTable,
  recordAct,
  type AdminTool,
  type StoreCall,
} from './admin-tool';

const keyPaymentsConfig = Type.Object({ BILLING_ADDRESS: addressConfig('billing'), ...rpcTlsConfig });

/** The bank is read before a Pix is attached. */
const deadlineMs = 30_000;

/** Of one page; older ones are found by their status, which changes as they are decided. */
const listMax = 100;

interface Named {
  readonly store: string;
  readonly id: string;
}

/** What a decision is about. */
interface Decided {
  readonly tenant: Tenant;
  readonly id: string;
  readonly byOperator: boolean;
}

type Client = RpcClient<typeof KeyPaymentServiceDefinition>;

interface ListOptions {
  readonly store: string;
  readonly status?: (typeof keyPaymentStatuses)[number];
}

interface AttachOptions extends Named {
  readonly charge: string;
  readonly chargeStore?: string;
}

/**
 * `key-payments list`, `show`, `attach` and `return`: Pix that no charge asked for. Of an account that several stores share,
 * only the operator sees and decides them (docs/behaviour/key-payments.md#shared).
 */
export function registerKeyPayments(program: Command, tool: AdminTool): void {
  const payments = program.command('key-payments').description('decide what becomes of Pix that no charge asked for');
  payments
    .command('list')
    .description('list the newest of a store, also of an account that other stores use too')
    .requiredOption('--store <id>', 'the store that it is recorded for')
    .addOption(new Option('--status <status>', 'only these').choices(keyPaymentStatuses))
    .action((options: ListOptions) => listPayments(tool, options));
  withId(payments.command('show'))
    .description('show one, and the open charges of the store that it may be meant for')
    .action((options: Named) => showPayment(tool, options));
  withId(payments.command('attach'))
    .description('make it the payment of a charge of the same amount')
    .requiredOption('--charge <id>', 'an open Pix charge, or one that was open when the Pix came')
    .option('--charge-store <id>', 'the store of the charge, where it is another one that uses the account')
    .action((options: AttachOptions) => attachPayment(tool, options));
  withId(payments.command('return'))
    .description('send all of it back to the Pix that it came from')
    .action((options: Named) => returnPayment(tool, options));
}

function withId(command: Command): Command {
  return command
    .requiredOption('--store <id>', 'the store that it is recorded for')
    .requiredOption('--id <id>', 'the Pix, as list names it');
}

async function listPayments(tool: AdminTool, { store, status }: ListOptions): Promise<void> {
  await callForStore(tool, store, connectKeyPayments(tool), async (client, context) => {
    const wire = wireFilter('KEY_PAYMENT_STATUS', status);
    const request = { tenant: production(store), page: { limit: listMax }, status: wire, byOperator: true };
    const { keyPayments, page } = await client.listKeyPayments(request, context);
    if (keyPayments.length === 0) print('None.');
    else printPayments(keyPayments);
    if (page?.hasMore === true) print(`\nThere are more; --status WAITING lists what is to be decided.`);
  });
}

async function showPayment(tool: AdminTool, { store, id }: Named): Promise<void> {
  await callForStore(tool, store, connectKeyPayments(tool), async (client, context) => {
    const request = { tenant: production(store), id, byOperator: true };
    const { keyPayment, matches } = await client.getKeyPayment(request, context);
    printPayments([required(keyPayment, 'key payment')]);
    if (matches.length === 0) return;
    print('\nOpen charges of the same amount; nothing says that it is meant for one of them:');
    printTable(
      matches.map(({ chargeId, customerName, isSamePayer }) => ({
        charge: chargeId,
        customer: customerName ?? '-',
        payer: isSamePayer ? 'the same' : 'another, or not told',
      })),
    );
  });
}

async function attachPayment(tool: AdminTool, { chargeStore, charge, ...named }: AttachOptions): Promise<void> {
  await decide(tool, named, 'attach', { chargeId: charge }, async (client, context, payment) => {
    const request = { ...payment, chargeId: charge, chargeStoreId: chargeStore };
    return (await client.attachKeyPayment(request, context)).keyPayment;
  });
}

async function returnPayment(tool: AdminTool, named: Named): Promise<void> {
  await decide(tool, named, 'return', {}, async (client, context, payment) => {
    return (await client.returnKeyPayment(payment, context)).keyPayment;
  });
}

const decided = { attach: 'key_payment.attached', return: 'key_payment.returned' } as const;

/** Notes in the store's audit log that it is asked for, and then what became of it, under one request id. */
async function decide(
  tool: AdminTool,
  { store: storeId, id }: Named,
  decision: keyof typeof decided,
  asked: { readonly chargeId?: string },
  call: (client: Client, context: StoreCall, payment: Decided) => Promise<KeyPayment | undefined>,
): Promise<void> {
  await callForStore(tool, storeId, connectKeyPayments(tool), async (client, context, deps) => {
    const cause = { ...operatorCause(tool, deps), ...context };
    const target = { type: 'key_payment', id };
    await recordAct(deps, { storeId }, cause, `key_payment.${decision}_attempted`, target, asked);
    const answer = await call(client, context, { tenant: production(storeId), id, byOperator: true });
    const payment = required(answer, 'key payment');
    const { amountCents, chargeId = null } = payment;
    await recordAct(deps, { storeId }, cause, decided[decision], target, { amountCents, chargeId });
    printPayments([payment]);
  });
}

/** Only production has a bank. */
const production = (storeId: string): Tenant => toTenant(storeId, false);

function printPayments(payments: readonly KeyPayment[]): void {
  printTable(
    payments.map((payment) => {
      const { id, status, amount, endToEndId, payer, chargeId, reason, receivedAt } = keyPaymentRecord(payment);
      return {
        id,
        status,
        centavos: String(amount),
        endToEndId,
        payer: payer.name ?? '-',
        taxId: payer.taxId ?? '-',
        charge: chargeId ?? '-',
        reason: reason ?? '-',
        shared: payment.isShared ? 'yes' : 'no',
        received: receivedAt,
      };
    }),
  );
}

function connectKeyPayments({ env, log }: AdminTool) {
  const config = loadConfig(keyPaymentsConfig, env);
  const address = config.BILLING_ADDRESS;
  return createRpcClient(KeyPaymentServiceDefinition, { address, tls: rpcTls(config, log), deadlineMs });
}
