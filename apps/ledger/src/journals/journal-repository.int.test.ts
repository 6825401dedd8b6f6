import { startBeforeAll } from '@pitanga/testing';
import { startLedger } from '../../test/ledger-harness';
import { binaryArray } from './binary-array';

const ledger = startBeforeAll(startLedger);

describe('arrays in the binary format', () => {
  it.each([
    ['text', ['', 'a"b\\c{,}', null, 'São Paulo 🌱', 'null'], ['', 'a"b\\c{,}', null, 'São Paulo 🌱', 'null']],
    ['boolean', [true, false, null], [true, false, null]],
    ['smallint', [-1, 32_767], [-1, 32_767]],
    ['int', [-2, 2_147_483_647], [-2, 2_147_483_647]],
    ['bigint', [-9_007_199_254_740_991, 0, null], [-9_007_199_254_740_991, 0, null]],
    ['jsonb', ['{"a": [1, "ã"]}', null], [{ a: [1, 'ã'] }, null]],
    ['json', ['{"b": 1, "a": 2}'], ['{"b": 1, "a": 2}']],
    ['timestamptz', [Date.UTC(1969, 6, 20, 20, 17), Date.UTC(2026, 10, 20)], undefined],
    ['text', [], []],
  ] as const)('arrive as they were: %s %j', async (type, elements, expected) => {
    const { rows } = await ledger.db.raw<{ rows: { element: unknown }[] }>(
      `select element from unnest(?::${type}[]) with ordinality as a(element, place) order by place`,
      [binaryArray(type, elements)],
    );
    const arrived = rows.map(({ element }) => element);
    expect(arrived).toEqual(expected ?? elements.map((ms) => new Date(ms)));
  });
});
