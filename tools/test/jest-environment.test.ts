import { compileFunction, createContext } from 'node:vm';

describe('code that test files share', () => {
  const filename = '/somewhere/counter.js';
  const code = 'count = (globalThis.count ?? 0) + 1; return [step, count, new Error("at").stack.split("\\n")[1]];';
  const run = (text: string, context = createContext()) =>
    (compileFunction(text, ['step'], { filename, parsingContext: context }) as (step: number) => unknown[])(7);

  test('runs anew in the context of each, with nothing left of the other', () => {
    expect(run(code).slice(0, 2)).toEqual([7, 1]);
    expect(run(code).slice(0, 2)).toEqual([7, 1]);
  });

  test('is compiled again when a file has other code', () => {
    run(code);
    expect(run('return [step + 1];')).toEqual([8]);
  });

  test('has the positions of its file in stacks', () => {
    const column = code.indexOf('new Error') + 1;
    expect(run(code)[2]).toContain(`${filename}:1:${String(column)}`);
  });
});
