import type { JestRun } from './run';

/** What `npm test` was asked for. */
export interface TestRequest {
  readonly projects: readonly string[];
  readonly args: readonly string[];
  readonly slow: boolean;
}

/** One run of jest; `slow`: its slow files run, too. */
export type PlannedRun = Omit<JestRun, 'infra'> & { readonly slow: boolean };

/** In the names of slow files. */
export const slowTests = '\\.slow\\.\\w+\\.test';

/** The slow tests alone, of these projects; a file that failed beside others has its second run, as in npm test. */
export const runOfSlowTests = (projects: readonly string[], only?: string): PlannedRun => ({
  projects,
  args: ['--testPathPatterns', only === undefined ? slowTests : `${only}.*${slowTests}`],
  slow: true,
  isWhole: only === undefined,
});

/**
 * Every run keeps to the projects and arguments that were given. Arguments choose files themselves, and jest has no
 * "and" for patterns: then quick and slow files are one run.
 */
export function planRuns({ projects, args, slow }: TestRequest): [PlannedRun, ...PlannedRun[]] {
  if (args.length > 0) return [{ projects, args, slow, isWhole: false }];
  const quick = { projects, args, slow: false, isWhole: projects.length === 0 };
  return slow ? [quick, runOfSlowTests(projects)] : [quick];
}
