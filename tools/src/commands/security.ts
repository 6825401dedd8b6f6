import type { Command } from 'commander';
import { runFromSource } from './source-program';

/** `npm run security`: what shows that the rules of docs/security.md hold, beyond the tests. */
export function registerSecurity(program: Command): void {
  program
    .command('security')
    .description(
      'draw requests from the API documents, check accesses, secrets and packages (npm run security -- --help)',
    )
    .argument('[args...]', 'passed on to the program')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => runFromSource('security-program.ts', args));
}
