import { rmSync } from 'node:fs';
import {
  toHandle,
  serviceNames,
  startPlatform,
  supervise,
  temporaryFolder,
  type PerService,
  type Platform,
  type ProcessHandle,
  type ServiceEnv,
  type ServiceName,
  type Wiring,
} from '@pitanga/tools';
import { openClock, type Clock } from './clock';
import { openLink, type Link } from '@pitanga/testing';
import type { PartName } from './plan';
import { describeServers, type Servers } from './servers';

/** A platform, every part of which can be made to fail. */
export interface World {
  readonly platform: Platform;
  readonly parts: Readonly<Record<PartName, ProcessHandle>>;
  /** By `caller>called`. */
  readonly links: ReadonlyMap<string, Link>;
  readonly clocks: PerService<Clock>;
  readonly disks: Servers['disks'];
  stop(): Promise<void>;
}

/**
 * Starts all of it.
 *
 * @param say told about processes that ended by themselves
 */
export async function openWorld(say: (line: string) => void): Promise<World> {
  const folder = await temporaryFolder();
  const closing: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const servers = await describeServers(folder);
    closing.push(() => Object.values(servers.disks).forEach((disk) => disk.remove()));
    const units = Object.values(servers.units);
    closing.push(async () => {
      await Promise.all(units.map((unit) => unit.stop()));
    });
    await Promise.all(units.map((unit) => unit.start()));
    const endings = units.map((unit) => supervise(unit, say));
    closing.push(() => endings.forEach((end) => end()));
    const clocks = perService((name) => openClock(folder, name));
    const links = new Map(serviceNames.map((name) => [`${name}>kafka`, servers.kafkaLinks[name]]));
    for (const name of serviceNames) links.set(`${name}>postgres`, await openLink(servers.ports.postgres));
    links.set('gateway>redis', await openLink(servers.ports.redis));
    closing.push(() => links.forEach((link) => link.close()));
    // Of its own, so that what a run that was killed has left of either is found by the next.
    const dataDir = await temporaryFolder();
    closing.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const platform = await startPlatform({
      dataDir,
      infra: servers.addresses,
      onEvent: say,
      prepareWays: (wiring) => waysOf(wiring, links, clocks),
    });
    closing.push(() => platform.stop());
    const { postgres, kafka, redis } = servers.units;
    const parts = {
      ...platform.services,
      postgres: toHandle(postgres),
      kafka: toHandle(kafka),
      redis: toHandle(redis),
    };
    return { platform, parts, links, clocks, disks: servers.disks, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The account that is down is given up and asked again soon, so that a short run does both often. */
const billingEnv: ServiceEnv = { ALLOW_ASAAS_SANDBOX: 'true', FAILOVER_TURN_MS: '1000', ACCOUNT_REST_MS: '1000' };

/** The settings that lead each service to the others through proxies. */
async function waysOf(
  wiring: Wiring,
  links: Map<string, Link>,
  clocks: PerService<Clock>,
): Promise<PerService<ServiceEnv>> {
  const through = async (caller: ServiceName, called: ServiceName): Promise<ServiceEnv> => {
    const link = await openLink(wiring.ports[called].port);
    links.set(`${caller}>${called}`, link);
    return { [`${called.toUpperCase()}_ADDRESS`]: `127.0.0.1:${String(link.port)}` };
  };
  const calls: Partial<Record<ServiceName, readonly ServiceName[]>> = {
    gateway: serviceNames.filter((name) => name !== 'gateway'),
    billing: ['ledger'],
    payouts: ['ledger'],
    subscriptions: ['billing'],
    webhooks: ['billing'],
  };
  const env = perService((name): Record<string, string> => {
    return {
      ...clocks[name].env,
      DATABASE_URL: throughPort(wiring.databaseUrls[name], links.get(`${name}>postgres`)),
      KAFKA_BROKERS: `127.0.0.1:${String(links.get(`${name}>kafka`)?.port)}`,
    };
  });
  for (const [caller, called] of Object.entries(calls) as [ServiceName, readonly ServiceName[]][]) {
    for (const name of called) Object.assign(env[caller], await through(caller, name));
  }
  const redis = new URL(wiring.redis);
  redis.port = String(links.get('gateway>redis')?.port);
  Object.assign(env.billing, billingEnv);
  env.gateway['REDIS_URL'] = redis.href;
  return env;
}

function throughPort(address: string, link: Link | undefined): string {
  const url = new URL(address);
  url.port = String(link?.port);
  return url.href;
}

function perService<T>(value: (name: ServiceName) => T): PerService<T> {
  return Object.fromEntries(serviceNames.map((name) => [name, value(name)])) as PerService<T>;
}
