import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prefixedEnv, serviceNames, type PerService, type ServiceName } from '@pitanga/operations/services';
import { userError } from '@pitanga/runtime/user-error';
import { freePort } from '../infra/ports';
import type { SpawnSpec } from '../infra/process';
import { createUnit, type Unit, type UnitFolders } from '../infra/unit';
import { compiledDir, distDir } from '../workspace';

const run = promisify(execFile);

export type ServiceEnv = Readonly<Record<string, string>>;

export interface ServicePorts {
  readonly port: number;
  readonly opsPort: number;
}

/** What the services need to know of each other and of the infrastructure. */
export interface Wiring {
  readonly baseUrl: string;
  readonly databaseUrls: PerService<string>;
  readonly redis: string;
  readonly kafka: string;
  readonly kafkaPrefix: string;
  readonly ports: PerService<ServicePorts>;
  readonly dataKeys: PerService<string>;
  readonly pageKey: string;
  /** Folder for pictures and files of products. */
  readonly filesDir: string;
  /** Folder of mail, which is written and not sent. */
  readonly mailDir: string;
  /** Added last, so that they win. */
  readonly overrides: Partial<PerService<ServiceEnv>>;
}

/** Ports of the services' gRPC and operations; the gateway's public port is given. Taken again at a restart if free. */
export async function servicePorts(
  gatewayPort: number,
  preferred: Partial<PerService<ServicePorts>>,
): Promise<PerService<ServicePorts>> {
  const ports: Partial<PerService<ServicePorts>> = {};
  for (const name of serviceNames) {
    ports[name] = {
      port: name === 'gateway' ? gatewayPort : await freePort(preferred[name]?.port),
      opsPort: await freePort(preferred[name]?.opsPort),
    };
  }
  return ports as PerService<ServicePorts>;
}

/** The whole environment of a service. */
function serviceEnv(name: ServiceName, wiring: Wiring): NodeJS.ProcessEnv {
  const { port, opsPort } = wiring.ports[name];
  return {
    ...inheritedEnv(),
    // A quarter of the time that a process takes to start, from the second start on.
    NODE_COMPILE_CACHE: compiledDir,
    PORT: String(port),
    OPS_PORT: String(opsPort),
    DATABASE_URL: wiring.databaseUrls[name],
    KAFKA_BROKERS: wiring.kafka,
    KAFKA_PREFIX: wiring.kafkaPrefix,
    OTEL_SERVICE_NAME: name,
    DATA_KEY: wiring.dataKeys[name],
    ...ownEnv[name](wiring),
    ...prefixedEnv(name, process.env),
    ...wiring.overrides[name],
  };
}

/** How the migrations reach the database of a service: as the service does. */
export function databaseSettings(name: ServiceName, wiring: Wiring): NodeJS.ProcessEnv {
  const { DATABASE_URL, DATABASE_TLS_CA_FILE } = serviceEnv(name, wiring);
  return { DATABASE_URL, DATABASE_TLS_CA_FILE };
}

/** The provider of a first production store is usually a test server on the same machine. */
const thisMachine = '127.0.0.0/8,::1/128';

const ownEnv: PerService<(wiring: Wiring) => ServiceEnv> = {
  gateway: (wiring) => ({
    PUBLIC_URL: wiring.baseUrl,
    PAGE_KEY: wiring.pageKey,
    // A caller of this machine's port is its owner, who finds the links of sign-ups in the log.
    PITANGA_SIGNUP: 'open',
    // A machine of one person, who is the operator too.
    PITANGA_STORE_PROVIDERS: '*',
    LOG_ACCOUNT_LINKS: 'true',
    REDIS_URL: wiring.redis,
    // There is no replica that could answer a client meanwhile.
    DRAIN_MS: '0',
    PITANGA_STORE_CREATION: 'open',
    DEV_MAIL_DIRECTORY: wiring.mailDir,
    ...addresses(wiring),
  }),
  billing: (wiring) => ({
    PUBLIC_URL: wiring.baseUrl,
    LEDGER_ADDRESS: serviceAddress(wiring, 'ledger'),
    PAYOUTS_ADDRESS: serviceAddress(wiring, 'payouts'),
    BLOB_STORE_DIR: wiring.filesDir,
    // The files of a first product are usually served by the same machine, like the receiver of a first webhook.
    ALLOW_LOOPBACK_IN_DEV_MODE: 'true',
    PROVIDER_ALLOWED_RANGES: thisMachine,
  }),
  subscriptions: (wiring) => ({ BILLING_ADDRESS: serviceAddress(wiring, 'billing') }),
  payouts: (wiring) => ({
    PUBLIC_URL: wiring.baseUrl,
    LEDGER_ADDRESS: serviceAddress(wiring, 'ledger'),
    PROVIDER_ALLOWED_RANGES: thisMachine,
  }),
  // The receiver of a first webhook is usually a program on the same machine.
  webhooks: (wiring) => ({
    ALLOW_LOOPBACK_IN_DEV_MODE: 'true',
    // Nothing leaves this machine; /dev/mail shows what would.
    PUBLIC_URL: wiring.baseUrl,
    MAIL_DIRECTORY: wiring.mailDir,
    BILLING_ADDRESS: serviceAddress(wiring, 'billing'),
    MAIL_FROM: 'pitanga@pitanga.example',
    MAIL_IN_DEV_MODE: 'true',
  }),
  ledger: () => ({}),
};

function addresses(wiring: Wiring): ServiceEnv {
  return Object.fromEntries(
    serviceNames
      .filter((name) => name !== 'gateway')
      .map((name) => [`${name.toUpperCase()}_ADDRESS`, serviceAddress(wiring, name)]),
  );
}

function serviceAddress({ ports }: Wiring, name: ServiceName): string {
  return `127.0.0.1:${String(ports[name].port)}`;
}

/** Only what a service may need of the shell; a stray DATABASE_URL or NODE_OPTIONS of the developer must not reach it. */
function inheritedEnv(): NodeJS.ProcessEnv {
  const wanted = (name: string): boolean =>
    ['PATH', 'HOME', 'LOG_LEVEL', 'NODE_EXTRA_CA_CERTS'].includes(name) || name.startsWith('OTEL_');
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => wanted(name)));
}

/** A program of a service's bundle, with the environment of the service. */
export function serviceProgram(
  name: ServiceName,
  wiring: Wiring,
  file: string,
  args: readonly string[],
): SpawnSpec & { env: NodeJS.ProcessEnv; cwd: string } {
  return {
    command: process.execPath,
    args: ['--enable-source-maps', file, ...args],
    cwd: join(distDir, name),
    env: serviceEnv(name, wiring),
  };
}

/**
 * Runs such a program to its end; answers what it printed.
 * @throws a user error with all it said, when it failed
 */
export async function runServiceProgram(
  name: ServiceName,
  wiring: Wiring,
  file: string,
  args: readonly string[],
  ownEnv: ServiceEnv = {},
): Promise<string> {
  const program = serviceProgram(name, wiring, file, args);
  try {
    const env = { ...program.env, ...ownEnv };
    const { stdout } = await run(program.command, [...program.args], { cwd: program.cwd, env });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw userError(`"${[name, file, ...args].join(' ')}" failed:\n${stderr ?? ''}${stdout ?? ''}`, error);
  }
}

/**
 * Without a bound Node lets the space of new objects grow to 100 MB a process, and nothing gives that back.
 */
const youngGeneration = ['--max-semi-space-size=8'];

/** @param instance another process of the same service: its name, and its bundle when that is not in dist/ */
export function serviceUnit(
  name: ServiceName,
  wiring: Wiring,
  folders: UnitFolders,
  instance: { readonly name?: string; readonly bundle?: string } = {},
): Unit {
  return createUnit(
    {
      name: instance.name ?? name,
      prepare: () => ({
        command: process.execPath,
        args: [...youngGeneration, '--require', './telemetry.js', 'main.js'],
        cwd: instance.bundle ?? join(distDir, name),
        env: serviceEnv(name, wiring),
      }),
      isReady: () => answersReady(wiring.ports[name].opsPort),
      readyTimeoutMs: 60_000,
      stopSignal: 'SIGTERM',
      // The service's own budget is 25 s.
      stopTimeoutMs: 27_000,
    },
    folders,
  );
}

async function answersReady(opsPort: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${String(opsPort)}/readyz`, { signal: AbortSignal.timeout(2000) });
    return answer.ok;
  } catch {
    return false;
  }
}
