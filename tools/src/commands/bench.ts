import type { Command } from 'commander';
import { runFromSource } from './source-program';

/** `npm run bench`: starts a platform of its own and prints figures and their ratios to a ceiling of the same run. */
export function registerBench(program: Command): void {
  program
    .command('bench')
    .description('measure how fast this is, beside what the same machine can do (npm run bench -- --help)')
    .argument('[args...]', 'passed on to the program')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => runFromSource('bench-program.ts', args));
}
