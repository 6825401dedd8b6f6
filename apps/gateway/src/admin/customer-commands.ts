import { fromWire } from '@pitanga/contracts';
import { toTenant } from '@pitanga/core';
import { databaseConfig, addressConfig, loadConfig, rpcTlsConfig } from '@pitanga/runtime';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { Type } from 'typebox';
import { recordAudit } from '../audit/audit-log';
import { closeClients, connectClients } from '../clients';
import { deleteNotesOfCustomers } from '../notes/note-repository';
import { createPersonRights, type PersonRequest, type PersonRights } from '../persons/person-rights';
import { storeNotFound } from '../stores/store-errors';
import { findStore } from '../stores/store-repository';
import { operatorCause, print, withStoreDeps, type AdminTool } from './admin-tool';

const servicesConfig = Type.Object({
  ...databaseConfig,
  BILLING_ADDRESS: addressConfig('billing'),
  SUBSCRIPTIONS_ADDRESS: addressConfig('subscriptions'),
  PAYOUTS_ADDRESS: addressConfig('payouts'),
  LEDGER_ADDRESS: addressConfig('ledger'),
  WEBHOOKS_ADDRESS: addressConfig('webhooks'),
  ...rpcTlsConfig,
});

const waits = ['SUBSCRIPTION', 'REFUND', 'OPEN_CHARGE'] as const;

interface PersonOptions {
  readonly store: string;
  readonly env: 'dev' | 'prod';
  readonly id?: string;
  readonly taxId?: string;
}

/** `customers export` and `customers erase`: a person's rights, for an operator whom a store has asked. */
export function registerCustomers(program: Command, tool: AdminTool): void {
  const customers = program.command('customers').description('export or erase what is held about a person');
  withPerson(customers.command('export'))
    .description('print everything about a person as JSON')
    .action((options: PersonOptions) => exportCustomer(tool, options));
  withPerson(customers.command('erase'))
    .description('erase the personal data of a person for good')
    .action((options: PersonOptions) => eraseCustomer(tool, options));
}

function withPerson(command: Command): Command {
  return command
    .requiredOption('--store <id>', 'the store')
    .addOption(new Option('--env <environment>', 'dev or prod').choices(['dev', 'prod']).makeOptionMandatory())
    .option('--id <customer id>', 'a customer, deleted or not')
    .option('--tax-id <CPF or CNPJ>', 'a customer, or a payer who is none');
}

async function exportCustomer(tool: AdminTool, options: PersonOptions): Promise<void> {
  await withPersonRights(tool, options, async (persons, request) => {
    for await (const piece of await persons.exportPerson(request)) process.stdout.write(piece);
    print('');
  });
}

async function eraseCustomer(tool: AdminTool, options: PersonOptions): Promise<void> {
  await withPersonRights(tool, options, async (persons, request) => {
    const { customerIds, requestedAt, waitsFor } = await persons.erasePerson(request);
    if (!requestedAt) {
      print('Nothing is held about this person.');
      return;
    }
    print(`Erasing ${customerIds.join(', ') || 'the payer'}: complete within a minute.`);
    const names = waitsFor.map((wait) => fromWire('ERASURE_WAIT', waits, wait));
    if (names.length > 0) print(`Some data stays until these have ended: ${names.join(', ')}.`);
  });
}

async function withPersonRights(
  tool: AdminTool,
  { store: storeId, env, id: customerId, taxId }: PersonOptions,
  work: (persons: PersonRights, request: PersonRequest) => Promise<void>,
): Promise<void> {
  if ((customerId === undefined) === (taxId === undefined)) throw new InvalidArgumentError('Give --id or --tax-id');
  const clients = connectClients(loadConfig(servicesConfig, tool.env), tool.log);
  try {
    await withStoreDeps(tool, async (deps) => {
      const tenant = toTenant(storeId, env === 'dev');
      if (!(await findStore(deps.db, tenant))) throw storeNotFound();
      const persons = createPersonRights({
        clock: deps.clock,
        clients,
        record: (scope, fact) => recordAudit(deps, scope, fact),
        deleteNotes: (scope, customerIds) => deleteNotesOfCustomers(deps.db, scope, customerIds),
      });
      const { actor, requestId } = operatorCause(tool, deps);
      await work(persons, { tenant, actor, key: { customerId, taxId }, context: { requestId } });
    });
  } finally {
    closeClients(clients);
  }
}
