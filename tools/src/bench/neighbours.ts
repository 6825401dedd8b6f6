import { spawn, type ChildProcess } from 'node:child_process';
import { cpus } from 'node:os';
import { runMixed } from './mixed';
import type { Bench } from './section';

/**
 * The section `neighbours` of the benchmark: the mixed load beside other work that takes every core of the machine. Ends
 * when a request fails.
 */
export async function benchNeighbours(bench: Bench): Promise<void> {
  await runMixed(bench, Math.min(60, bench.plan.mixedSeconds), () => {
    const neighbours: readonly ChildProcess[] = cpus().map(() =>
      spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
    );
    return { stop: () => neighbours.forEach((neighbour) => neighbour.kill('SIGKILL')) };
  });
}
