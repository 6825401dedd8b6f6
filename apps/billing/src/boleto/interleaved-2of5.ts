/** Wide (1) and narrow (0) elements of each digit, two of five wide. */
const patterns = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'] as const;
/** A wide element is three narrow ones wide: FEBRABAN allows 2 to 3, and 3 reads best. */
const wideModules = 3;
/** Four narrow elements open the code; a wide bar, a narrow space and a narrow bar close it. */
const start = '0000';
const stop = '100';

/** Width of the bar code of a boleto, in modules (the width of its narrowest bar). */
export const barCodeModules = 405;

export interface Bar {
  /** Left edge, in modules from the start of the code. */
  readonly x: number;
  /** In modules. */
  readonly width: number;
}

/** The black bars of 44 digits in Interleaved 2 of 5, from left to right, without the quiet zones. */
export function bars(digits: string): readonly Bar[] {
  if (!/^\d{44}$/.test(digits)) throw new RangeError('a bar code is 44 digits');
  const black: Bar[] = [];
  let x = 0;
  // Bars and spaces alternate from the first element on.
  Array.from(start + toPairs(digits) + stop).forEach((element, index) => {
    const width = element === '1' ? wideModules : 1;
    if (index % 2 === 0) black.push({ x, width });
    x += width;
  });
  return black;
}

/** The bars encode the first digit of each pair, and the spaces between them the second. */
function toPairs(digits: string): string {
  return digits.replace(/(\d)(\d)/g, (_pair, first: string, second: string) =>
    Array.from(patterns[Number(first)] ?? '', (bar, index) => bar + (patterns[Number(second)]?.[index] ?? '')).join(''),
  );
}
