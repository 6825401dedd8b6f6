import { join } from 'node:path';
import type { Command } from 'commander';
import { databasesEnv } from '../platform/known-platform';
import { defaultDataDir, rootDir } from '../workspace';
import { runOnPlatform } from './admin-program';
import { runScript } from './source-program';

interface OwnersOptions {
  readonly store?: string;
  readonly operator?: string;
}

export function registerOwners(program: Command): void {
  program
    .command('owners')
    .description(
      'print the accounts of production stores without an owner, and what money no service told the owner of; ' +
        '--operator assigns the money',
    )
    .option('--store <id>', 'the store')
    .option('--operator <routes>', "PIX, BOLETO, CARD, PAYOUT: what came or left by these is the operator's; or none")
    .action(async ({ store, operator }: OwnersOptions) => {
      const args = [...(store === undefined ? [] : ['--store', store])];
      if (operator !== undefined) args.push('--operator', operator);
      runOnPlatform('ledger', 'main.js', ['owners', ...args]);
      if (args.length > 0 || process.exitCode) return;
      const settings = databasesEnv(process.env.PITANGA_DATA ?? defaultDataDir, process.env);
      await runScript(join(rootDir, 'apps', 'operations', 'src', 'owners.ts'), [], settings);
    });
}
