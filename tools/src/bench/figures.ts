import { execFileSync } from 'node:child_process';
import { arch, cpus, release, totalmem } from 'node:os';
import { rootDir } from '../workspace';
import { cpuTotal, type Cpu } from './cpu';
import type { Plan } from './plan';

/**
 * `share` is ours of a ceiling's rate in the same run, `ratio` of a large table's time to a small one's, `ms of CPU`
 * what one piece costs, `cores` what is used all the time. The others move with the machine's other work.
 */
export type Unit = 'share' | 'ratio' | 'ms of CPU' | 'cores' | '/s' | 'ms' | 'MiB' | 'MiB/min' | 'count';

export interface Figure {
  readonly name: string;
  readonly unit: Unit;
  readonly value: number;
  /** The same figure of every round; absent when it was measured once. */
  readonly rounds?: readonly number[];
  /** Of CPU and memory. */
  readonly byProcess?: Readonly<Record<string, number>>;
}

/** What one run of the benchmark found and on what. */
export interface Report {
  readonly at: string;
  readonly plan: Plan;
  readonly revision: string;
  /** Files changed since that revision. */
  readonly isDirty: boolean;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGiB: number;
    readonly kernel: string;
  };
  readonly node: string;
  readonly postgres: string;
  readonly figures: readonly Figure[];
}

export interface Figures {
  /** @param rounds the same figure of every round: their spread is its noise */
  add(name: string, unit: Unit, value: number, rounds?: readonly number[]): void;
  /** Records the sum, and what each process has of it. */
  addCpu(name: string, each: Cpu, rounds?: readonly number[]): void;
  addByProcess(name: string, unit: Unit, byProcess: Readonly<Record<string, number>>): void;
  /** The same figures with the section's name before theirs. */
  of(section: string): Figures;
  all(): readonly Figure[];
}

export function createFigures(): Figures {
  const found: Figure[] = [];
  return under(found, '');
}

function under(found: Figure[], prefix: string): Figures {
  const addByProcess = (
    name: string,
    unit: Unit,
    byProcess: Readonly<Record<string, number>>,
    rounds?: readonly number[],
  ): void => {
    const figure = { name: prefix + name, unit, value: cpuTotal(byProcess), byProcess };
    found.push(rounds === undefined ? figure : { ...figure, rounds });
  };
  return {
    add: (name, unit, value, rounds) => {
      const figure = { name: prefix + name, unit, value };
      found.push(rounds === undefined ? figure : { ...figure, rounds });
    },
    addCpu: (name, each, rounds) => {
      addByProcess(name, 'ms of CPU', each, rounds);
    },
    addByProcess: (name, unit, byProcess) => {
      addByProcess(name, unit, byProcess);
    },
    of: (section) => under(found, `${prefix}${section}: `),
    all: () => found,
  };
}

/** @param postgres what the server calls its version */
export function buildReport(plan: Plan, postgres: string, figures: Figures): Report {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: rootDir, encoding: 'utf8' }).trim();
  return {
    at: new Date().toISOString(),
    plan,
    revision: git('rev-parse', 'HEAD'),
    isDirty: git('status', '--porcelain', '--untracked-files=no') !== '',
    machine: {
      cpu: `${cpus()[0]?.model ?? 'unknown'} (${arch()})`,
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 1_073_741_824),
      kernel: release(),
    },
    node: process.version,
    postgres,
    figures: figures.all(),
  };
}
