import type { Command } from 'commander';
import { pathFromHere, registerAdmin } from './admin-program';

export function registerPixAccounts(program: Command): void {
  registerAccounts(program, 'pix-accounts', 'manage the bank accounts of production Pix');
}

export function registerStripeAccounts(program: Command): void {
  registerAccounts(
    program,
    'stripe-accounts',
    'manage the Stripe accounts of production cards and boletos',
    'set, test, remove',
  );
}

export function registerPayoutAccounts(program: Command): void {
  registerAccounts(program, 'payout-accounts', 'manage the providers of production payouts');
}

export function registerAsaasAccounts(program: Command): void {
  registerAccounts(program, 'asaas-accounts', 'manage the Asaas accounts of stores');
}

function registerAccounts(
  program: Command,
  name: string,
  description: string,
  verbs = 'set, show, test, remove',
): void {
  registerAdmin(program, name, `${description}: ${verbs} (npm run ${name} -- set --help)`, fromHere);
}

/** The admin program runs in another folder than the caller's. */
function fromHere(argument: string, index: number, all: readonly string[]): string {
  if (all[index - 1] === '--file') return pathFromHere(argument);
  return argument.startsWith('--file=') ? `--file=${pathFromHere(argument.slice('--file='.length))}` : argument;
}
