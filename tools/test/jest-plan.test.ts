import { planRuns } from '../src/jest/plan';

const slowFiles = ['--testPathPatterns', '\\.slow\\.\\w+\\.test'];

describe('what npm test runs', () => {
  it('runs all tests, and then all slow ones where they are asked for', () => {
    const quick = { projects: [], args: [], slow: false, isWhole: true };
    expect(planRuns({ projects: [], args: [], slow: false })).toEqual([quick]);
    expect(planRuns({ projects: [], args: [], slow: true })).toEqual([
      quick,
      { projects: [], args: slowFiles, slow: true, isWhole: true },
    ]);
  });

  it('runs the slow tests of the projects alone that were named', () => {
    expect(planRuns({ projects: ['e2e'], args: [], slow: true })).toEqual([
      { projects: ['e2e'], args: [], slow: false, isWhole: false },
      { projects: ['e2e'], args: slowFiles, slow: true, isWhole: true },
    ]);
  });

  it('runs the files alone that arguments of jest choose, the slow ones among them where they are asked for', () => {
    const args = ['--testPathPatterns', 'going-live'];
    for (const slow of [false, true]) {
      expect(planRuns({ projects: ['e2e'], args, slow })).toEqual([{ projects: ['e2e'], args, slow, isWhole: false }]);
    }
  });
});
