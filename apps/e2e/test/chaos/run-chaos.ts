import { setTimeout as delay } from 'node:timers/promises';
import { inject, type Scene } from './faults/inject';
import { planDowns, planFaults, type Fault } from './faults/plan';
import { openWorld } from './faults/world';
import { Recorder } from './load/asking';
import { openLoad } from './load/load';
import { openProviders } from './load/providers';
import type { Run } from './report';
import { pixWithoutFirst } from './verdict/first-down';
import { heal, judge } from './verdict/verdict';

export interface ChaosOptions {
  readonly seed: number;
  /** How long faults are begun. */
  readonly seconds: number;
  readonly say: (line: string) => void;
  /** Resolves when the run is to end before its time, with why. */
  readonly stopped?: Promise<string>;
}

/** What clients may still need for an answer after the last fault. */
const lastAnswersMs = 180_000;

/**
 * Starts a platform, lets clients work and parts fail, and judges what is left. Everything that was started is stopped.
 *
 * @throws Error when it was stopped before its time
 */
export async function runChaos({ seed, seconds, say, stopped }: ChaosOptions): Promise<Run> {
  const ended: string[] = [];
  const world = await openWorld((line) => {
    const [first = ''] = line.split(/[.\n]/);
    if (!first.includes('is up again')) ended.push(first);
    say(line);
  });
  const closing: (() => Promise<void>)[] = [() => world.stop()];
  const run = async (): Promise<Run> => {
    const faults = [...planFaults(seed, seconds), ...planDowns(seed, seconds)];
    const recorder = new Recorder();
    const providers = await openProviders(world.platform.baseUrl, seed);
    closing.push(() => providers.stop());
    const load = await openLoad(world, providers, recorder, seed);
    closing.push(() => load.close());
    say(`${String(faults.length)} faults begin`);
    let isOver = false;
    const working = load.run(() => isOver);
    const notRun = await injectAll({ world, providers }, faults, say);
    isOver = true;
    recorder.giveUpAt = Date.now() + lastAnswersMs;
    say('the last answers are waited for');
    await working;
    await heal(world);
    say('the first account is down, and nothing else');
    await pixWithoutFirst(load, providers, recorder);
    const wrong = await judge(world, providers, load, say);
    const endpoints = Object.values(load.endpoints).flat();
    // It throws away what came in, and says what of it was not as published.
    const deliveries = endpoints.reduce((sum, { receiver }) => sum + receiver.seen.length, 0);
    await closing.pop()?.();
    const violations = [...recorder.violations, ...wrong];
    const charges = load.books.charges.length;
    return { ...{ seed, seconds, faults, notRun, ended, tally: recorder }, violations, charges, deliveries };
  };
  try {
    const early = stopped?.then((why) => Promise.reject<Run>(new Error(`stopped by ${why}`)));
    return await (early === undefined ? run() : Promise.race([run(), early]));
  } finally {
    for (const close of closing.reverse()) await close();
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
