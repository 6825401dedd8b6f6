import type { Command } from 'commander';
import { runAdmin } from './admin-program';

export function registerKeys(program: Command): void {
  program
    .command('keys')
    .description("manage the demo store's API keys: create, list, revoke (npm run keys -- create --help)")
    .argument('[args...]', 'passed on to the gateway')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => runAdmin(['keys', ...args]));
}
