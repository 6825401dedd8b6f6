import type { Log } from './log';

/** Logs repeated work once for each change of state, so that a broken database does not fill the log with one line. */
export interface FailureLog {
  /** Consecutive failures; 0 after a success. */
  readonly failures: () => number;
  readonly failed: (error: unknown) => void;
  readonly succeeded: () => void;
}

export interface FailureLogOptions {
  readonly log: Log;
  /** Name of the repeated work, in every line. */
  readonly job: string;
  /** Message of the first failure. */
  readonly message?: string;
  /** Monotonic clock, in milliseconds. */
  readonly elapsedMs?: () => number;
}

/** While failures continue, one line is logged in this time. */
const remindEveryMs = 300_000;

export function createFailureLog({
  log,
  job,
  message = 'job failed',
  elapsedMs = () => performance.now(),
}: FailureLogOptions): FailureLog {
  let failures = 0;
  let sinceMs = 0;
  let loggedAtMs = 0;
  return {
    failures: () => failures,
    failed(error) {
      const nowMs = elapsedMs();
      failures += 1;
      if (failures === 1) sinceMs = nowMs;
      else if (nowMs - loggedAtMs < remindEveryMs) return;
      loggedAtMs = nowMs;
      const fields = { err: error, job, failures };
      if (failures === 1) log.error(fields, message);
      else log.error({ ...fields, failingForMs: Math.round(nowMs - sinceMs) }, `${message} and still fails`);
    },
    succeeded() {
      if (failures === 0) return;
      log.info({ job, failures, failedForMs: Math.round(elapsedMs() - sinceMs) }, 'job works again');
      failures = 0;
    },
  };
}

const backoffMsMin = 250;
/** Longest backoff: work resumes at most this long after the cause is repaired. */
const backoffMsMax = 10_000;

/**
 * Exponential backoff after `failures`, up to `maxMs` and never shorter than `everyMs`. `random` (0 to 1) shortens it
 * by up to a quarter, so that processes that failed together do not retry together.
 */
export function backoffMs(failures: number, everyMs: number, random: () => number, maxMs = backoffMsMax): number {
  if (failures === 0) return everyMs;
  const doubled = Math.max(everyMs, backoffMsMin) * 2 ** Math.min(failures, 20);
  return Math.max(everyMs, Math.min(maxMs, doubled) * (1 - random() / 4));
}
