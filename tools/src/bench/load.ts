import autocannon from 'autocannon';
import { median } from './compare';
import { cpuEach, cpuTotal, type Cpu } from './cpu';
import type { Plan } from './plan';

/** What one endpoint did under a steady number of connections. */
export interface Load {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Target {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Runs a target at `connections` for `seconds`; any answer but 2xx makes the figure worthless and throws. */
async function load(target: Target, connections: number, seconds: number): Promise<Load> {
  const result = await autocannon({ ...target, connections, duration: seconds });
  const bad = result.errors + result.timeouts + result.non2xx;
  if (bad > 0) throw new Error(`${target.url} answered ${bad} of ${result.requests.total} requests with an error`);
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}

export interface Comparison {
  readonly ours: Load;
  readonly ceiling: Load;
  /** Ours as a share of the ceiling: the median of the rounds' ratios. */
  readonly ratio: number;
  /** The same of every round. */
  readonly ratios: readonly number[];
  /** CPU of one of our requests, by process: that of the round with the middle rate. */
  readonly cpu: Cpu;
  /** CPU of one of our requests, of all processes, in every round. */
  readonly cpus: readonly number[];
}

interface OurLoad extends Load {
  readonly cpu: Cpu;
}

/** Interleaves the two targets, so that a noisy neighbour hits both, and compares round by round. */
export async function compare(
  ours: Target,
  ceiling: Target,
  { connections, seconds, rounds: count, warmUpSeconds }: Plan,
  readCpu: () => Cpu,
): Promise<Comparison> {
  const rounds: { ours: OurLoad; ceiling: Load }[] = [];
  // Code that is not yet compiled by the JIT says nothing about either.
  for (const target of [ours, ceiling]) await load(target, connections, warmUpSeconds);
  for (let round = 0; round < count; round += 1) {
    const ceilingLoad = await load(ceiling, connections, seconds);
    const before = readCpu();
    const ourLoad = await load(ours, connections, seconds);
    for (const { requests } of [ourLoad, ceilingLoad]) {
      if (requests === 0) throw new Error(`nothing was answered within ${String(seconds)} s`);
    }
    const cpu = cpuEach(ourLoad.requests, before, readCpu());
    rounds.push({ ours: { ...ourLoad, cpu }, ceiling: ceilingLoad });
  }
  const ratios = rounds.map((round) => round.ours.requestsPerSecond / round.ceiling.requestsPerSecond);
  const { cpu, ...ourLoad } = middle(rounds.map((round) => round.ours));
  return {
    ours: ourLoad,
    ceiling: middle(rounds.map((round) => round.ceiling)),
    ratio: median(ratios),
    ratios,
    cpu,
    cpus: rounds.map((round) => cpuTotal(round.ours.cpu)),
  };
}

function middle<L extends Load>(loads: readonly L[]): L {
  const sorted = [...loads].sort((a, b) => a.requestsPerSecond - b.requestsPerSecond);
  const load = sorted[Math.floor(sorted.length / 2)];
  if (!load) throw new Error('nothing was measured');
  return load;
}

/** The value below which a share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}
