import fc from 'fast-check';
import { csvLine, type CsvCell } from './csv';

/** The cells as programs read them that do not insist on RFC 4180: after the end of a quoted part the rest is taken as it stands. */
function readLeniently(text: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) {
        cell += text[at] ?? '';
        at += text[at] === '"' ? 2 : 1;
      }
      at += 1;
    }
    while (at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? '')) cell += text[at++] ?? '';
    cells.push(cell);
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return cells;
}

const isFormula = (cell: string): boolean => /^[\s\p{C}]*[=+\-@＝＋－＠]/u.test(cell) && !/^-?\d+(,\d\d)?$/.test(cell);

/** Texts of what matters to readers of CSV. */
const texts = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', '＝', '"', "'", ',', ';', '\t', '\r', '\n', ' ', '\u200b', 'A', '1'),
  maxLength: 12,
});

describe('a line of CSV', () => {
  it('quotes every text, and leaves figures and nothing as they are', () => {
    const cells: CsvCell[] = [
      'a',
      '',
      'diz "oi"',
      'duas\nlinhas',
      7,
      -80,
      { centavos: -123_456 },
      { centavos: 5 },
      null,
    ];
    expect(csvLine(cells, ';')).toBe('"a";"";"diz ""oi""";"duas\nlinhas";7;-80;-1234,56;0,05;\r\n');
    expect(csvLine(['a', 7, { centavos: 5 }, null], ',')).toBe('"a",7,"0,05",\r\n');
  });

  it.each([
    ['=cmd|’ /C calc’!A0', "'=cmd|’ /C calc’!A0"],
    ['+5511', "'+5511"],
    ['-2+3', "'-2+3"],
    ['-12,50', "'-12,50"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1+1', "' =1+1"],
    ['\t=1+1', "\t'=1+1"],
    ['＝1+1', "'＝1+1"],
    ['"=1+1', '\'""=1+1'],
    ["Ana;=cmd|' /C calc'!A0;Silva", "Ana;'=cmd|' /C calc'!A0;Silva"],
    ['Ana,+1,Silva', "Ana,'+1,Silva"],
    ['Ana; "=1', 'Ana;\' ""=1'],
    ['Ana\t@x\r=1\n-1\r\n=2', "Ana\t'@x\r'=1\n'-1\r\n'=2"],
    ['Rua A, 2 - fundos', 'Rua A, 2 - fundos'],
    ['a=b', 'a=b'],
  ])('writes %j for the text that it is', (text, cell) => {
    expect(csvLine([text], ',')).toBe(`"${cell}"\r\n`);
  });

  it('has no formula for a reader of either separator or of tabs', () => {
    const rows = fc.array(fc.tuple(texts, fc.integer(), texts, texts), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(',' as const, ';' as const),
        fc.constantFrom(',', ';', '\t'),
        (all, ours, theirs) => {
          const file = all.map((cells) => csvLine(cells, ours)).join('');
          expect(readLeniently(file, theirs).filter(isFormula)).toEqual([]);
        },
      ),
    );
  });

  it('is read back as it was written, without its apostrophes, by a reader of its separator', () => {
    fc.assert(
      fc.property(
        fc.array(texts, { minLength: 1 }),
        fc.constantFrom(',' as const, ';' as const),
        (cells, separator) => {
          const read = readLeniently(csvLine(cells, separator), separator);
          expect(read.map((cell) => cell.replaceAll("'", ''))).toEqual(cells.map((cell) => cell.replaceAll("'", '')));
        },
      ),
    );
  });
});
