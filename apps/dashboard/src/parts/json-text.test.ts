import { shortened, parseJson } from './json-text';

describe('JSON on a page', () => {
  it('folds long texts only, between characters', () => {
    expect(shortened('a'.repeat(120))).toHaveLength(120);
    expect(shortened('a'.repeat(121))).toBe('a'.repeat(80));
    expect(shortened(`${'a'.repeat(79)}😀${'b'.repeat(60)}`)).toBe('a'.repeat(79));
  });

  it('reads JSON, also null, and leaves other text alone', () => {
    expect(parseJson('{"a":1}')).toEqual({ value: { a: 1 } });
    expect(parseJson('null')).toEqual({ value: null });
    expect(parseJson('<html>busy')).toBeUndefined();
    expect(parseJson('')).toBeUndefined();
  });
});
