import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import type { Lifecycle } from './lifecycle';
import type { Log } from './log';
import { durationHistogram, type Metrics } from './metrics';

/**
 * What stood still: the process in its own code (`busy`), in the collection of garbage (`gc`) or because the machine did
 * not run it (`not_scheduled`); work that waited for a connection (`pool`); a statement of the database (`statement`).
 */
export type StallCause = 'busy' | 'gc' | 'not_scheduled' | 'pool' | 'statement';

/** From how many milliseconds on each counts as a stall: what a person or a deadline begins to notice. */
const stallMs: Readonly<Record<StallCause, number>> = {
  busy: 250,
  gc: 250,
  not_scheduled: 250,
  pool: 500,
  statement: 1_000,
};

/** Names what kept requests waiting, in a metric and in the log. */
export interface Stalls {
  /** Notes that something took `durationMs`; nothing below its limit in {@link stallMs}. */
  note(cause: StallCause, durationMs: number, details?: Readonly<Record<string, unknown>>): void;
}

/** Between two lines of one cause: under a long overload each request could tell of its own. */
const logEveryMs = 1_000;

export function createStalls({ log, metrics }: { readonly log: Log; readonly metrics: Metrics }): Stalls {
  const durations = durationHistogram(metrics, {
    name: 'pitanga_stalls_seconds',
    help: 'What kept requests waiting, by its cause: the process (busy, gc, not_scheduled), a pool, a statement',
    labelNames: ['cause'],
  });
  // Exported as 0 from the start, so that the first stall is an increase.
  for (const cause of Object.keys(stallMs)) durations.zero({ cause });
  const loggedAtMs = new Map<StallCause, number>();
  return {
    note: (cause, durationMs, details = {}) => {
      if (durationMs < stallMs[cause]) return;
      durations.observe({ cause }, durationMs / 1_000);
      const nowMs = performance.now();
      if (nowMs - (loggedAtMs.get(cause) ?? -logEveryMs) < logEveryMs) return;
      loggedAtMs.set(cause, nowMs);
      log.warn({ cause, durationMs: Math.round(durationMs), ...details }, 'requests were kept waiting');
    },
  };
}

/** What a process did while its event loop was late. */
export interface LateLoop {
  /** Milliseconds that a timer came too late. */
  readonly lateMs: number;
  /** CPU time of all threads of the process in the same span. */
  readonly cpuMs: number;
  /** Of it, pauses of the garbage collector. */
  readonly gcMs: number;
}

/** Why an event loop was late: most of the time the collector's, or less than half of it on a CPU, or neither. */
export function causeOfLateLoop({ lateMs, cpuMs, gcMs }: LateLoop): 'busy' | 'gc' | 'not_scheduled' {
  if (gcMs > lateMs / 2) return 'gc';
  return cpuMs < lateMs / 2 ? 'not_scheduled' : 'busy';
}

type GcEntry = PerformanceEntry & { readonly detail: { readonly kind: number } };

/** Two wakes a second: what a stall of a quarter of a second needs, and no cost at rest. */
const lookEveryMs = 500;

/** Notes when the event loop of this process stands still, and why, until the lifecycle stops. */
export function watchEventLoop(stalls: Stalls, lifecycle: Lifecycle): void {
  let gcMs = 0;
  const collections = new PerformanceObserver((list) => {
    for (const { duration, detail } of list.getEntries() as GcEntry[]) {
      // Its duration is that of all steps, between which the program runs.
      if (detail.kind !== constants.NODE_PERFORMANCE_GC_INCREMENTAL) gcMs += duration;
    }
  });
  collections.observe({ entryTypes: ['gc'] });
  let dueMs = performance.now() + lookEveryMs;
  let cpu = process.cpuUsage();
  const timer = setInterval(() => {
    const lateMs = performance.now() - dueMs;
    const { user, system } = process.cpuUsage(cpu);
    const cpuMs = (user + system) / 1_000;
    // The observer's entries come after the timers of the turn that collected.
    setImmediate(() => {
      if (lateMs >= stallMs.busy) {
        const late = { lateMs, cpuMs, gcMs };
        stalls.note(causeOfLateLoop(late), lateMs, { cpuMs: Math.round(cpuMs), gcMs: Math.round(gcMs) });
      }
      gcMs = 0;
    });
    cpu = process.cpuUsage();
    dueMs = performance.now() + lookEveryMs;
  }, lookEveryMs);
  lifecycle.defer('event loop watch', () => {
    clearInterval(timer);
    collections.disconnect();
  });
}
