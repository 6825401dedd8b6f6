import { shortened, widthOfText, wrapped } from './slip-text';

describe('the width of a text', () => {
  test('is that of its characters, not kerned', () => {
    expect(widthOfText('AV', 'regular', 1_000)).toBe(667 + 667);
    expect(widthOfText('AV', 'strong', 1_000)).toBe(722 + 667);
    expect(widthOfText('çã€', 'regular', 10)).toBeCloseTo(5 + 5.56 + 5.56, 9);
    expect(widthOfText('iW', 'code', 10)).toBe(12);
  });
});

describe('a text that is too long', () => {
  test('is cut at its width, with an ellipsis', () => {
    expect(shortened('iiii', 10, 'regular', 10)).toBe('iiii');
    expect(shortened('WWWW', 30, 'regular', 10)).toBe('WW…');
    expect(shortened('WW WW', 32, 'regular', 10)).toBe('WW…');
    expect(shortened('i'.repeat(5_000), 1e9, 'regular', 10)).toBe(`${'i'.repeat(200)}…`);
  });

  test('is broken between words, and anywhere where a word is longer than a line', () => {
    expect(wrapped('', 100, 3, 10)).toEqual([]);
    expect(wrapped('one line', 100, 3, 10)).toEqual(['one line']);
    expect(wrapped('one two three four', 45, 3, 10)).toEqual(['one two', 'three four']);
    expect(wrapped('WWWWW ab', 30, 3, 10)).toEqual(['WWW', 'WW a', 'b']);
  });

  test('ends with an ellipsis where the lines end', () => {
    expect(wrapped('one two three four five', 45, 2, 10)).toEqual(['one two', 'three fo…']);
    expect(wrapped('WW', 10, 1, 10)).toEqual(['…']);
  });
});
