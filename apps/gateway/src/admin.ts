import { everyTenant } from '@pitanga/core';
import { createLog } from '@pitanga/runtime';
import { Command } from 'commander';
import { errorText, type AdminTool } from './admin/admin-tool';
import { registerCustomers } from './admin/customer-commands';
import { registerDemo } from './admin/demo-store';
import { operatorName } from './admin/operator';
import { registerStores } from './admin/store-commands';
import { registerKeys } from './admin/key-commands';
import { registerKeyPayments } from './admin/key-payment-commands';
import { registerAsaasAccounts } from './admin/asaas-account-commands';
import { registerPayoutAccounts } from './admin/payout-account-commands';
import { registerPeople } from './admin/people-commands';
import { registerPixAccounts } from './admin/pix-account-commands';
import { registerReseal } from './admin/reseal-command';
import { registerStripeAccounts } from './admin/stripe-account-commands';

const program = new Command('admin')
  .description("Pitanga's stores, people and API keys")
  .option('--as <name>', 'your name for the audit log; in a pod needed unless PITANGA_OPERATOR is set');

/** The operator's commands. They print on standard output and log nothing. */
const tool: AdminTool = {
  env: process.env,
  log: createLog({ service: 'gateway-admin', level: 'silent' }),
  all: everyTenant,
  operator: () => operatorName(process.env, program.opts<{ as?: string }>().as),
};

registerDemo(program, tool);
const stores = registerStores(program, tool);
registerPeople(program, stores, tool);
registerKeys(program, tool);
registerPixAccounts(program, tool);
registerStripeAccounts(program, tool);
registerReseal(program, tool);
registerPayoutAccounts(program, tool);
registerAsaasAccounts(program, tool);
registerCustomers(program, tool);
registerKeyPayments(program, tool);

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${errorText(error)}\n`);
  process.exitCode = 1;
});
