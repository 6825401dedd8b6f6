import { filesToRunAgain, toOutcomes, sumTallies, withSecondRun, type FileOutcome } from '../src/jest/outcome';

const failing = (file: string): FileOutcome => ({ file, passed: 1, failed: 1, skipped: 0 });
const passing = (file: string): FileOutcome => ({ file, passed: 2, failed: 0, skipped: 0 });

describe('what a run of the tests comes to', () => {
  it('counts a file that could not run at all as one failed test', () => {
    const assertionResults = ['passed', 'failed', 'pending', 'todo'].map((status) => ({ status }));
    const testResults = [
      { name: '/a.test.ts', status: 'failed', assertionResults },
      { name: '/b.test.ts', status: 'failed', assertionResults: [] },
      { name: '/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    expect(sumTallies(toOutcomes({ testResults }))).toEqual({ passed: 2, failed: 2, skipped: 2 });
  });

  it('fails for good when three files fail, or a proof does: neither is an accident of the machine', () => {
    const [a, b, c] = ['/a.int.test.ts', '/b.test.ts', '/c.e2e.test.ts'] as const;
    expect(filesToRunAgain([failing(a), passing(b), failing(c)])).toEqual([a, c]);
    expect(filesToRunAgain([failing(a), failing(b), failing(c)])).toEqual([]);
    expect(filesToRunAgain([failing(a), failing('/races.proof.test.ts')])).toEqual([]);
    expect(filesToRunAgain([passing(a), passing('/races.proof.test.ts')])).toEqual([]);
  });

  it('keeps a failure of a file that fails alone too, or that has not run alone', () => {
    const first = [failing('/a'), failing('/b'), failing('/c'), passing('/d')];
    expect(sumTallies(withSecondRun(first, [passing('/a'), failing('/b')]))).toEqual({
      passed: 6,
      failed: 2,
      skipped: 0,
    });
    expect(withSecondRun(first, [])).toEqual(first);
  });
});
