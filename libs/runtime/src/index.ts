/**
 * A process around its own work: configuration, logs, request context, start and stop, the operations port, metrics,
 * sealing of secrets. `telemetry.ts` is a separate entry point.
 *
 * ```ts
 * const config = loadConfig(Type.Object({ ...serviceConfig }), process.env); // only main.ts reads the environment
 * await runService('billing', () => createBilling(config));
 * ```
 */
export { configError, isConfigError, loadConfig } from './load-config';
export {
  addressConfig,
  databaseConfig,
  dataKeyConfig,
  invariantsConfig,
  publicUrlConfig,
  kafkaConfig,
  redisConfig,
  rpcCallersConfig,
  rpcTlsConfig,
  serviceConfig,
} from './service-config';
export { createLog, type Log, type LogOptions } from './log';
export { redact } from './redact';
export { currentRequest, hasEffect, noteEffect, withRequestContext, type RequestContext } from './request-context';
export { createLifecycle, type Lifecycle } from './lifecycle';
export { within } from './within';
export { startOps, type Ops } from './ops';
export { runProgram } from './run-program';
export { runService, type Running, type Service } from './run-service';
export { createMetrics, durationHistogram, eventCounter, type Metrics } from './metrics';
export { createStalls, watchEventLoop, type Stalls } from './stalls';
export { createSealer, deriveFingerprintKey, type SealedPlace, type Sealer } from './sealer';
export { sealerFromConfig, sealingConfig } from './sealing-config';
export { periodic, systemRandom, type Pace, type Periodic } from './periodic';
export { backoffMs, createFailureLog, type FailureLog } from './failure-log';
export { backgroundWork, type BackgroundWork } from './background-work';
export { watchInvariants } from './watch-invariants';
export { createWaitingGate, type WaitingGate } from './waiting-gate';
export { createReadCache, type ReadCache } from './read-cache';
export { randomBytes } from './random-bytes';
export { readInput, standardInput } from './read-input';
export { createStreamPace, type StreamPace } from './stream-pace';
