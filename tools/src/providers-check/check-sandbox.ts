import { beginRun, madeReferences } from '@pitanga/billing/conformance';
import { addDays, saoPauloDay } from '@pitanga/core';
import { ports, type Port, type Removal, type Sandbox } from './sandbox';

/** What a rule came to. */
interface Tried {
  readonly port: Port;
  readonly title: string;
  /** Undefined: the provider does what the rest of the system believes of it. */
  readonly difference: string | undefined;
}

export interface SandboxReport {
  readonly provider: string;
  readonly run: string;
  readonly tried: readonly Tried[];
  readonly notTried: readonly string[];
  /** How much of what the run made is closed. */
  readonly removed: number;
  /** What stays there: a reference, and what it is. */
  readonly left: readonly string[];
}

const dueInDays = 3;

/** Runs the suites of the ports against a sandbox; a sentence instead where nothing could be tried. */
export async function checkSandbox(sandbox: Sandbox, now: Date): Promise<SandboxReport | string> {
  const run = `chk${now.getTime().toString(36)}`;
  const today = saoPauloDay(now);
  beginRun({ id: run, today, dueDate: addDays(today, dueInDays) });
  const refusal = await sandbox.connect();
  if (refusal !== undefined) return refusal;
  const report = { tried: [] as Tried[], notTried: [] as string[] };
  for (const port of ports) await tryPort(sandbox, port, report);
  report.notTried.push(...sandbox.notTried);
  return { provider: sandbox.name, run, ...report, ...(await tidy(sandbox)) };
}

async function tryPort(
  sandbox: Sandbox,
  port: Port,
  { tried, notTried }: { readonly tried: Tried[]; readonly notTried: string[] },
): Promise<void> {
  const suite = sandbox.suites[port];
  const { rules, refusal } = typeof suite === 'string' ? { rules: [], refusal: () => Promise.resolve(suite) } : suite;
  const reason = await refusal?.();
  if (reason !== undefined) {
    notTried.push(`${port}: ${hideSecrets(sandbox, reason)}`);
    return;
  }
  for (const { title, check } of rules) {
    if (typeof check === 'string') {
      notTried.push(`${port} ${title}: ${check}`);
      continue;
    }
    const difference = await check().then(() => undefined, sayDifference);
    tried.push({ port, title, difference: difference && hideSecrets(sandbox, difference) });
  }
}

async function tidy(sandbox: Sandbox): Promise<Pick<SandboxReport, 'removed' | 'left'>> {
  const left: string[] = [];
  let removed = 0;
  for (const made of madeReferences()) {
    const removal = await sandbox.remove(made).catch(toFailedRemoval);
    if (removal === 'CLOSED') removed += 1;
    if (typeof removal === 'object') left.push(`${made.reference}: ${hideSecrets(sandbox, removal.stays)}`);
  }
  return { removed, left };
}

function toFailedRemoval(error: unknown): Removal {
  return { stays: `not closed, because ${error instanceof Error ? error.message : String(error)}` };
}

// The colours of a terminal.
const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');

function sayDifference(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(colours, '').trim();
}

function hideSecrets({ secrets }: Sandbox, text: string): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}
