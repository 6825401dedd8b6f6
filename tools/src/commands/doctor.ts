import { resolve } from 'node:path';
import type { Command } from 'commander';
import { defaultDataDir } from '../workspace';
import { runFromSource } from './source-program';

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check that every service agrees with itself and with the others; exits with 1 when one does not')
    .option('--data <folder>', 'data folder of the platform', process.env.PITANGA_DATA ?? defaultDataDir)
    .action(({ data }: { data: string }) => runFromSource('doctor-program.ts', [resolve(data)]));
}
