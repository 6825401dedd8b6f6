import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { startTestInfra } from '../infra/test-infra';
import { untilStopped } from '../signals';

export function registerTestInfra(program: Command): void {
  program
    .command('test-infra')
    .description('run a throw-away PostgreSQL, Redis and Kafka on free ports until stopped')
    .option('--out <file>', 'write the addresses (the value of PITANGA_TEST_INFRA) to this file')
    .action(async (options: { out?: string }) => {
      const stopped = untilStopped();
      const infra = await startTestInfra((line) => {
        console.error(line);
      });
      const addresses = JSON.stringify(infra.addresses);
      if (options.out !== undefined) {
        // Renamed into place, so that a reader never sees half of it.
        writeFileSync(`${options.out}.part`, `${addresses}\n`, { mode: 0o600 });
        renameSync(`${options.out}.part`, options.out);
      }
      console.log(`export PITANGA_TEST_INFRA='${addresses}'`);
      await stopped;
      await infra.stop();
      if (options.out !== undefined) rmSync(options.out, { force: true });
    });
}
