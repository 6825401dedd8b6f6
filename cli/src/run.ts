import { CommanderError } from 'commander';
import { PitangaError } from '@pitanga-pay/sdk';
import { isUnanswered, UndecidedWrite } from './api/undecided-write';
import { exitCodes, Failure } from './failure';
import { createProgram } from './program';
import type { Terminal } from './terminal';

/** Words that @bomb.sh/tab answers: the script of a shell, and what that script asks. */
const completionWords = new Set(['completion', 'complete']);

/** Runs one command line. @returns the exit code */
export async function run(args: readonly string[], terminal: Terminal, version: string): Promise<number> {
  try {
    const program = createProgram(terminal, version);
    if (completionWords.has(args[0] ?? '')) {
      const { addCompletion } = await import('./completion');
      addCompletion(program);
    }
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    return reported(error, args.includes('--json'), terminal);
  }
}

interface Reported {
  readonly exitCode: number;
  readonly message: string;
  readonly next?: string | undefined;
  readonly code?: string;
  readonly requestId?: string | undefined;
  /** Of a write that may have happened. */
  readonly idempotencyKey?: string;
}

function reported(error: unknown, json: boolean, { err, interrupted }: Terminal): number {
  // Commander has said it already; help that was asked for is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse;
  const { exitCode, ...report } = interrupted.aborted ? interruptedReport(error) : toReport(error);
  // Who pressed Ctrl-C knows it.
  if (exitCode === exitCodes.interrupted && report.idempotencyKey === undefined) return exitCode;
  if (json) err(`${JSON.stringify({ error: report })}\n`);
  else
    err(
      [`error: ${report.message}`, report.next, repeatStep(report)].filter((line) => line !== undefined).join('\n') +
        '\n',
    );
  return exitCode;
}

function interruptedReport(error: unknown): Reported {
  const key = error instanceof UndecidedWrite ? { idempotencyKey: error.idempotencyKey } : {};
  return { exitCode: exitCodes.interrupted, message: 'Interrupted.', ...key };
}

function repeatStep({ idempotencyKey }: Pick<Reported, 'idempotencyKey'>): string | undefined {
  if (idempotencyKey === undefined) return undefined;
  return `It may have been done all the same: repeat it with --idempotency-key ${idempotencyKey}`;
}

function toReport(error: unknown): Reported {
  if (error instanceof UndecidedWrite) return { ...toReport(error.cause), idempotencyKey: error.idempotencyKey };
  if (error instanceof Failure) return { exitCode: error.exitCode, message: error.message, next: error.next };
  if (error instanceof PitangaError) {
    const { message, code, requestId } = error;
    return { exitCode: chooseExitCode(error), message, code, requestId, next: nextStep(error) };
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { exitCode: exitCodes.defect, message: text, next: 'This is a defect of the program: please report it.' };
}

function chooseExitCode(error: PitangaError): number {
  if (error.status === 401) return exitCodes.notSignedIn;
  return isUnanswered(error) ? exitCodes.noAnswer : exitCodes.refused;
}

function nextStep({ status, code, docs, retryAfterMs }: PitangaError): string | undefined {
  if (status === 401) return 'Run: pitanga login, or look at PITANGA_KEY.';
  if (code === 'CONNECTION_FAILED') return 'Is the installation running, and is --url or PITANGA_URL its address?';
  if (status === 429) return `Try again in ${String(Math.ceil((retryAfterMs ?? 1_000) / 1_000))} s.`;
  if (code === 'SIGNATURE_EXPIRED') return 'To look at an old webhook, add --tolerance <seconds>.';
  if (code === 'SIGNATURE_INVALID') return 'Is the body exactly as it came, and is the secret that of this webhook?';
  if (code === 'SIGNATURE_MISSING') return 'Add --header for webhook-id, webhook-timestamp and webhook-signature.';
  return docs === undefined ? undefined : `${code}: ${docs}`;
}
