import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { kafkaUnit } from './kafka';
import { freePort } from './ports';
import { postgresUnit } from './postgres';
import { privateFolder } from './private-folder';
import { redisUnit } from './redis';
import type { Unit, UnitFolders } from './unit';

/** Addresses of the three servers; PostgreSQL's is the administrator's, without a database. */
export interface InfraAddresses {
  readonly postgres: string;
  readonly redis: string;
  readonly kafka: string;
}

/** Port numbers of the last start, taken again when they are free, so that saved connections keep working. */
export interface InfraPorts {
  readonly postgres: number;
  readonly redis: number;
  readonly kafka: number;
  readonly kafkaController: number;
}

export interface InfraOptions {
  readonly dataDir: string;
  readonly folders: UnitFolders;
  readonly durable: boolean;
  /** Kafka that may stand still for long and will not be killed: one that was comes back only after this time. */
  readonly kafkaSessionMs?: number;
  readonly postgresPassword: string;
  readonly preferredPorts?: Partial<InfraPorts> | undefined;
  /** Servers that exist already; those are neither started nor stopped. */
  readonly given?: Partial<InfraAddresses>;
  readonly note: (line: string) => void;
}

export interface Infra {
  readonly addresses: InfraAddresses;
  readonly ports: InfraPorts;
  /** The servers that are ours to start, in the order of starting (they do not depend on each other). */
  readonly units: readonly Unit[];
}

/** After a kill -9 Kafka's old registration has to expire before it may come back; its own default is 9 s. */
const kafkaSessionMsDefault = 3_000;

/** Describes the servers; nothing runs until its units are started. */
export async function describeInfra(options: InfraOptions): Promise<Infra> {
  // PostgreSQL's account, when this is root, passes through it to its own data.
  mkdirSync(options.dataDir, { recursive: true, mode: 0o711 });
  for (const folder of [options.folders.logs, options.folders.pids]) privateFolder(folder);
  const { dataDir, folders, durable, given = {}, preferredPorts: preferred = {} } = options;
  const ports = {
    postgres: await freePort(preferred.postgres),
    redis: await freePort(preferred.redis),
    kafka: await freePort(preferred.kafka),
    kafkaController: await freePort(preferred.kafkaController),
  };
  const units: Unit[] = [];
  const own = <T extends { unit: Unit }>(part: T): T => {
    units.push(part.unit);
    return part;
  };
  const kafka =
    given.kafka ??
    own(
      kafkaUnit(
        {
          dataDir: join(dataDir, 'kafka'),
          port: ports.kafka,
          controllerPort: ports.kafkaController,
          sessionMs: options.kafkaSessionMs ?? kafkaSessionMsDefault,
        },
        folders,
      ),
    ).address;
  const redis =
    given.redis ?? own(redisUnit({ dataDir: join(dataDir, 'redis'), port: ports.redis, durable }, folders)).url;
  const postgres =
    given.postgres ??
    own(
      postgresUnit(
        {
          dataDir: join(dataDir, 'postgres'),
          port: ports.postgres,
          password: options.postgresPassword,
          durable,
          note: options.note,
        },
        folders,
      ),
    ).url;
  return { addresses: { postgres, redis, kafka }, ports, units };
}

/** Starts all at once; when one fails, the others are stopped before the error is passed on. */
export async function startUnits(units: readonly Unit[]): Promise<void> {
  const results = await Promise.allSettled(units.map((unit) => unit.start()));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed === undefined) return;
  await stopUnits(units);
  throw failed.reason;
}

export async function stopUnits(units: readonly Unit[]): Promise<void> {
  await Promise.all(units.map((unit) => unit.stop()));
}
