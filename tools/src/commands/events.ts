import type { Command } from 'commander';
import { runFromSource } from './source-program';

export function registerEvents(program: Command): void {
  program
    .command('events')
    .description('print the events of the running platform (npm run events -- --help)')
    .argument('[args...]', 'passed on to the program')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => runFromSource('events-program.ts', args));
}
