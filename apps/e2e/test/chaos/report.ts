import type { Fault } from './faults/plan';
import type { Tally } from './load/asking';

/** What became of a run. */
export interface Run {
  readonly seed: number;
  readonly seconds: number;
  readonly faults: readonly Fault[];
  /** Faults that could not be made, and why. */
  readonly notRun: readonly string[];
  /** Processes that ended by themselves, and came back. */
  readonly ended: readonly string[];
  readonly tally: Tally;
  /** Everything that is wrong, worst first. */
  readonly violations: readonly string[];
  readonly charges: number;
  readonly deliveries: number;
}

const shownMax = 20;

export function report(run: Run): string {
  const kinds = new Map<string, Map<string, number>>();
  for (const { kind, target } of run.faults) {
    const of = kinds.get(kind) ?? new Map<string, number>();
    kinds.set(kind, of.set(target, (of.get(target) ?? 0) + 1));
  }
  const requests = [...run.tally.outcomes.values()].flatMap((of) => [...of.values()]);
  const total = requests.reduce((sum, count) => sum + count, 0);
  return [
    `seed ${String(run.seed)}, ${String(run.seconds)} s: ${String(run.faults.length - run.notRun.length)} faults, ${String(total)} requests, ${String(run.charges)} charges, ${String(run.deliveries)} calls of endpoints`,
    'Faults',
    ...[...kinds].map(([kind, of]) => line(kind, of)),
    ...count(run.notRun).map((text) => `  not run: ${text}`),
    'Requests',
    ...[...run.tally.outcomes].sort().map(([operation, of]) => line(operation, of)),
    ...(run.ended.length === 0 ? [] : ['Ended by themselves', ...count(run.ended).map((text) => `  ${text}`)]),
    run.violations.length === 0
      ? 'Nothing was lost, nothing doubled, no request hung, no answer was 500.'
      : `${String(run.violations.length)} VIOLATIONS`,
    ...run.violations.slice(0, shownMax).map((text) => `  ${text}`),
  ].join('\n');
}

function line(name: string, of: ReadonlyMap<string, number>): string {
  const parts = [...of].sort(([, first], [, second]) => second - first);
  return `  ${name.padEnd(26)}${parts.map(([what, times]) => `${what} ${String(times)}`).join(', ')}`;
}

function count(texts: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].map(([text, often]) => `${String(often)} × ${text}`);
}
