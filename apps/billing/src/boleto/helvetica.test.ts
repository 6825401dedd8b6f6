import PDFDocument from 'pdfkit';
import { shortened, widthOfText, wrapped } from './helvetica';

/** All that a slip can print, but Ÿ, which pdfkit measures as ÿ. */
const printable = [
  ...Array.from({ length: 0xff - 0x1f }, (_, index) => String.fromCharCode(0x20 + index)).filter(
    (character) => !/[\x7f-\xa0\xad]/.test(character),
  ),
  ...Array.from('€ƒŒœŠšŽž–—‘’‚“”„†‡•…‰‹›ˆ˜™'),
];

describe('the widths of Helvetica', () => {
  test.each([
    ['regular', 'Helvetica'],
    ['strong', 'Helvetica-Bold'],
  ] as const)('are those of pdfkit: %s', (face, font) => {
    const page = new PDFDocument().font(font).fontSize(1_000);
    const measured = printable.map((character) => [character, page.widthOfString(character)]);
    expect(printable.map((character) => [character, widthOfText(character, face, 1_000)])).toEqual(measured);
    expect(widthOfText('Ÿ', face, 10)).toBe(widthOfText('Y', face, 10));
  });
});

describe('a text that is too long', () => {
  test('is cut at its width, with an ellipsis', () => {
    expect(shortened('iiii', 10, 'regular', 10)).toBe('iiii');
    expect(shortened('WWWW', 30, 'regular', 10)).toBe('WW…');
    expect(shortened('WW WW', 32, 'regular', 10)).toBe('WW…');
    expect(shortened('i'.repeat(5_000), 1e9, 'regular', 10)).toBe(`${'i'.repeat(200)}…`);
  });

  test('is broken between words, and within a word that is longer than a line', () => {
    expect(wrapped('', 100, 3, 10)).toEqual([]);
    expect(wrapped('one line', 100, 3, 10)).toEqual(['one line']);
    expect(wrapped('one two three four', 45, 3, 10)).toEqual(['one two', 'three four']);
    expect(wrapped('WWWWW ab', 30, 3, 10)).toEqual(['WWW', 'WW', 'ab']);
  });

  test('ends with an ellipsis where the lines end', () => {
    expect(wrapped('one two three four five', 45, 2, 10)).toEqual(['one two', 'three fo…']);
    expect(wrapped('W', 1, 3, 10)).toEqual(['W']);
  });
});
