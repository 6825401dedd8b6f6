import type { Command } from 'commander';
import { runAdmin } from './admin-program';

export function registerCustomers(program: Command): void {
  program
    .command('customers')
    .description('export or erase what is held about a person (npm run customers -- export --help)')
    .argument('[args...]', 'passed on to the gateway')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => {
      runAdmin(['customers', ...args]);
    });
}
