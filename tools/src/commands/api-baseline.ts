import type { Command } from 'commander';
import { contracts, currentContracts, readBaseline, writeBaseline } from '../contract/baseline';
import { brokenPromises } from '../contract/compare';

/** `npm run api:baseline`: after a release, so that what it added is kept from then on. */
export function registerApiBaseline(program: Command): void {
  program
    .command('api-baseline')
    .description('keep what the APIs and events promise now from here on; says which earlier promises are given up')
    .action(() => {
      const [before, now] = [readBaseline(), currentContracts()];
      writeBaseline(now);
      for (const name of contracts) {
        for (const line of brokenPromises(before[name], now[name])) console.log(`${name}: given up, ${line}`);
      }
    });
}
