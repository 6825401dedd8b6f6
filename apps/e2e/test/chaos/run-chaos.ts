import { setTimeout as delay } from 'node:timers/promises';
import { inject, type Scene } from './faults/inject';
import { planFaults, type Fault } from './faults/plan';
import { openWorld } from './faults/world';
import { Recorder } from './load/asking';
import { openLoad } from './load/load';
import { openProviders } from './load/providers';
import type { Run } from './report';
import { judge } from './verdict/verdict';

export interface ChaosOptions {
  readonly seed: number;
  /** How long faults are begun. */
  readonly seconds: number;
  readonly say: (line: string) => void;
}

/** What clients may still need for an answer after the last fault. */
const lastAnswersMs = 180_000;

/** Starts a platform, lets clients work and parts fail, and judges what is left. */
export async function runChaos({ seed, seconds, say }: ChaosOptions): Promise<Run> {
  const faults = planFaults(seed, seconds);
  const [recorder, ended, notRun] = [new Recorder(), [] as string[], [] as string[]];
  const world = await openWorld((line) => {
    const [first = ''] = line.split(/[.\n]/);
    if (!first.includes('is up again')) ended.push(first);
    say(line);
  });
  let close = (): Promise<void> => Promise.resolve();
  try {
    const providers = await openProviders(world.platform.baseUrl, seed);
    close = () => providers.stop();
    const load = await openLoad(world, providers, recorder, seed);
    close = async () => {
      await load.close();
      await providers.stop();
    };
    say(`${String(faults.length)} faults begin`);
    let isOver = false;
    const working = load.run(() => isOver);
    notRun.push(...(await injectAll({ world, providers }, faults, say)));
    isOver = true;
    recorder.giveUpAt = Date.now() + lastAnswersMs;
    say('the last answers are waited for');
    await working;
    const wrong = await judge(world, providers, load, say);
    const deliveries = Object.values(load.endpoints).flat();
    return {
      ...{ seed, seconds, faults, notRun, ended, tally: recorder },
      violations: [...recorder.violations, ...wrong],
      charges: load.books.charges.length,
      deliveries: deliveries.reduce((sum, { receiver }) => sum + receiver.seen.length, 0),
    };
  } finally {
    await close();
    await world.stop();
  }
}

/** Each at its time, and after those before it on the same target; answers which could not be made. */
async function injectAll(scene: Scene, faults: readonly Fault[], say: (line: string) => void): Promise<string[]> {
  const startedAt = performance.now();
  const queues = new Map<string, Promise<void>>();
  const notRun: string[] = [];
  for (const fault of faults) {
    const before = queues.get(fault.target) ?? Promise.resolve();
    const make = async (): Promise<void> => {
      await delay(Math.max(0, fault.atMs - (performance.now() - startedAt)));
      await before;
      say(
        `${(fault.atMs / 1_000).toFixed(1)} s: ${fault.target} ${fault.kind}, ${String(fault.forMs)} ms, ${String(fault.amount)}`,
      );
      const reason = await inject(scene, fault).catch((error: unknown) => String(error));
      if (reason !== undefined) notRun.push(`${fault.kind} of ${fault.target}: ${reason}`);
    };
    queues.set(fault.target, make());
  }
  await Promise.all(queues.values());
  return notRun;
}
