import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { userError } from '@pitanga/runtime/user-error';
import { runFromSource } from './source-program';

/** Stripe's own server of its description: it validates requests and answers examples. */
const mockModule = 'github.com/stripe/stripe-mock@v0.203.0';
/** Where its installer puts Go, which not every shell looks into. */
const goPaths = ['go', '/usr/local/go/bin/go'];

/** `npm run providers:check`: needs Go and the Go module proxy, so it is part of no other command. */
export function registerProvidersCheck(program: Command): void {
  program
    .command('providers-check')
    .description("make every call of the Stripe adapter to Stripe's own mock server, which must accept it")
    .action(checkProviders);
}

async function checkProviders(): Promise<void> {
  const go = goPaths.find((path) => spawnSync(path, ['version']).status === 0);
  if (go === undefined) {
    console.log('not run: needs Go');
    return;
  }
  const dir = mkdtempSync(join(tmpdir(), 'pitanga-providers-'));
  try {
    install(go, dir);
    await runFromSource('providers-check-program.ts', [join(dir, 'stripe-mock')]);
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
