import { readdirSync, readFileSync } from 'node:fs';
import type { Platform } from '../platform/platform';

/** Clock ticks of /proc are hundredths of a second on every Linux that we run on. */
const msPerTick = 10;

/** CPU time in ms by process, since each process started. */
export type Cpu = Readonly<Record<string, number>>;

/**
 * CPU time that every process of a platform has used; empty where there is no /proc.
 * @param others processes beside the platform's, without their children: name and pid
 */
export function readCpuTime(platform: Platform, others: Readonly<Record<string, number>> = {}): Cpu {
  const processes = allProcesses();
  const ofPlatform = Object.entries(listPids(platform)).map(
    ([name, pid]) => [name, withChildren(processes, pid)] as const,
  );
  const ofOthers = Object.entries(others).map(
    ([name, pid]) => [name, processes.filter((process) => process.pid === pid)] as const,
  );
  return Object.fromEntries(
    [...ofPlatform, ...ofOthers]
      .filter(([, own]) => own.length > 0)
      .map(([name, own]) => [name, own.reduce((sum, { cpuMs }) => sum + cpuMs, 0)]),
  );
}

/** What each process used between two readings, in ms for one of `work` pieces, the largest first. */
export function cpuEach(work: number, before: Cpu, after: Cpu): Cpu {
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / work] as const)
      .sort(([, one], [, other]) => other - one),
  );
}

/** What all processes used together. */
export function cpuTotal(cpu: Cpu): number {
  return Object.values(cpu).reduce((sum, ms) => sum + ms, 0);
}

/** `4.71 ms: billing 1.80, gateway 1.02, …`; processes below a hundredth of a ms are left out. */
export function cpuSentence(each: Cpu): string {
  const parts = Object.entries(each).filter(([, ms]) => ms >= 0.005);
  return `${cpuTotal(each).toFixed(2)} ms: ${parts.map(([name, ms]) => `${name} ${ms.toFixed(2)}`).join(', ')}`;
}

/** Memory of a process with its children, in MiB. */
export interface Memory {
  /** What is resident; pages that processes share count in each. */
  readonly rssMiB: number;
  /** The same with shared pages divided among those who share them, so that sums are true. */
  readonly pssMiB: number;
}

/** By process; empty where there is no /proc. */
export function readMemory(platform: Platform): Readonly<Record<string, Memory>> {
  const processes = allProcesses();
  return Object.fromEntries(
    Object.entries(listPids(platform)).flatMap(([name, pid]) => {
      const own = withChildren(processes, pid).map((process) => memoryOfProcess(process.pid));
      if (own.length === 0) return [];
      const sum = (of: keyof Memory): number => own.reduce((total, memory) => total + memory[of], 0);
      return [[name, { rssMiB: sum('rssMiB'), pssMiB: sum('pssMiB') }]];
    }),
  );
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly cpuMs: number;
}

function listPids({ services, infra }: Platform): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries({ ...services, ...infra }).flatMap(([name, { pid }]) => (pid === undefined ? [] : [[name, pid]])),
  );
}

/** PostgreSQL works in children of its own; the CPU of those that have ended counts with the parent. */
function withChildren(processes: readonly Process[], pid: number): readonly Process[] {
  return processes.filter((process) => process.pid === pid || process.parent === pid);
}

function memoryOfProcess(pid: number): Memory {
  let text: string;
  try {
    text = readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'latin1');
  } catch {
    // It has ended meanwhile.
    return { rssMiB: 0, pssMiB: 0 };
  }
  const mib = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1_024;
  return { rssMiB: mib('Rss'), pssMiB: mib('Pss') };
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
