import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { userError } from '@pitanga/runtime/user-error';
import { pathFromHere } from './admin-program';
import { runFromSource } from './source-program';

/** Stripe's own server of its description: it validates requests and answers examples. */
const mockModule = 'github.com/stripe/stripe-mock@v0.203.0';
/** Where its installer puts Go, which not every shell looks into. */
const goPaths = ['go', '/usr/local/go/bin/go'];

interface CheckOptions {
  readonly provider: 'asaas' | 'efi' | 'bank' | 'stripe';
  readonly bank?: string;
  readonly sandbox?: boolean;
  readonly keyFile?: string;
  readonly report?: string;
  readonly baseUrl?: string;
  readonly tokenUrl?: string;
  readonly chargesUrl?: string;
  readonly caFile?: string;
}

const providers = ['asaas', 'efi', 'bank', 'stripe'] as const;

/**
 * `npm run providers:check`: needs an account at a provider's sandbox or, for Stripe, Go and the Go module proxy, so it is part
 * of no other command.
 */
export function registerProvidersCheck(program: Command): void {
  program
    .command('providers-check')
    .description("run what the adapters promise against a provider's public sandbox, or Stripe's own mock server")
    .addOption(new Option('--provider <name>', 'whose').choices(providers).makeOptionMandatory())
    .option('--bank <code>', 'of --provider bank: EFI, INTER and so on')
    .option('--sandbox', 'needed for all but stripe: nothing else is ever called')
    .option(
      '--key-file <file>',
      "a key of Asaas's sandbox, or JSON with payouts; of a bank the JSON of the account's settings",
    )
    .option('--report <file>', 'where to write what differed; providers-check-<run>.md when left out')
    .option('--base-url <url>', 'of a stand-in at 127.0.0.1, instead of the sandbox')
    .option('--token-url <url>', "of the stand-in's token")
    .option('--charges-url <url>', "of the stand-in's boletos")
    .option('--ca-file <pem>', "of the stand-in's certificate")
    .action(check);
}

async function check({ sandbox, ...options }: CheckOptions): Promise<void> {
  if (options.provider === 'stripe') return checkStripe();
  if (sandbox !== true)
    throw userError('Say --sandbox: the check makes and closes charges, which it never does in production.');
  if (options.keyFile === undefined) throw userError('Say where the key of the sandbox is: --key-file <file>.');
  const paths = Object.fromEntries(
    (['keyFile', 'caFile', 'report'] as const).flatMap((name) => {
      const path = options[name];
      return path === undefined ? [] : [[name, pathFromHere(path)]];
    }),
  );
  await runFromSource('sandbox-check-program.ts', [
    JSON.stringify({ ...options, ...paths, folder: pathFromHere('.') }),
  ]);
}

async function checkStripe(): Promise<void> {
  const go = goPaths.find((path) => spawnSync(path, ['version']).status === 0);
  if (go === undefined) {
    console.log('not run: needs Go');
    return;
  }
  const dir = mkdtempSync(join(tmpdir(), 'pitanga-providers-'));
  try {
    install(go, dir);
    await runFromSource('stripe-check-program.ts', [join(dir, 'stripe-mock')]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function install(go: string, dir: string): void {
  try {
    execFileSync(go, ['install', mockModule], {
      env: { ...process.env, GOBIN: dir },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (error) {
    throw userError(`${mockModule} could not be installed; the Go module proxy may be out of reach.`, error);
  }
}
