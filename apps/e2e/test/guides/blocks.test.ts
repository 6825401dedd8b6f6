import { blocksOf, essenceOf, exportsOf } from './blocks';
import { differenceOf } from './resemblance';

const fence = '```';
const block = (info: string, code = 'true'): string => `${fence}${info}\n${code}\n${fence}\n\n`;

describe('the blocks of a guide', () => {
  it('are what a follower does, in order, with their lines', () => {
    const page =
      '---\ntitle: Pix\n---\n\n' +
      block('sh setup', 'export A=1') +
      block('ts title="server.ts"') +
      block('sh background wait=http://127.0.0.1:4000') +
      block('sh') +
      block('json', '{}') +
      block('json', '{"shown": "only"}') +
      block('text') +
      block('sh no-run="it needs a bank"');
    expect(blocksOf(page).map(({ code: _, ...it }) => it)).toEqual([
      { line: 6, kind: 'setup' },
      { line: 10, kind: 'file', title: 'server.ts' },
      { line: 14, kind: 'background', wait: 'http://127.0.0.1:4000' },
      { line: 18, kind: 'run' },
      { line: 22, kind: 'output' },
      { line: 34, kind: 'skipped', why: 'it needs a bank' },
    ]);
  });

  it('are refused without a reason, and where a setup does more than export', () => {
    expect(() => blocksOf(block('sh no-run'))).toThrow('no-run needs a reason');
    const [setup] = blocksOf(block('sh setup', 'export A="http://a" # yours\n# more\nexport B=$(date)'));
    expect(exportsOf(setup as never)).toEqual(
      new Map([
        ['A', 'http://a'],
        ['B', '$(date)'],
      ]),
    );
    const [other] = blocksOf(block('sh setup', 'curl x'));
    expect(() => exportsOf(other as never)).toThrow('"curl x"');
  });

  it('are the same in two languages but for comments and sentences', () => {
    const essence = (code: string) => blocksOf(block('sh', code)).map(essenceOf);
    expect(essence(`a --json '{"a": "Um livro"}' # um`)).toEqual(essence(`# one\na --json '{"a": "A book"}'`));
    expect(essence(`a --json '{"a": 1}'`)).not.toEqual(essence(`a --json '{"a": 2}'`));
    expect(essence(`curl http://a/b`)).not.toEqual(essence(`curl http://a/c`));
  });
});

describe('an answer', () => {
  it('has at least what the page shows', () => {
    const answered = { id: 'pix_char_1', data: { list: [{ a: 1, b: 2 }, {}], none: null }, at: '2026-01-01T12:00Z' };
    expect(differenceOf({ id: 'pix_char_…', data: { list: [{ a: 1 }], none: null } }, answered)).toBeUndefined();
    expect(differenceOf({ at: '2026-…T…Z' }, answered)).toBeUndefined();
  });

  it.each([
    [{ id: 'char_…' }, '/id is "pix_char_1", and the page shows "char_…"'],
    [{ id: '…1…1' }, '/id is'],
    [{ data: { none: false } }, '/data/none is null'],
    [{ data: { list: [{ a: 1 }, { a: 1 }] } }, '/data/list/1/a is undefined'],
    [{ data: [] }, '/data is'],
    [{ more: '…' }, '/more is undefined'],
  ])('that lacks or changes it is told: %j', (shown, told) => {
    const answered = { id: 'pix_char_1', data: { list: [{ a: 1 }, {}], none: null } };
    expect(differenceOf(shown, answered)).toContain(told);
  });
});
