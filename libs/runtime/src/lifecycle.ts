import type { Log } from './log';
import { within } from './within';

export interface Lifecycle {
  /**
   * Registers how to close a resource that was just opened. @param timeoutMs after which `stop` no longer waits for it
   */
  defer(name: string, stop: () => Promise<void> | void, timeoutMs?: number): void;
  /** Marks the service as started. */
  started(): void;
  /** Started and not stopping. Does not check dependencies: a failing one would take all replicas out of service. */
  readonly isReady: () => boolean;
  /** Closes all resources in reverse order. Never rejects; a second call waits for the first. */
  stop(): Promise<void>;
}

const stepTimeoutMsDefault = 10_000;

/** A resource whose close fails or hangs is logged, and the others are closed. */
export function createLifecycle(log: Log): Lifecycle {
  const steps: { name: string; stop: () => Promise<void> | void; timeoutMs: number }[] = [];
  let isReady = false;
  let stopping: Promise<void> | undefined;

  async function runSteps(): Promise<void> {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      const startedMs = performance.now();
      try {
        await within(
          step.timeoutMs,
          Promise.resolve(step.stop()),
          () => new Error(`still not stopped after ${String(step.timeoutMs)} ms`),
        );
        log.debug({ step: step.name, durationMs: Math.round(performance.now() - startedMs) }, 'stopped');
      } catch (error) {
        const durationMs = Math.round(performance.now() - startedMs);
        log.error({ step: step.name, durationMs, err: error }, 'did not stop cleanly');
      }
    }
  }

  return {
    defer(name, stop, timeoutMs = stepTimeoutMsDefault) {
      steps.push({ name, stop, timeoutMs });
    },
    started() {
      isReady = true;
    },
    isReady: () => isReady,
    stop() {
      isReady = false;
      return (stopping ??= runSteps());
    },
  };
}
