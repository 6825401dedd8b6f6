import type { Command } from 'commander';
import { runFromSource } from './source-program';

export function registerReplay(program: Command): void {
  program
    .command('replay')
    .description('after databases were restored: replay the topics, list what was lost (npm run replay -- --help)')
    .argument('[args...]', 'passed on to the program')
    .helpOption(false)
    .allowUnknownOption()
    .action((args: string[]) => runFromSource('replay-program.ts', args));
}
