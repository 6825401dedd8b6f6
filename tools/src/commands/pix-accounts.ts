import { resolve } from 'node:path';
import type { Command } from 'commander';
import { runAdmin } from './admin-program';

export function registerPixAccounts(program: Command): void {
  registerAccounts(program, 'pix-accounts', 'manage the bank accounts of production Pix');
}

export function registerPayoutAccounts(program: Command): void {
  registerAccounts(program, 'payout-accounts', 'manage the providers of production payouts');
}

function registerAccounts(program: Command, name: string, description: string): void {
  program
    .command(name)
    .description(`${description}: set, remove (npm run ${name} -- set --help)`)
    .argument('[args...]', 'passed on to the gateway')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => runAdmin([name, ...args.map(fromHere)]));
}

/** The admin program runs in another folder than the caller's. */
function fromHere(argument: string, index: number, all: readonly string[]): string {
  const here = process.env.INIT_CWD ?? process.cwd();
  if (all[index - 1] === '--file') return resolve(here, argument);
  return argument.startsWith('--file=') ? `--file=${resolve(here, argument.slice('--file='.length))}` : argument;
}
