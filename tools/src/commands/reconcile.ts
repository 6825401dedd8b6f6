import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { userError } from '@pitanga/runtime/user-error';
import { openState } from '../platform/state';
import { defaultDataDir } from '../workspace';
import { pathFromHere, runOnPlatform } from './admin-program';
import { runFromSource } from './source-program';

/** The store's account at each, and its methods that are compared. Asaas credits a card installment by installment, a month later. */
const providers = {
  stripe: { account: 'STRIPE', methods: 'CARD,BOLETO' },
  asaas: { account: 'ASAAS', methods: 'PIX,BOLETO' },
} as const;
type Provider = keyof typeof providers;

interface ReconcileOptions {
  readonly file?: string;
  readonly simulate?: string;
  readonly provider?: Provider;
  readonly account?: string;
  readonly store?: string;
  readonly env: 'dev' | 'prod';
}

export function registerReconcile(program: Command): void {
  program
    .command('reconcile')
    .description("compare the ledger with a provider's settlement file; exits with 1 when they do not agree")
    .option('--file <csv>', 'the settlement file: reference,method,type,amount,date; - for standard input')
    .option(
      '--provider <name>',
      "stripe or asaas: the movements of the store's account there, in production",
      parseProvider,
    )
    .option(
      '--account <name>',
      'with --file: what this account of the store moved, as BACEN_PIX, and nothing of its others',
    )
    .option('--simulate <csv>', 'write the file that the simulated provider would send, instead')
    .option('--store <id>', 'the store; the demo store when left out')
    .option('--env <name>', 'dev or prod', parseEnv, 'dev')
    .action(reconcile);
}

async function reconcile({ file, simulate, provider, account, store, env }: ReconcileOptions): Promise<void> {
  const dataDir = resolve(process.env.PITANGA_DATA ?? defaultDataDir);
  const storeId = store ?? openState(dataDir).demo()?.storeId;
  if (storeId === undefined) throw userError('Say which store: --store store_…');
  if (simulate !== undefined) {
    await runFromSource('reconcile-simulate-program.ts', [dataDir, storeId, env, pathFromHere(simulate)]);
  } else if (provider !== undefined) {
    reconcileProvider(provider, storeId);
  } else if (file !== undefined) {
    const args = ['reconcile', '--file', pathFromHere(file), '--store', storeId, '--env', env];
    if (account !== undefined) args.push('--account', account);
    runOnPlatform('ledger', 'main.js', args);
  } else {
    throw userError(
      'Say what to compare with: --file settlement.csv (or make one: --simulate settlement.csv), or --provider stripe or asaas.',
    );
  }
}

/** Billing writes what a provider says as a settlement file, and the ledger compares it. Fails when either finds a difference. */
function reconcileProvider(provider: Provider, storeId: string): void {
  const dir = mkdtempSync(join(tmpdir(), 'pitanga-reconcile-'));
  const file = join(dir, `${provider}.csv`);
  try {
    runOnPlatform('billing', 'main.js', [`${provider}-settlement`, '--store', storeId, '--file', file]);
    const isWhole = process.exitCode === 0;
    if (!existsSync(file)) return;
    const { account, methods } = providers[provider];
    const compared = ['--account', account, '--methods', methods];
    const args = ['reconcile', '--file', file, '--store', storeId, '--env', 'prod', ...compared];
    runOnPlatform('ledger', 'main.js', args);
    if (!isWhole) process.exitCode = 1;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function parseProvider(text: string): Provider {
  if (text !== 'stripe' && text !== 'asaas') throw new InvalidArgumentError('It should be stripe or asaas.');
  return text;
}

function parseEnv(text: string): 'dev' | 'prod' {
  if (text !== 'dev' && text !== 'prod') throw new InvalidArgumentError('It should be dev or prod.');
  return text;
}
