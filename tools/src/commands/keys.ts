import type { Command } from 'commander';
import { runAdmin } from './admin-program';

export function registerKeys(program: Command): void {
  program
    .command('keys')
    .description('manage API keys: create, list, roll, revoke (npm run keys -- create --help)')
    .argument('[args...]', 'passed on to the gateway')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => runAdmin(['keys', ...args]));
}

export function registerStores(program: Command): void {
  program
    .command('stores')
    .description('manage stores: create, list, show, update, close, reopen (npm run stores -- create --help)')
    .argument('[args...]', 'passed on to the gateway')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => runAdmin(['stores', ...args]));
}
