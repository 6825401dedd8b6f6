import { readdirSync, readFileSync } from 'node:fs';
import type { Platform } from '../platform/platform';

/** Clock ticks of /proc are hundredths of a second on every Linux that we run on. */
const msPerTick = 10;

/** CPU time in ms that every process of a platform has used since its start; empty where there is no /proc. */
export function cpuOf({ services, infra }: Platform): Readonly<Record<string, number>> {
  const processes = allProcesses();
  const handles = Object.entries({ ...services, ...infra });
  return Object.fromEntries(
    handles.flatMap(([name, { pid }]) => {
      if (pid === undefined || !processes.some((process) => process.pid === pid)) return [];
      // PostgreSQL works in children of its own; those that have ended count with the parent.
      const own = processes.filter((process) => process.pid === pid || process.parent === pid);
      return [[name, own.reduce((sum, { cpuMs }) => sum + cpuMs, 0)]];
    }),
  );
}

/** What each used between two readings, divided by `work` pieces: `billing 3.1 ms, …`, the largest first. */
export function cpuPer(work: number, before: ReturnType<typeof cpuOf>, after: ReturnType<typeof cpuOf>): string {
  return Object.entries(after)
    .map(([name, ms]) => ({ name, each: (ms - (before[name] ?? 0)) / work }))
    .filter(({ each }) => each >= 0.05)
    .sort((one, other) => other.each - one.each)
    .map(({ name, each }) => `${name} ${each.toFixed(1)} ms`)
    .join(', ');
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly cpuMs: number;
}

function allProcesses(): readonly Process[] {
  let pids: readonly string[];
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return pids.flatMap((pid): Process[] => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      // The name in parentheses may hold spaces; fields after it: state, parent, …, utime, stime, cutime, cstime.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + (fields[index] ?? 0), 0);
      return [{ pid: Number(pid), parent: fields[1] ?? 0, cpuMs: ticks * msPerTick }];
    } catch {
      return [];
    }
  });
}
