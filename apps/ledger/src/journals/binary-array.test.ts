import { binaryArray } from './binary-array';

describe('a binary array', () => {
  it('has the layout that PostgreSQL reads', () => {
    const expected = [
      ...[0, 0, 0, 1], // one dimension
      ...[0, 0, 0, 1], // with nulls
      ...[0, 0, 0, 25], // of text
      ...[0, 0, 0, 3, 0, 0, 0, 1], // three elements from 1
      ...[0, 0, 0, 2, 0xc3, 0xa3],
      ...[0xff, 0xff, 0xff, 0xff],
      ...[0, 0, 0, 0],
    ];
    expect([...binaryArray('text', ['ã', null, ''])]).toEqual(expected);
    expect([...binaryArray('int', [])]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 23]);
  });

  it.each([
    ['smallint', 32_768],
    ['int', 2 ** 31],
    ['bigint', 1.5],
    ['bigint', 2 ** 53],
    ['timestamptz', Number.NaN],
  ] as const)('refuses a %s of %d instead of wrapping it', (type, cell) => {
    expect(() => binaryArray(type, [cell])).toThrow(RangeError);
  });
});
