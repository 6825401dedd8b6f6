/** Of a run: how many tests, a check counting as one. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface FileOutcome extends Tally {
  /** Absolute. */
  readonly file: string;
}

/** The part of the report of `jest --json` that is read here. */
export interface JestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** More failing files than this are no accident of the machine. */
const mostRunAgain = 2;

/** What became of each file; one that could not run at all counts as one failed test. */
export function toOutcomes(report: JestReport): FileOutcome[] {
  return report.testResults.map(({ name, status, assertionResults }) => {
    const count = (wanted: string): number => assertionResults.filter((it) => it.status === wanted).length;
    const [passed, failed] = [count('passed'), count('failed')];
    return {
      file: name,
      passed,
      failed: failed === 0 && status === 'failed' ? 1 : failed,
      skipped: assertionResults.length - passed - failed,
    };
  });
}

/**
 * The files that may show, alone, that only the others beside them made them fail (docs/adr/0020). Proofs never may:
 * they provoke what happens once in many times.
 */
export function filesToRunAgain(outcomes: readonly FileOutcome[]): string[] {
  const failed = outcomes.filter((it) => it.failed > 0).map(({ file }) => file);
  const isProvoked = failed.some((file) => file.endsWith('.proof.test.ts'));
  return failed.length > mostRunAgain || isProvoked ? [] : failed;
}

/** The first run, with what a file did when it ran again in the place of what it did then. */
export function withSecondRun(first: readonly FileOutcome[], second: readonly FileOutcome[]): FileOutcome[] {
  const again = new Map(second.map((outcome) => [outcome.file, outcome]));
  return first.map((outcome) => again.get(outcome.file) ?? outcome);
}

export function sumTallies(tallies: readonly Tally[]): Tally {
  const sum = (key: keyof Tally): number => tallies.reduce((total, tally) => total + tally[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}
