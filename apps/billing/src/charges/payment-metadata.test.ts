import { mergedMetadata } from './payment-metadata';

const keys = (prefix: string, count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${String(index)}`, index])));

describe('metadata that a payment brings', () => {
  test.each([
    ['{"order":"42"}', undefined, '{"order":"42"}'],
    ['{"order":"42"}', '{"by":"test"}', '{"order":"42","by":"test"}'],
    ['{"order":"42","by":"shop"}', '{"by":"test"}', '{"order":"42","by":"test"}'],
    ['{}', '{"by":"test"}', '{"by":"test"}'],
    ['{"n":12345678901234567890}', '{"m":1e400}', '{"n":12345678901234567890,"m":1e400}'],
    ['{"deep":{"a":1}}', '{"deep":{"b":2}}', '{"deep":{"b":2}}'],
  ])('%s with %s is %s', (own, given, expected) => {
    expect(mergedMetadata(own, given)).toBe(expected);
  });

  test('keeps the limits of metadata in the sum', () => {
    expect(Object.keys(JSON.parse(mergedMetadata(keys('a', 25), keys('b', 25))) as object)).toHaveLength(50);
    expect(() => mergedMetadata(keys('a', 25), keys('b', 26))).toThrow('at most 50 keys together');
    const half = (name: string): string => JSON.stringify({ [name]: 'é'.repeat(5_000) });
    expect(() => mergedMetadata(half('a'), half('b'))).toThrow('at most 16 KiB together');
    expect(mergedMetadata(half('a'), half('a'))).toBe(half('a'));
  });
});
