import type { Command } from 'commander';
import { pathFromHere, runAdmin } from './admin-program';

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

function registerAccounts(
  program: Command,
  name: string,
  description: string,
  verbs = 'set, show, test, remove',
): void {
  program
    .command(name)
    .description(`${description}: ${verbs} (npm run ${name} -- set --help)`)
    .argument('[args...]', 'passed on to the gateway')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => runAdmin([name, ...args.map(fromHere)]));
}

/** The admin program runs in another folder than the caller's. */
function fromHere(argument: string, index: number, all: readonly string[]): string {
  if (all[index - 1] === '--file') return pathFromHere(argument);
  return argument.startsWith('--file=') ? `--file=${pathFromHere(argument.slice('--file='.length))}` : argument;
}
