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

export function registerPeople(program: Command): void {
  for (const [name, description] of [
    ['users', 'people of the dashboard: list, show, erase, reset-second-factor (npm run users -- show --help)'],
    ['links', 'links to people, which no mail sends yet: list, show (npm run links -- list)'],
  ] as const) {
    program
      .command(name)
      .description(description)
      .argument('[args...]', 'passed on to the gateway')
      .helpOption(false)
      .allowUnknownOption()
      .action((args: string[]) => runAdmin([name, ...args]));
  }
}

export function registerStores(program: Command): void {
  program
    .command('stores')
    .description('manage stores: create, list, show, update, close, reopen, invite (npm run stores -- create --help)')
    .argument('[args...]', 'passed on to the gateway')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => runAdmin(['stores', ...args]));
}
