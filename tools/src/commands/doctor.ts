import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ensureGenerated } from '../build';
import { defaultDataDir } from './start';

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check that every service agrees with itself and with the others; exits with 1 when one does not')
    .option('--data <folder>', 'data folder of the platform', process.env.PITANGA_DATA ?? defaultDataDir)
    .action(async ({ data }: { data: string }) => {
      await ensureGenerated();
      // Loads every service, which no other command should wait for.
      const { runDoctor } = await import('./doctor-examination');
      process.exitCode = (await runDoctor(resolve(data))) ? 0 : 1;
    });
}
