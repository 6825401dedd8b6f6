// Writes docs/api/baseline.gz, and prints each promise that is given up.
import { contracts, currentContracts, readBaseline, writeBaseline } from '../contract/baseline';
import { brokenPromises } from '../contract/compare';

const [before, now] = [readBaseline(), currentContracts()];
writeBaseline(now);
for (const name of contracts) {
  for (const line of brokenPromises(before[name], now[name])) console.log(`${name}: given up, ${line}`);
}
