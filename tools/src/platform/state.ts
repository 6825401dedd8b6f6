import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { perService, type PerService } from '@pitanga/operations/services';
import type { InfraPorts } from '../infra/infra';
import { userError } from '@pitanga/runtime/user-error';
import { processIdentity } from '../infra/process';
import { type ServicePorts } from './services';

/** Random at the first start and kept, because the data is bound to them. */
interface Secrets {
  readonly postgresPassword: string;
  readonly databasePasswords: PerService<string>;
  /** Base64, to seal secrets at rest. */
  readonly dataKeys: PerService<string>;
  /** Base64, to sign links to pages. */
  readonly pageKey: string;
}

/** Who signs in to the dashboard of the demo store. */
export interface DemoPerson {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

export interface DemoKeys {
  readonly storeId?: string;
  readonly devKey: string;
  readonly prodKey: string;
  readonly publicKey: string;
  /** Absent from a demo store of an earlier version. */
  readonly prodPublicKey?: string;
  readonly readOnlyKey: string;
}

/** The content of demo.json: everything a script needs to use the platform. */
export interface Demo extends DemoKeys {
  readonly baseUrl: string;
  /** Null on a temporary platform. */
  readonly dashboard: DemoPerson | null;
  readonly infra: { readonly postgres: PerService<string>; readonly redis: string; readonly kafka: string };
}

/** The sample data of a demo store, and the port of the server that gets its webhooks. */
interface Sample {
  readonly storeId: string;
  readonly port: number;
  /** False while it is made, and after a start that was stopped meanwhile. */
  readonly isComplete: boolean;
}

/** The ports of the last start. */
interface Ports {
  readonly infra: InfraPorts;
  readonly services: PerService<ServicePorts>;
}

interface Lock {
  readonly pid: number;
  readonly identity: string | undefined;
  readonly baseUrl: string;
  /** Set while it stops: a next start waits for the end of that. */
  readonly stopping?: true;
}

/** The files of a data folder, all readable by their owner only. */
export function openState(dataDir: string) {
  createFolder(dataDir);
  const file = (name: string): string => join(dataDir, name);
  return {
    secrets: (): Secrets => {
      const fresh = newSecrets();
      const known = readJson(file('secrets.json')) as Partial<Secrets> | undefined;
      // What is new since the last start gets its secrets beside the known ones.
      const secrets: Secrets = {
        postgresPassword: known?.postgresPassword ?? fresh.postgresPassword,
        databasePasswords: { ...fresh.databasePasswords, ...known?.databasePasswords },
        dataKeys: { ...fresh.dataKeys, ...known?.dataKeys },
        pageKey: known?.pageKey ?? fresh.pageKey,
      };
      writeJson(file('secrets.json'), secrets);
      return secrets;
    },
    demo: () => readJson(file('demo.json')) as Demo | undefined,
    saveDemo: (demo: Demo) => {
      writeJson(file('demo.json'), demo);
    },
    ports: () => readJson(file('ports.json')) as Ports | undefined,
    savePorts: (ports: Ports) => {
      writeJson(file('ports.json'), ports);
    },
    sample: () => readJson(file('sample.json')) as Sample | undefined,
    saveSample: (sample: Sample) => {
      writeJson(file('sample.json'), sample);
    },
    lock: (baseUrl: string) => takeLock(file('lock.json'), dataDir, baseUrl),
    markStopping: (baseUrl: string) => {
      writeJson(file('lock.json'), { ...ownLock(baseUrl), stopping: true });
    },
    unlock: () => {
      rmSync(file('lock.json'), { force: true });
    },
  };
}

export type State = ReturnType<typeof openState>;

/** The address of the platform that runs on this data folder now, if any. */
export function runningAt(dataDir: string): string | undefined {
  const lock = readJson(join(dataDir, 'lock.json')) as Lock | undefined;
  return lock !== undefined && lock.stopping !== true && isHeld(lock) ? lock.baseUrl : undefined;
}

function createFolder(dataDir: string): void {
  try {
    // Others may pass through (PostgreSQL's account, when this is root) but not look around.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw userError(`${dataDir} belongs to another user: run this as that user, or remove the folder.`);
  }
}

function newSecrets(): Secrets {
  return {
    postgresPassword: randomBytes(16).toString('hex'),
    databasePasswords: perService(() => randomBytes(16).toString('hex')),
    dataKeys: perService(() => randomBytes(32).toString('base64')),
    pageKey: randomBytes(32).toString('base64'),
  };
}

async function takeLock(path: string, dataDir: string, baseUrl: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const holder = readJson(path) as Lock | undefined;
    if (holder !== undefined && !isHeld(holder)) rmSync(path, { force: true });
    try {
      writeFileSync(path, JSON.stringify(ownLock(baseUrl)), { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (holder?.stopping !== true || Date.now() > deadline) throw alreadyRuns(dataDir, holder);
    await delay(100);
  }
}

function ownLock(baseUrl: string): Lock {
  return { pid: process.pid, identity: processIdentity(process.pid), baseUrl };
}

function alreadyRuns(dataDir: string, holder: Lock | undefined): Error {
  const which = holder === undefined ? '' : ` (process ${String(holder.pid)}, ${holder.baseUrl})`;
  return userError(
    `Pitanga already runs on ${dataDir}${which}: use that one, or stop it first (Ctrl-C in its terminal).`,
  );
}

function isHeld(lock: Lock): boolean {
  return lock.identity !== undefined && processIdentity(lock.pid) === lock.identity;
}

/** A file cut short by a crash counts as absent, as all files here are written in one step. */
function readJson(path: string): unknown {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function writeJson(path: string, content: unknown): void {
  writeFileSync(`${path}.part`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.part`, path);
}
