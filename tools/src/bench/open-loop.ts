import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './load';

/** What was asked within one stretch of an open-loop load. */
export interface Stretch {
  readonly asked: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Sample {
  readonly dueMs: number;
  readonly tookMs: number;
}

export interface OpenLoop {
  readonly perSecond: number;
  readonly seconds: number;
  readonly call: () => Promise<void>;
  /** Length of a stretch of the answer. */
  readonly stretchSeconds: number;
  /** Called at the end of each stretch. */
  readonly onStretch: (index: number) => void;
}

/**
 * Asks at a constant rate, whether or not earlier calls are answered. A call's time counts from the instant at which it
 * was due, so that calls kept waiting by slow ones before them are not left out (coordinated omission).
 * @throws when a call fails
 */
export async function openLoop(options: OpenLoop): Promise<readonly Stretch[]> {
  const { perSecond, seconds, call, stretchSeconds, onStretch } = options;
  const samples: Sample[] = [];
  const calls = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const start = performance.now();
  const total = Math.round(perSecond * seconds);
  let told = 0;
  for (let index = 0; index < total;) {
    const now = performance.now() - start;
    for (; index < total && (index * 1_000) / perSecond <= now; index += 1) {
      const dueMs = (index * 1_000) / perSecond;
      const one = call().then(
        () => {
          samples.push({ dueMs, tookMs: performance.now() - start - dueMs });
        },
        (error: unknown) => {
          failures.push(error);
        },
      );
      calls.add(one);
      void one.then(() => calls.delete(one));
    }
    if (failures.length > 0) throw failures[0];
    if (now >= (told + 1) * stretchSeconds * 1_000) onStretch(told++);
    await delay(1);
  }
  await Promise.all(calls);
  if (failures.length > 0) throw failures[0];
  while (told < Math.round(seconds / stretchSeconds)) onStretch(told++);
  return groupByStretch(samples, stretchSeconds);
}

/** By the stretch in which each call was due. */
export function groupByStretch(samples: readonly Sample[], stretchSeconds: number): readonly Stretch[] {
  const byStretch = new Map<number, number[]>();
  for (const { dueMs, tookMs } of samples) {
    const stretch = Math.floor(dueMs / (stretchSeconds * 1_000));
    const times = byStretch.get(stretch);
    if (times) times.push(tookMs);
    else byStretch.set(stretch, [tookMs]);
  }
  return [...byStretch]
    .sort(([one], [other]) => one - other)
    .map(([, times]) => ({
      asked: times.length,
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
    }));
}

/** How much a series of evenly spaced values rises from one to the next: the slope of its least-squares line. */
export function fitSlope(values: readonly number[]): number {
  const mean = (of: readonly number[]): number => of.reduce((sum, value) => sum + value, 0) / of.length;
  const xs = values.map((_, index) => index);
  const [xMean, yMean] = [mean(xs), mean(values)];
  const above = values.reduce((sum, value, x) => sum + (x - xMean) * (value - yMean), 0);
  const below = xs.reduce((sum, x) => sum + (x - xMean) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
