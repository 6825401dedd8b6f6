// Makes every call of the Stripe adapter to the mock server whose program is the argument, and prints what it refused.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStripeAdapter, stripeCalls } from '@pitanga/billing';
import { createLog, runProgram } from '@pitanga/runtime';
import { freePort } from '../infra/ports';
import { ports } from '../providers-check/sandbox';
import { stripeNotTried } from '../providers-check/stripe-not-tried';
import { rootDir } from '../workspace';

const startTriesMax = 100;

async function main([mock = '']: readonly string[]): Promise<void> {
  const port = await freePort();
  const server = spawn(mock, ['-http-port', String(port)], { stdio: 'ignore' });
  try {
    await waitForServer(port);
    const outcomes = await exercise(port);
    const refused = outcomes.filter(({ outcome }) => outcome !== '2xx');
    const missed = operations().filter((name) => !outcomes.some(({ operation }) => operation === name));
    for (const { operation, outcome } of refused) console.error(`refused (${outcome}): ${operation}`);
    for (const name of missed) console.error(`never made: ${name}`);
    const names = new Set(outcomes.map(({ operation }) => operation));
    console.log(`${String(names.size)} operations of the Stripe adapter, ${String(refused.length)} refused`);
    for (const port of ports) console.log(`not tried: ${port}: ${stripeNotTried[port]}`);
    process.exitCode = refused.length + missed.length > 0 ? 1 : 0;
  } finally {
    server.kill();
  }
}

async function waitForServer(port: number): Promise<void> {
  for (let tries = 0; tries < startTriesMax; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${String(port)}/`).catch(() => undefined);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the mock server did not start');
}

interface Outcome {
  readonly operation: string;
  readonly outcome: string;
}

/** The examples that the mock answers make little sense, so what the adapter makes of them does not matter. */
async function exercise(port: number): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const adapter = createStripeAdapter({
    storeId: 'store_000000000000000000000001',
    config: {
      secretKey: 'sk_test_0123456789',
      publishableKey: 'pk_test_0123456789',
      apiBaseUrl: `http://127.0.0.1:${String(port)}`,
      methods: ['CARD', 'BOLETO'],
    },
    account: 'acct_1',
    log: createLog({ service: 'providers-check', level: 'fatal' }),
    metrics: { called: (operation, outcome) => outcomes.push({ operation, outcome }) },
    providerRanges: ['127.0.0.0/8'],
  });
  for (const call of stripeCalls(adapter)) await call().catch(() => undefined);
  adapter.close();
  return outcomes;
}

/** Every operation that the adapter's source names. */
function operations(): readonly string[] {
  const dir = join(rootDir, 'apps/billing/src/stripe');
  const sources = readdirSync(dir).map((file) => readFileSync(join(dir, file), 'utf8'));
  return [
    ...new Set(sources.flatMap((text) => [...text.matchAll(/operation: '(\w+)'/g)].map(([, name = '']) => name))),
  ];
}

runProgram(() => main(process.argv.slice(2)));
