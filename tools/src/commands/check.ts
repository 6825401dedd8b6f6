import type { Command } from 'commander';
import { ensureGenerated } from '../build';
import { runChecks } from '../checks';

/** `npm run check`: the checks of `npm test` without its tests; seconds when nothing changed. */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('format, types, lint, sizes, documentation, protos, unused code, links, citations and commits')
    .action(async () => {
      await ensureGenerated();
      process.exitCode = (await runChecks()).every(Boolean) ? 0 : 1;
    });
}
