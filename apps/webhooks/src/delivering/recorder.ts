import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, createFailureLog, createStreamPace, systemRandom } from '@pitanga/runtime';
import type { AttemptResult } from '../deliveries/attempt';
import type { DispatchLimits } from './dispatch-limits';
import { recordResults, type Recorded, type RecorderDeps } from './record-results';

export interface Recorder {
  /** Resolves once the result is recorded. */
  record(result: AttemptResult): Promise<void>;
  /** Resolves when every result passed so far is recorded. */
  flush(): Promise<void>;
  /** Ends retries on database errors: the leases of unrecorded deliveries then expire. */
  stop(): void;
}

const retryMsMax = 2_000;

/**
 * Records results in batches: results that arrive during one transaction go into the next, so that the number of commits
 * depends on the speed of the database and not on the number of deliveries. Successes also wait for each other, since no
 * other call waits for their record.
 */
export function createRecorder(
  deps: RecorderDeps,
  limits: DispatchLimits,
  onRecorded: (recorded: Recorded) => void,
): Recorder {
  let waiting: { readonly result: AttemptResult; readonly done: () => void }[] = [];
  let running: Promise<void> | undefined;
  let isStopping = false;
  const failureLog = createFailureLog({
    log: deps.tools.log,
    job: 'record',
    message: 'attempts could not be recorded',
  });

  const recordBatch = async (results: readonly AttemptResult[]): Promise<void> => {
    for (;;) {
      try {
        onRecorded(await recordResults(deps, limits, results));
        failureLog.succeeded();
        return;
      } catch (error) {
        failureLog.failed(error);
        if (isStopping) return;
        await delay(backoffMs(failureLog.failures(), 0, systemRandom, retryMsMax));
      }
    }
  };
  const isUrgent = (): boolean =>
    isStopping || waiting.length >= limits.resultsPerBatch || !waiting.every(({ result }) => canLinger(result));
  const pace = createStreamPace({ aloneMs: limits.recordLingerMs, streamMs: limits.recordStreamMs });
  const pause = createPause(pace.spacingMs, isUrgent);
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      await pause.pass();
      const batch = waiting.slice(0, limits.resultsPerBatch);
      waiting = waiting.slice(limits.resultsPerBatch);
      await recordBatch(batch.map(({ result }) => result));
      for (const { done } of batch) done();
    }
    running = undefined;
  };
  return {
    record: (result) =>
      new Promise((resolve) => {
        waiting.push({ result, done: resolve });
        pace.note(1);
        pause.reconsider();
        running ??= run();
      }),
    flush: async () => {
      await running;
    },
    stop: () => {
      isStopping = true;
      pause.reconsider();
    },
  };
}

/** Of what failed, or of a throttled webhook, the next call waits for the record. */
function canLinger({ verdict, delivery }: AttemptResult): boolean {
  return verdict.kind === 'DELIVERED' && !delivery.isThrottled;
}

/** A wait of `lingerMs` that ends early, or is left out, when it has become urgent. */
function createPause(lingerMs: () => number, isUrgent: () => boolean): { pass(): Promise<void>; reconsider(): void } {
  let end: (() => void) | undefined;
  return {
    pass: async () => {
      if (!isUrgent()) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, lingerMs());
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        end = undefined;
      }
      // Results of the same turn of the event loop form one batch.
      await new Promise((resolve) => setImmediate(resolve));
    },
    reconsider: () => {
      if (end && isUrgent()) end();
    },
  };
}
