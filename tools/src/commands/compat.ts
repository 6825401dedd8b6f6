import type { Command } from 'commander';
import { runFromSource } from './source-program';

/** `npm run compat`: part of npm run proof; not of npm test, because it takes minutes. */
export function registerCompat(program: Command): void {
  program
    .command('compat')
    .description('run each service of an earlier commit beside the current others; exits with 1 when one fails')
    .option('--ref <commit>', 'the earlier commit, such as the release that runs in production', 'HEAD~1')
    .action(({ ref }: { ref: string }) => runFromSource('compat-program.ts', [ref]));
}
