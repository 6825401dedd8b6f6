/**
 * The start and stop of a gRPC service: what every composition root has in common.
 *
 * ```ts
 * export const createPayouts = (config: PayoutsConfig, overrides: ServiceOverrides = {}): Promise<StartedService<Deps>> =>
 *   startService({ name: 'payouts', config, overrides, migrations, invariants, compose });
 * ```
 */
export {
  startService,
  type Composition,
  type ServiceConfig,
  type ServiceOptions,
  type ServiceOverrides,
  type ServiceParts,
  type StartedService,
} from './start-service';
export { runMigrations } from './run-migrations';
export { runJobs, type Job, type JobParts } from './run-jobs';
