import type { Command } from 'commander';
import { runFromSource } from './source-program';

/** `npm run api:baseline`: after a release, so that what it added is kept from then on. */
export function registerApiBaseline(program: Command): void {
  program
    .command('api-baseline')
    .description('keep what the APIs and events promise now from here on; says which earlier promises are given up')
    .action(() => runFromSource('api-baseline-program.ts', []));
}
