import { passedTargets } from '../src/checks';

describe('the checks that nx runs', () => {
  it('pass only when their target ran and is not among the failed ones', () => {
    const output = [
      '> nx run contracts:generate',
      '> nx run cli:size  [existing outputs match the cache, left as is]',
      '\u001B[2m> nx run \u001B[22mtools:types-workspace',
      '  - a list in what a program said',
      'Failed tasks:',
      '',
      '- tools:types-workspace',
    ].join('\n');
    // docs:check waited for a target that failed, and never ran.
    expect(passedTargets(output)).toEqual(new Set(['contracts:generate', 'cli:size']));
  });
});
