import {
  PersonExportServiceDefinition,
  ResealServiceDefinition,
  SandboxServiceDefinition,
  TestClockServiceDefinition,
  type InboundEvent,
} from '@pitanga/contracts';
import { createIdSource, systemClock, type Clock, type IdSource, type Tenant } from '@pitanga/core';
import {
  assertSchemaCurrent,
  connect,
  connectPools,
  buildDatabaseUrl,
  personExportHandlers,
  resealHandlers,
  sandboxHandlers,
  type DatabaseSettings,
  type DeleteSandboxRows,
  type Invariant,
  type MigrationSet,
  type PersonSection,
  type Pool,
  type Pools,
  type SealedColumn,
} from '@pitanga/database';
import {
  createMessaging,
  kafkaAccess,
  startConsumer,
  startRelay,
  type ConsumerOptions,
  type KafkaSettings,
  type RelayOptions,
} from '@pitanga/messaging';
import { createRpcServer, rpcTls, type RpcServer, type RpcTls, type RpcTlsConfig } from '@pitanga/rpc';
import {
  createLifecycle,
  createLog,
  createMetrics,
  createStalls,
  randomBytes,
  startOps,
  watchEventLoop,
  watchInvariants,
  type Lifecycle,
  type Log,
  type Metrics,
  type Sealer,
  type Service,
} from '@pitanga/runtime';
import {
  createAppliedEvents,
  recordClockEvents,
  startStoreClock,
  testClockHandlers,
  type ClockedWork,
  type StoreClock,
} from '@pitanga/store-clock';

/** The settings that starting a service reads; `serviceConfig` of libs/runtime describes them. */
export interface ServiceConfig extends DatabaseSettings, KafkaSettings, RpcTlsConfig {
  readonly HOST: string;
  readonly PORT: number;
  readonly OPS_PORT: number;
  readonly LOG_LEVEL: string;
  readonly DATABASE_POOL_MAX: number;
  readonly DATABASE_JOBS_POOL_MAX: number;
  readonly DATABASE_WAIT_MS: number;
  readonly DATABASE_PREPARED_STATEMENTS: boolean;
  readonly INVARIANTS_INTERVAL_MS: number;
}

/** What tests replace. */
export interface ServiceOverrides {
  readonly clock?: Clock;
  readonly log?: Log;
  /**
   * Without it nothing runs but calls: no relay, consumer, job, watch of invariants or moves of the test clock, and no
   * connection to Kafka. A test then reads the outbox, and runs each job itself.
   */
  readonly background?: boolean;
}

/** A service in this process, with what its use cases work with: tests run its jobs by it. */
export interface StartedService<Deps> extends Service {
  readonly deps: Clocked<Deps>;
}

type Clocked<Deps> = Deps & { readonly clock: StoreClock };

export interface ServiceOptions<Deps> {
  /** Names the service in logs, in `pg_stat_activity`, in metrics, and as the client and group of Kafka. */
  readonly name: string;
  readonly config: ServiceConfig;
  readonly overrides?: ServiceOverrides;
  readonly migrations: MigrationSet;
  /** What must hold of the database; checked periodically. */
  readonly invariants: readonly Invariant[];
  /** Replaces the address of the settings for the pool of the service; invariants then get a connection of their own. */
  readonly databaseUrl?: string;
  /** Builds the service from its parts: opens its own clients and returns what it serves and runs. */
  readonly compose: (parts: ServiceParts) => Composition<Deps> | Promise<Composition<Deps>>;
}

/** What every service is made of. */
export interface ServiceParts {
  /** For requests. */
  readonly db: Pool;
  /** For consumers and jobs, so that neither takes the connections of the other. */
  readonly jobsDb: Pool;
  readonly clock: StoreClock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  readonly tls: RpcTls | undefined;
}

/** What a service serves and runs. */
export interface Composition<Deps> {
  readonly deps: Clocked<Deps>;
  /** Adds its gRPC services; those of the test clock, resealing, exports and sandboxes are added beside them. */
  readonly addServices: (rpc: RpcServer) => void;
  /** What falls due at instants of a store's time. */
  readonly clockedWork: ClockedWork;
  /** Everything it holds about a person: each table with personal data has a section. */
  readonly personSections: readonly PersonSection[];
  /** Set by a service that keeps sealed columns. */
  readonly reseal?: { readonly sealer: Sealer; readonly columns: readonly SealedColumn[] };
  /** Set where more than the rows with a `store_id` belongs to the store of a sandbox. */
  readonly deleteSandboxRows?: DeleteSandboxRows;
  readonly relay?: Pick<RelayOptions, 'lingerMs' | 'onPublished'>;
  /** Its consumer group has the service's name. */
  readonly consumer?: Omit<ConsumerOptions, 'messaging' | 'group' | 'log'>;
  /** Whether what its consumer does of these events can be read; set where a caller in dev mode waits for it. */
  readonly isApplied?: (tenant: Tenant, events: readonly InboundEvent[]) => Promise<boolean>;
  /** Starts jobs and loops, once the relay runs and before the consumer does. */
  readonly startJobs?: () => void;
  /** How long calls may run at a stop, in milliseconds: the longest call it serves. */
  readonly stopGraceMs: number;
}

/** Opens what a service needs in order, and reports ready; an error on the way closes what was opened. */
export async function startService<Deps>(options: ServiceOptions<Deps>): Promise<StartedService<Deps>> {
  const { name, config, overrides = {} } = options;
  const log = overrides.log ?? createLog({ service: name, level: config.LOG_LEVEL });
  const lifecycle = createLifecycle(log);
  try {
    return await open(options, log, lifecycle);
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

async function open<Deps>(
  options: ServiceOptions<Deps>,
  log: Log,
  lifecycle: Lifecycle,
): Promise<StartedService<Deps>> {
  const { name, config, overrides: { clock: base = systemClock, background = true } = {} } = options;
  const metrics = createMetrics();
  const { db, jobsDb } = await openDatabase(options, { log, metrics, lifecycle });
  const clock = await startStoreClock({ db, base, log, lifecycle });
  const tls = rpcTls(config, log);
  const parts = { db, jobsDb, clock, ids: createIdSource(randomBytes), log, metrics, lifecycle, tls };
  const composition = await options.compose(parts);

  const { HOST: host, OPS_PORT: opsPort } = config;
  const ops = await startOps({ host, port: opsPort, log, registry: metrics, ready: lifecycle.isReady });
  lifecycle.defer('ops', () => ops.stop());

  const rpc = createRpcServer({ log, metrics, domain: name, tls });
  if (background) await startBackground(options, parts, composition, rpc);
  composition.addServices(rpc);
  const { reseal, stopGraceMs } = composition;
  if (reseal) rpc.add(ResealServiceDefinition, resealHandlers({ db, sealer: reseal.sealer }, reseal.columns));
  rpc.add(PersonExportServiceDefinition, personExportHandlers(db, composition.personSections));
  rpc.add(SandboxServiceDefinition, sandboxHandlers(jobsDb, composition.deleteSandboxRows));
  const port = await rpc.start(`${host}:${String(config.PORT)}`);
  lifecycle.defer('rpc', () => rpc.stop(stopGraceMs), stopGraceMs + 1_000);

  lifecycle.started();
  return { port, opsPort: ops.port, stop: () => lifecycle.stop(), deps: composition.deps };
}

/** Starts what runs without being called, and adds the test clock, which waits for it. */
async function startBackground<Deps>(
  options: ServiceOptions<Deps>,
  { db, jobsDb, clock, log, metrics, lifecycle }: ServiceParts,
  { relay: relayOptions, startJobs, consumer, clockedWork: work, isApplied }: Composition<Deps>,
  rpc: RpcServer,
): Promise<void> {
  const { name, config } = options;
  const messaging = createMessaging({ ...kafkaAccess(config), clientId: name, log, metrics });
  const relay = await startRelay({
    db: jobsDb,
    messaging,
    log,
    ...relayOptions,
    beforePublish: (tx, rows) => recordClockEvents(tx, clock, rows),
  });
  lifecycle.defer('relay', () => relay.stop());

  startJobs?.();
  const applied = createAppliedEvents();
  if (consumer) {
    const handle = applied.noting(consumer.handle);
    const started = await startConsumer({ ...consumer, handle, messaging, group: name, log });
    lifecycle.defer('consumer', () => started.stop());
  }
  watchOwnInvariants(options, jobsDb, { clock, log, metrics, lifecycle });
  const clockOptions = { db, clock, work, messaging, relay, lifecycle, applied, isApplied };
  rpc.add(TestClockServiceDefinition, testClockHandlers(clockOptions));
}

async function openDatabase(
  { name, config, databaseUrl, migrations }: ServiceOptions<unknown>,
  { log, metrics, lifecycle }: Pick<ServiceParts, 'log' | 'metrics' | 'lifecycle'>,
): Promise<Pools> {
  const stalls = createStalls({ log, metrics });
  const pools = connectPools({
    url: databaseUrl ?? buildDatabaseUrl(config),
    applicationName: name,
    poolMax: config.DATABASE_POOL_MAX,
    jobsPoolMax: config.DATABASE_JOBS_POOL_MAX,
    preparedStatements: config.DATABASE_PREPARED_STATEMENTS,
    metrics,
    stalls,
  });
  lifecycle.defer('database', () => pools.close());
  watchEventLoop(stalls, lifecycle);
  await assertSchemaCurrent(pools.db, migrations, { waitMs: config.DATABASE_WAIT_MS, log });
  return pools;
}

/** Invariants read whole tables, which the settings of a service's own connections may forbid. */
function watchOwnInvariants(
  { name, config, databaseUrl, invariants }: ServiceOptions<unknown>,
  pool: Pool,
  { clock, log, metrics, lifecycle }: Pick<ServiceParts, 'clock' | 'log' | 'metrics' | 'lifecycle'>,
): void {
  let db = pool;
  if (databaseUrl !== undefined) {
    const own = connect({
      url: buildDatabaseUrl(config),
      applicationName: `${name} invariants`,
      poolMax: 1,
      preparedStatements: config.DATABASE_PREPARED_STATEMENTS,
    });
    lifecycle.defer('invariants database', () => own.destroy());
    db = own;
  }
  const everyMs = config.INVARIANTS_INTERVAL_MS;
  watchInvariants({ service: name, db, invariants, everyMs, now: () => clock.real(), log, metrics }, lifecycle);
}
