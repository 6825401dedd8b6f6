import { setTimeout as delay } from 'node:timers/promises';
import { createLog, type Log } from './log';
import { isConfigError } from './load-config';

/** What runs until it is stopped. */
export interface Running {
  /** The bound public port (gRPC; HTTP of the gateway); absent where there is none. */
  readonly port?: number;
  readonly opsPort: number;
  stop(): Promise<void>;
}

/** A started service, returned by a composition root. */
export interface Service extends Running {
  readonly port: number;
}

/** Less than Kubernetes' terminationGracePeriodSeconds (40 s) minus the preStop sleep (5 s). */
const stopBudgetMs = 25_000;

/** Set by telemetry.ts, which is loaded earlier as a separate bundle. */
const telemetryShutdown = Symbol.for('pitanga.telemetry.shutdown');

/**
 * Runs a service as a process: starts it, prints one `ready` line, stops it on SIGTERM or SIGINT
 * within 25 s and exits 0. A second signal, a failed start or an unhandled rejection exits 1.
 */
export async function runService(name: string, start: () => Promise<Running>): Promise<void> {
  const log = createLog({ service: name });
  routeProcessFaults(log);
  const stopRequested = firstSignal(log);
  try {
    const service = await Promise.race([start(), stopRequested.then(neverStarted)]);
    log.info({ port: service.port, opsPort: service.opsPort, pid: process.pid }, 'ready');
    const signal = await stopRequested;
    await stopWithin(stopBudgetMs, service, log, signal);
  } catch (error) {
    if (isConfigError(error)) process.stderr.write(`${name}: ${error.message}\n`);
    else log.fatal({ err: error }, 'failed to start or stop');
    process.exit(1);
  }
}

/** A start that waits for others does not hold up a stop for longer than the stop itself. */
async function neverStarted(signal: string): Promise<never> {
  await delay(stopBudgetMs);
  throw new Error(`${signal} came before the start was done`);
}

/** Listens from the start, so that a signal during a slow start is not lost. */
function firstSignal(log: Log): Promise<string> {
  return new Promise((resolve) => {
    let signals = 0;
    const onSignal = (signal: string): void => {
      signals += 1;
      if (signals > 1) {
        log.warn({ signal }, 'second signal, exiting at once');
        process.exit(1);
      }
      log.info({ signal }, 'stopping');
      resolve(signal);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
}

async function stopWithin(budgetMs: number, service: Running, log: Log, signal: string): Promise<never> {
  const startedMs = performance.now();
  setTimeout(() => {
    log.fatal({ budgetMs }, 'not stopped in time, exiting');
    process.exit(1);
  }, budgetMs).unref();
  await service.stop();
  await flushTelemetry(log);
  log.info({ signal, durationMs: Math.round(performance.now() - startedMs) }, 'stopped');
  process.exit(0);
}

async function flushTelemetry(log: Log): Promise<void> {
  const shutdown = (globalThis as { [telemetryShutdown]?: () => Promise<void> })[telemetryShutdown];
  try {
    await shutdown?.();
  } catch (error) {
    log.warn({ err: error }, 'telemetry was not flushed');
  }
}

function routeProcessFaults(log: Log): void {
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error, event }, 'unexpected fault, exiting');
      process.exit(1);
    });
  }
  // Node prints warnings as text; log them instead. kafkajs computes one negative timeout a process on Node 24, which
  // is harmless (its queue runs 1 ms later).
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name === 'TimeoutNegativeWarning') return;
    log.warn({ err: warning }, 'process warning');
  });
}
