import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  freePort,
  kafkaUnit,
  postgresUnit,
  redisUnit,
  serviceNames,
  type InfraAddresses,
  type PerService,
  type Unit,
} from '@pitanga/tools';
import { mountDisk, type Disk } from './disk';
import { openLink, type Link } from '@pitanga/testing';
import type { ServerName } from './plan';

/** PostgreSQL, Kafka and Redis, each on a disk of its own, with a broker that sends every service to its own proxy. */
export interface Servers {
  readonly units: Readonly<Record<ServerName, Unit>>;
  readonly addresses: InfraAddresses;
  readonly ports: Readonly<Record<'postgres' | 'redis', number>>;
  /** Of servers whose disk can be full; none where this user may not mount one. */
  readonly disks: Partial<Readonly<Record<ServerName, Disk>>>;
  readonly kafkaLinks: PerService<Link>;
}

/** After a kill -9 the broker comes back when its old registration has expired. */
const kafkaSessionMs = 3_000;

/** Describes them; they run when their units are started. */
export async function describeServers(folder: string): Promise<Servers> {
  const folders = { logs: join(folder, 'logs'), pids: join(folder, 'run') };
  for (const path of Object.values(folders)) mkdirSync(path, { recursive: true, mode: 0o711 });
  const mounted = (['postgres', 'kafka', 'redis'] as const).flatMap((name) => {
    const disk = mountDisk(join(folder, 'disks', name));
    return disk ? [[name, disk] as const] : [];
  });
  const dataDir = (name: ServerName): string => join(folder, 'disks', name, 'data');
  const [postgresPort, kafkaPort, controllerPort, redisPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const ways = [];
  for (const name of serviceNames) {
    const port = await freePort();
    ways.push({ name, port, link: await openLink(port) });
  }
  const durable = true;
  const postgres = postgresUnit(
    { dataDir: dataDir('postgres'), port: postgresPort, password: 'chaos', durable, note: () => undefined },
    folders,
  );
  const kafka = kafkaUnit(
    {
      dataDir: dataDir('kafka'),
      port: kafkaPort,
      controllerPort,
      sessionMs: kafkaSessionMs,
      proxied: ways.map(({ port, link }) => ({ port, proxyPort: link.port })),
    },
    folders,
  );
  const redis = redisUnit({ dataDir: dataDir('redis'), port: redisPort, durable }, folders);
  return {
    units: { postgres: postgres.unit, kafka: kafka.unit, redis: redis.unit },
    addresses: { postgres: postgres.url, kafka: kafka.address, redis: redis.url },
    ports: { postgres: postgresPort, redis: redisPort },
    disks: Object.fromEntries(mounted),
    kafkaLinks: Object.fromEntries(ways.map(({ name, link }) => [name, link])) as PerService<Link>,
  };
}
