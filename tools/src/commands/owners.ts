import type { Command } from 'commander';
import { runOnPlatform } from './admin-program';

interface OwnersOptions {
  readonly store?: string;
  readonly operator?: string;
}

export function registerOwners(program: Command): void {
  program
    .command('owners')
    .description('print what money of production stores no service told the owner of; --operator assigns it')
    .option('--store <id>', 'the store')
    .option('--operator <routes>', "PIX, BOLETO, CARD, PAYOUT: what came or left by these is the operator's; or none")
    .action(({ store, operator }: OwnersOptions) => {
      const args = [...(store === undefined ? [] : ['--store', store])];
      if (operator !== undefined) args.push('--operator', operator);
      runOnPlatform('ledger', 'main.js', ['owners', ...args]);
    });
}
