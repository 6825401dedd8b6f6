// Runs the conformance suites of the ports against a provider's sandbox; its one argument is the options as JSON.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAppError, systemClock } from '@pitanga/core';
import { runProgram } from '@pitanga/runtime';
import { userError } from '@pitanga/runtime/user-error';
import { openAsaasSandbox } from '../providers-check/asaas-sandbox';
import { openBankSandbox } from '../providers-check/bank-sandbox';
import { checkSandbox } from '../providers-check/check-sandbox';
import { toReportText } from '../providers-check/report-text';
import { requireThisMachine, type Sandbox, type SandboxAddresses } from '../providers-check/sandbox';

interface SandboxOptions {
  readonly provider: 'asaas' | 'efi' | 'bank';
  readonly bank?: string;
  readonly keyFile: string;
  readonly report?: string;
  /** Of a report without a name. */
  readonly folder: string;
  readonly baseUrl?: string;
  readonly tokenUrl?: string;
  readonly chargesUrl?: string;
  readonly caFile?: string;
}

async function main([json = '']: readonly string[]): Promise<void> {
  const options = JSON.parse(json) as SandboxOptions;
  const sandbox = openSandbox(options);
  try {
    const report = await checkSandbox(sandbox, systemClock.real());
    if (typeof report === 'string') {
      console.error(`not run: ${report}`);
      process.exitCode = 1;
      return;
    }
    const file = options.report ?? join(options.folder, `providers-check-${report.run}.md`);
    writeFileSync(file, toReportText(report));
    const differing = report.tried.filter(({ difference }) => difference !== undefined).length;
    console.log(
      `${report.provider}, run ${report.run}: ${String(report.tried.length - differing)} as expected, ` +
        `${String(differing)} differed, ${String(report.left.length)} left there: ${file}`,
    );
    process.exitCode = differing > 0 ? 1 : 0;
  } finally {
    sandbox.close();
  }
}

function openSandbox({ provider, bank = '', keyFile, caFile, baseUrl, tokenUrl, chargesUrl }: SandboxOptions): Sandbox {
  const addresses: SandboxAddresses = { baseUrl, tokenUrl, chargesUrl, ca: caFile && readFileSync(caFile, 'utf8') };
  requireThisMachine(addresses);
  const key = readFileSync(keyFile, 'utf8');
  if (provider === 'asaas') return openAsaasSandbox(key, addresses);
  return openBankSandbox(provider === 'efi' ? 'EFI' : bank, key, addresses);
}

/** Settings that cannot be used are said as a sentence. */
function toUserError(error: unknown): never {
  throw isAppError(error) ? userError(error.message) : error;
}

runProgram(() => main(process.argv.slice(2)).catch(toUserError));
