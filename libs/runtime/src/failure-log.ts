import type { Log } from './log';

/** Says how repeated work fares, once for each state: a broken database would otherwise fill the log with one sentence. */
export interface FailureLog {
  /** Failures one after the other; 0 while all is well. */
  readonly failures: () => number;
  readonly failed: (error: unknown) => void;
  readonly succeeded: () => void;
}

export interface FailureLogOptions {
  readonly log: Log;
  /** What is repeated; part of every line. */
  readonly job: string;
  /** The line of a first failure. */
  readonly message?: string;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsedMs?: () => number;
}

/** While work goes on failing there is one line in this time. */
const remindEveryMs = 300_000;

export function createFailureLog({
  log,
  job,
  message = 'job failed',
  elapsedMs = () => performance.now(),
}: FailureLogOptions): FailureLog {
  let failures = 0;
  let sinceMs = 0;
  let toldAtMs = 0;
  return {
    failures: () => failures,
    failed(error) {
      const nowMs = elapsedMs();
      failures += 1;
      if (failures === 1) sinceMs = nowMs;
      else if (nowMs - toldAtMs < remindEveryMs) return;
      toldAtMs = nowMs;
      const facts = { err: error, job, failures };
      if (failures === 1) log.error(facts, message);
      else log.error({ ...facts, failingForMs: Math.round(nowMs - sinceMs) }, `${message} and still fails`);
    },
    succeeded() {
      if (failures === 0) return;
      log.info({ job, failures, failedForMs: Math.round(elapsedMs() - sinceMs) }, 'job works again');
      failures = 0;
    },
  };
}

const backoffMsMin = 250;
/** What was broken is worked on again at most this long after its repair, in milliseconds. */
const backoffMsMax = 10_000;

/**
 * How long to wait after so many failures: doubled each time, up to `maxMs`, of which `random` (0 to 1) takes away up to a
 * quarter, so that what broke together does not come back together. Never shorter than the usual pause.
 */
export function backoffMs(failures: number, everyMs: number, random: () => number, maxMs = backoffMsMax): number {
  if (failures === 0) return everyMs;
  const doubled = Math.max(everyMs, backoffMsMin) * 2 ** Math.min(failures, 20);
  return Math.max(everyMs, Math.min(maxMs, doubled) * (1 - random() / 4));
}
