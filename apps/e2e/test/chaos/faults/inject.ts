import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, rewindGroup, startReplica, type ProcessHandle, type ServiceName } from '@pitanga/tools';
import type { Providers } from '../load/providers';
import type { Condition } from '@pitanga/testing';
import type { DownKind, Fault, FaultKind, PartName, ServerName } from './plan';
import type { World } from './world';

/** What faults are made of. */
export interface Scene {
  readonly world: World;
  readonly providers: Providers;
}

/** Resolves when the fault is over and all is as before; answers why it could not be made, if so. */
export async function inject(scene: Scene, fault: Fault): Promise<string | undefined> {
  return injections[fault.kind](scene, fault);
}

type Injection = (scene: Scene, fault: Fault) => Promise<string | undefined>;

const condition =
  (of: (amount: number) => Condition): Injection =>
  async ({ world }, { target, forMs, amount }) => {
    const link = world.links.get(target);
    if (!link) return `there is no way ${target}`;
    link.become(of(amount));
    await delay(forMs);
    link.become({ kind: 'open' });
    return undefined;
  };

const wrongClock =
  (sign: 1 | -1): Injection =>
  async ({ world }, { target, forMs, amount }) => {
    const clock = world.clocks[target as ServiceName];
    clock.set(sign * amount);
    await delay(forMs);
    clock.set(0);
    return undefined;
  };

const down =
  (kind: DownKind): Injection =>
  async ({ providers }, { forMs }) => {
    const restore = providers.takeDown(kind);
    await delay(forMs);
    restore();
    return undefined;
  };

const injections: Readonly<Record<FaultKind, Injection>> = {
  killed: async ({ world }, { target, forMs }) => {
    const part = world.parts[target as PartName];
    await part.kill9();
    await delay(forMs);
    await bringBack(part);
    return undefined;
  },
  stopped: async ({ world }, { target, forMs }) => {
    const pids = processesOf(world.parts[target as PartName]);
    for (const pid of pids) signal(pid, 'SIGSTOP');
    await delay(forMs);
    for (const pid of pids) signal(pid, 'SIGCONT');
    return undefined;
  },
  'backend killed': ({ world }) => {
    const [, ...backends] = processesOf(world.parts.postgres);
    // The last one is of the youngest connection; those before are PostgreSQL's own.
    const youngest = backends.at(-1);
    if (youngest !== undefined) signal(youngest, 'SIGKILL');
    return Promise.resolve(undefined);
  },
  cut: condition(() => ({ kind: 'cut' })),
  silent: condition(() => ({ kind: 'silent' })),
  delayed: condition((ms) => ({ kind: 'delayed', ms })),
  throttled: condition((bytesPerSecond) => ({ kind: 'throttled', bytesPerSecond })),
  'disk full': async ({ world }, { target, forMs }) => {
    const disk = world.disks[target as ServerName];
    if (!disk) return 'a small file system can be mounted by root only';
    try {
      disk.fill();
      await delay(forMs);
    } finally {
      disk.empty();
      await bringBack(world.parts[target as ServerName]);
    }
    return undefined;
  },
  'clock ahead': wrongClock(1),
  'clock behind': wrongClock(-1),
  redelivered: async ({ world }, { target, amount }) => {
    const part = world.parts[target as ServiceName];
    await part.stop();
    const since = new Date(Date.now() - amount);
    // Kafka may be away too long for it: the service comes back in any case.
    try {
      await again(() => rewindGroup(world.platform.wiring, target, since));
    } finally {
      await bringBack(part);
    }
    return undefined;
  },
  rebalanced: async ({ world }, { target, forMs }) => {
    const replica = await startReplica(world.platform, target as ServiceName, { port: await freePort() }).catch(
      () => undefined,
    );
    if (!replica) return 'it did not start among the other faults';
    await delay(forMs);
    await replica.kill9();
    return undefined;
  },
  'answers late': async ({ providers }, { target, forMs, amount }) => {
    const server = providers.servers[target as 'bank'];
    server.beforeAnswer = () => delay(amount);
    await delay(forMs);
    server.beforeAnswer = undefined;
    return undefined;
  },
  'answers lost': ({ providers }, { target }) => {
    providers.servers[target as 'bank'].loseAnswer('PUT', 'cut');
    return Promise.resolve(undefined);
  },
  'tells again': async ({ providers }, { forMs, amount }) => {
    providers.servers.bank.callbackTimes = amount;
    await delay(forMs);
    providers.servers.bank.callbackTimes = 1;
    return undefined;
  },
  'tells in another order': async ({ providers }, { forMs, amount }) => {
    providers.holdCallbacks(amount);
    await delay(forMs);
    providers.holdCallbacks(0);
    return undefined;
  },
  'account refuses': down('account refuses'),
  'account hangs': down('account hangs'),
  'account answers 500': down('account answers 500'),
};

/** The process, and those that it started. */
function processesOf({ pid }: ProcessHandle): readonly number[] {
  if (pid === undefined) return [];
  try {
    const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
    return [pid, ...children.trim().split(' ').filter(Boolean).map(Number)];
  } catch {
    return [pid];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Until it is ready: what it needs may be away as well. */
export async function bringBack(part: ProcessHandle): Promise<void> {
  if (part.pid === undefined) await again(() => part.restart());
}

async function again(work: () => Promise<unknown>): Promise<void> {
  const times = 10;
  for (let time = 1; ; time += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (time === times) throw error;
      await delay(1_000);
    }
  }
}
