import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { perService, serviceNames, type PerService, type ServiceName } from '@pitanga/operations/services';
import { buildPlatform } from '../build';
import { describeInfra, startUnits, stopUnits, type Infra, type InfraAddresses } from '../infra/infra';
import { userError } from '@pitanga/runtime/user-error';
import { isPortTaken } from '../../bin/machine.cjs';
import { portTaken } from '../../bin/preflight.cjs';
import { freePort } from '../infra/ports';
import { stopLeftovers } from '../infra/process';
import { temporaryFolder } from '../infra/temporary';
import { distDir } from '../workspace';
import { dropDatabases, ensureDatabases } from './databases';
import { createDemoPerson, createDemoStore } from './demo';
import {
  databaseSettings,
  runServiceProgram,
  servicePorts,
  serviceUnit,
  type ServiceEnv,
  type Wiring,
} from './services';
import { toHandle, type ProcessHandle } from './process-handle';
import { openState, type Demo, type DemoKeys, type DemoPerson, type State } from './state';
import { supervise } from './supervise';

/** Runs one step of the start; a command shows it on the console. */
export type Progress = <T>(title: string, work: (say: (line: string) => void) => Promise<T>) => Promise<T>;

export interface PlatformOptions {
  /** Data, secrets and logs. Absent: a temporary folder, which `stop` removes. */
  readonly dataDir?: string;
  /** The gateway's port; absent: any free one. */
  readonly port?: number;
  /** Servers that run already, PostgreSQL's as administrator. */
  readonly infra?: Partial<InfraAddresses>;
  /** Put before the names of topics, groups, databases and roles; random for a temporary platform, else none. */
  readonly prefix?: string;
  /** Settings of single services, which win over all others. */
  readonly env?: Partial<PerService<ServiceEnv>>;
  /** The same, once every address is known: ways to the other parts that lead through a proxy. */
  readonly prepareWays?: (wiring: Wiring) => Promise<Partial<PerService<ServiceEnv>>>;
  /** Ends the start after the step that is under way. */
  readonly signal?: AbortSignal;
  readonly progress?: Progress;
  /** Gives a temporary platform the sign-in that a kept one has. */
  readonly hasPerson?: boolean;
  /** Called for processes that ended and were started again. */
  readonly onEvent?: (line: string) => void;
}

export interface Platform {
  readonly baseUrl: string;
  readonly demo: Demo;
  readonly services: PerService<ProcessHandle>;
  /** The servers this platform has started itself. */
  readonly infra: Readonly<Partial<Record<keyof InfraAddresses, ProcessHandle>>>;
  readonly logs: string;
  readonly wiring: Wiring;
  stop(): Promise<void>;
}

const plain: Progress = (_title, work) => work(() => undefined);

/**
 * Builds and starts a whole platform as processes of their own: servers, databases, topics, the six services and, at
 * the first start, the demo store. Whatever was started is stopped again when a step fails.
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const temporary = options.dataDir === undefined;
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const state = openState(dataDir);
  const port = options.port ?? (await freePort());
  const baseUrl = `http://127.0.0.1:${String(port)}`;
  await state.lock(baseUrl);
  const closing: Close[] = [
    () => {
      if (temporary) rmSync(dataDir, { recursive: true, force: true });
      else state.unlock();
    },
  ];
  const stop = async (): Promise<void> => {
    if (closing.length === 0) return;
    state.markStopping(baseUrl);
    const failures: unknown[] = [];
    for (const close of closing.splice(0).reverse()) {
      // One that fails must not keep the others from being stopped.
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be stopped.');
  };
  try {
    return await start({ options, dataDir, state, port, baseUrl, stop, defer: (close) => closing.push(close) });
  } catch (error) {
    await stop();
    // A terminal's Ctrl-C also ends the programs of a step; that they failed is then no news.
    options.signal?.throwIfAborted();
    throw error;
  }
}

type Close = () => Promise<void> | void;

interface Start {
  readonly options: PlatformOptions;
  readonly dataDir: string;
  readonly state: State;
  readonly port: number;
  readonly baseUrl: string;
  readonly stop: () => Promise<void>;
  /** What `stop` does, last in first out. */
  readonly defer: (close: Close) => void;
}

async function start(context: Start): Promise<Platform> {
  const { options, dataDir, state, port, baseUrl, stop, defer } = context;
  const progress: Progress = async (title, work) => {
    options.signal?.throwIfAborted();
    return (options.progress ?? plain)(title, work);
  };
  const say = options.onEvent ?? (() => undefined);
  const folders = { logs: join(dataDir, 'logs'), pids: join(dataDir, 'run') };
  const left = await stopLeftovers(folders.pids);
  if (left.length > 0) say(`Stopped what an earlier start had left running: ${left.join(', ')}`);
  if (await isPortTaken(port)) throw userError(portTaken(port));

  const infra = await progress('Start PostgreSQL, Redis and Kafka, and build the services beside it', async (note) => {
    const described = await describeInfra({
      dataDir,
      folders,
      durable: options.dataDir !== undefined,
      postgresPassword: state.secrets().postgresPassword,
      preferredPorts: state.ports()?.infra,
      given: givenInfra(options),
      note,
    });
    // One after the other and Kafka first, so that no server stops while another still uses it.
    for (const unit of [...described.units].reverse()) defer(() => unit.stop());
    // Neither ends before the other has, so that a build that fails leaves no server half started.
    const [started, built] = await Promise.allSettled([startUnits(described.units), build()]);
    for (const part of [started, built]) if (part.status === 'rejected') throw part.reason;
    return described;
  });
  const { wiring, demoIsStale } = await prepare(context, infra, progress);

  const services = perService((name) => serviceUnit(name, wiring, folders));
  const serviceUnits = Object.values(services);
  await progress('Start the services', () => startUnits(serviceUnits));
  defer(() => stopUnits(serviceUnits.slice(1)));
  defer(() => services.gateway.stop());
  const units = [...infra.units, ...serviceUnits];
  const supervisions = units.map((unit) => supervise(unit, say));
  defer(() => {
    supervisions.forEach((end) => {
      end();
    });
  });

  const known = demoIsStale ? undefined : state.demo();
  const keys = known ?? (await progress('Create the demo store', () => createDemoStore(wiring)));
  const person = await demoPerson(context, keys, wiring, progress, demoIsStale);
  const demo = buildDemo(keys, person, wiring, infra);
  state.saveDemo(demo);
  return {
    baseUrl,
    demo,
    services: perService((name) => toHandle(services[name])),
    infra: Object.fromEntries(infra.units.map((unit) => [unit.name, toHandle(unit)])),
    logs: folders.logs,
    wiring,
    stop,
  };
}

/** A run of the tests builds once for all its platforms. */
async function build(): Promise<void> {
  if (process.env.PITANGA_BUILT !== 'true') await buildPlatform();
}

/** Databases, migrations and topics: everything the services find ready when they start. */
async function prepare(
  context: Start,
  infra: Infra,
  progress: Progress,
): Promise<{ wiring: Wiring; demoIsStale: boolean }> {
  const { options, dataDir, state, port, baseUrl, defer } = context;
  const prefix = options.prefix ?? (options.dataDir === undefined ? `p${randomBytes(4).toString('hex')}-` : '');
  const { databasePasswords, dataKeys, pageKey } = state.secrets();
  const ports = await servicePorts(port, state.ports()?.services ?? {});
  state.savePorts({ infra: infra.ports, services: ports });

  const databases = await progress('Create the databases', () =>
    ensureDatabases(infra.addresses.postgres, databasePasswords, givenDatabases(options), prefix),
  );
  if (options.infra?.postgres !== undefined && options.dataDir === undefined) {
    defer(() => dropDatabases(infra.addresses.postgres, prefix));
  }
  const { redis, kafka } = infra.addresses;
  const direct: Wiring = {
    baseUrl,
    databaseUrls: databases.urls,
    redis,
    kafka,
    kafkaPrefix: prefix,
    ports,
    dataKeys,
    pageKey,
    filesDir: join(dataDir, 'files'),
    mailDir: join(dataDir, 'mail'),
    overrides: options.env ?? {},
  };
  const ways = await options.prepareWays?.(direct);
  const wiring = ways === undefined ? direct : { ...direct, overrides: ways };
  // One machine has few consumers, and fewer partitions come up sooner.
  const fewPartitions = { TOPIC_PARTITIONS: '3' };
  // These are no service: the ways of one are not theirs.
  const runBeside = (program: string, env: ServiceEnv): Promise<string> =>
    runServiceProgram('gateway', direct, join(distDir, `${program}.js`), [], env);
  await progress('Migrate the databases and create the topics', () =>
    Promise.all([
      runBeside('launcher/migrations', {
        DATABASES: JSON.stringify(perService((name) => databaseSettings(name, direct))),
      }),
      runBeside('operations/topics', fewPartitions),
    ]),
  );
  return { wiring, demoIsStale: databases.created.has('gateway') };
}

/** Databases whose addresses come from the caller or the shell (BILLING_DATABASE_URL). */
function givenDatabases({ env }: PlatformOptions): Partial<PerService<string>> {
  const address = (name: ServiceName): string | undefined =>
    env?.[name]?.DATABASE_URL ?? process.env[`${name.toUpperCase()}_DATABASE_URL`];
  return Object.fromEntries(
    serviceNames.flatMap((name) => [address(name)].flatMap((url) => (url === undefined ? [] : [[name, url]]))),
  );
}

/** A PostgreSQL of ours is needed unless every service has a database elsewhere. */
function givenInfra(options: PlatformOptions): Partial<InfraAddresses> {
  const urls = Object.values(givenDatabases(options));
  const [postgres] = urls.length === serviceNames.length ? urls : [];
  return { ...(postgres === undefined ? {} : { postgres }), ...options.infra };
}

/** A platform that is kept has one, others only when they are asked for. */
async function demoPerson(
  { options, state }: Start,
  { storeId }: DemoKeys,
  wiring: Wiring,
  progress: Progress,
  demoIsStale: boolean,
): Promise<DemoPerson | null> {
  const known = demoIsStale ? undefined : state.demo()?.dashboard;
  if (known) return { ...known, url: `${wiring.baseUrl}/dashboard` };
  if (storeId === undefined || (options.dataDir === undefined && options.hasPerson !== true)) return null;
  return progress('Create the sign-in of the dashboard', () => createDemoPerson(wiring, storeId));
}

function buildDemo(keys: DemoKeys, dashboard: DemoPerson | null, wiring: Wiring, infra: Infra): Demo {
  const { storeId, devKey, prodKey, publicKey, prodPublicKey, readOnlyKey } = keys;
  return {
    baseUrl: wiring.baseUrl,
    ...(storeId === undefined ? {} : { storeId }),
    devKey,
    prodKey,
    publicKey,
    ...(prodPublicKey === undefined ? {} : { prodPublicKey }),
    readOnlyKey,
    dashboard,
    infra: { postgres: wiring.databaseUrls, redis: infra.addresses.redis, kafka: infra.addresses.kafka },
  };
}
