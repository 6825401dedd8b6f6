import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '@pitanga/core';
import { startAsaasStandIn } from '@pitanga/testing';

const run = promisify(execFile);
const program = join(__dirname, '../bin/run.cjs');

it('npm run providers:check writes what differed at a sandbox, and refuses production', async () => {
  const asaas = await startAsaasStandIn(() => systemClock.real());
  asaas.books.balanceCents = 1_000_000;
  const dir = mkdtempSync(join(tmpdir(), 'pitanga-check-'));
  const path = (name: string) => join(dir, name);
  const command = (...args: readonly string[]) => run(process.execPath, [program, 'providers-check', ...args]);
  try {
    writeFileSync(path('key'), asaas.apiKey);
    writeFileSync(path('ca.pem'), asaas.ca);
    const asked = ['--provider', 'asaas', '--key-file', path('key')];
    await expect(command(...asked)).rejects.toMatchObject({
      stderr: expect.stringContaining('Say --sandbox') as string,
    });
    const standIn = ['--base-url', asaas.baseUrl, '--ca-file', path('ca.pem'), '--report', path('report.md')];
    // What differed is in the report alone, which goes with the folder.
    const { stdout } = await command(...asked, '--sandbox', ...standIn).catch((cause: unknown) => {
      throw new Error(existsSync(path('report.md')) ? readFileSync(path('report.md'), 'utf8') : 'no report', { cause });
    });
    expect(stdout).toMatch(/^Asaas, run chk\w+: \d+ as expected, 0 differed, \d+ left there: /);
    expect(readFileSync(path('report.md'), 'utf8')).toContain('## What differed\n\nNothing.');
    writeFileSync(path('key'), '$aact_prod_0123456789');
    await expect(command(...asked, '--sandbox')).rejects.toMatchObject({
      stderr: expect.stringContaining("not one of Asaas's sandbox") as string,
    });
  } finally {
    rmSync(dir, { recursive: true });
    await asaas.stop();
  }
}, 180_000);
