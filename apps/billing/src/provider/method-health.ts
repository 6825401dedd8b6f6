import { isAppError } from '@pitanga/core';

/** How many failures in a row keep new payments away from an account, and for how long. */
export interface RestLimits {
  readonly failuresMax: number;
  readonly restMs: number;
}

/** SLOW: its turn was over. NO_ANSWER: none that could be read. DENIED: it does not accept our credentials. */
export type AccountFailure = 'SLOW' | 'NO_ANSWER' | 'DENIED' | 'REFUSED';

/** What an error that moves a payment to the next account says of this one. */
export function toFailure(error: unknown): AccountFailure {
  if (!isAppError(error)) return 'NO_ANSWER';
  if (error.reason === 'PROVIDER_SLOW') return 'SLOW';
  if (error.reason.endsWith('_DENIED')) return 'DENIED';
  return error.kind === 'UNAVAILABLE' ? 'NO_ANSWER' : 'REFUSED';
}

/** What this process has seen of one account and method since it last shared it. */
export interface Seen {
  readonly asked: number;
  readonly failed: number;
  readonly tookMs: number;
  /** Failures since the last payment that it made, within this time. */
  readonly failures: number;
  readonly failedAt: Date | undefined;
  readonly failure: AccountFailure | undefined;
}

/** Whether new payments of one method go to one account, by what this process has seen and the others have shared. */
export interface MethodHealth {
  /** Whether it rests after what failed; when its rest is over, one payment of each process tries it. */
  isResting(now: Date): boolean;
  /** A payment goes to it now: until that has ended, no other of this process tries one that rested. */
  begin(now: Date): void;
  /** It answered, also by a refusal of the payer or the amount. */
  succeeded(tookMs: number): void;
  failed(now: Date, tookMs: number, failure: AccountFailure): void;
}

/** With what is shared: each process keeps its own view, so that one which cannot read those of others still has it. */
export interface SharedMethodHealth extends MethodHealth {
  /** Undefined where nothing was seen since the last call. */
  take(): Seen | undefined;
  /** Until when it rests by what all have seen; undefined: it does not. */
  learn(restsUntil: Date | undefined, now: Date): void;
}

const nothing: Seen = { asked: 0, failed: 0, tookMs: 0, failures: 0, failedAt: undefined, failure: undefined };

export function createMethodHealth({ failuresMax, restMs }: RestLimits): SharedMethodHealth {
  let failures = 0;
  /** Of the last payment, where it was not made. */
  let last: AccountFailure | undefined;
  let restsUntil = 0;
  /** The rest that others have shared, and which of them it was: one is learnt once. */
  let shared = 0;
  let learnt = 0;
  let seen = nothing;
  const isDown = (): boolean => failures >= failuresMax || shared > 0;
  const rest = (now: Date, ms: number): void => void (restsUntil = now.getTime() + ms);
  const count = (tookMs: number, change: Partial<Seen>): void => {
    seen = { ...seen, asked: seen.asked + 1, tookMs: seen.tookMs + Math.round(tookMs), ...change };
  };
  return {
    isResting: (now) => Math.max(restsUntil, shared) > now.getTime(),
    begin: (now) => {
      if (isDown() || last === 'SLOW') rest(now, restMs);
    },
    succeeded: (tookMs) => {
      failures = 0;
      last = undefined;
      restsUntil = 0;
      shared = 0;
      count(tookMs, { failures: 0, failedAt: undefined, failure: undefined });
    },
    failed: (now, tookMs, failure) => {
      failures += 1;
      last = failure;
      count(tookMs, { failed: seen.failed + 1, failures: seen.failures + 1, failedAt: now, failure });
      // What is slow costs a payer the whole turn: it rests from the first time, and twice as long after each.
      const untilDownMs = failure === 'SLOW' ? restMs / 2 ** (failuresMax - failures) : 0;
      rest(now, isDown() ? restMs : untilDownMs);
    },
    take: () => {
      const taken = seen;
      seen = nothing;
      return taken.asked === 0 ? undefined : taken;
    },
    learn: (until, now) => {
      const untilMs = until?.getTime() ?? 0;
      if (untilMs === learnt) return;
      learnt = untilMs;
      // A process whose clock is wrong lets the others wait no longer than one whose clock is right.
      shared = Math.min(untilMs, now.getTime() + restMs);
    },
  };
}
