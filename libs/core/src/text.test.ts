import { printable } from './text';

describe('text in the characters of the PDF fonts', () => {
  test.each([
    ['São João & Cia – “Ltda”…', 'São João & Cia – “Ltda”…'],
    ['Sa\u0303o', 'São'],
    ['Łukasz Ő. ﬁm', '?ukasz O. fim'],
    ['株式 😀', '?? ?'],
    [' a\t\u0000b\nc ', 'a b c'],
  ])('%j is %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});
