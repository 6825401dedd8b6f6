import type { Command } from 'commander';
import { runFromSource } from './source-program';

export function registerHistory(program: Command): void {
  program
    .command('history')
    .description('export the events to Parquet, without personal data (npm run history -- --help)')
    .argument('[args...]', 'passed on to the program')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => runFromSource('history-program.ts', args));
}
