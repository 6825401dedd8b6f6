import fc from 'fast-check';
import {
  digitableLine,
  dueDateOfFactor,
  dueFactor,
  encodeBarCode,
  formatDigitableLine,
  parseBarCode,
  parseDigitableLine,
  simulatedBank,
} from './boleto';
import { isAppError } from './errors';
import { cents } from './money';
import { addDays } from './time';

/** Published pairs of bar code, line, factor and centavos. */
const pairs: readonly (readonly [string, string, number, number])[] = [
  ['00191169500003327000000003453481000000039317', '00190000090345348100800000393173116950000332700', 1695, 332_700],
  ['10493100100001234561234567890123456789012345', '10491234566789012345767890123457310010000123456', 1001, 123_456],
  ['00193377000000135000000001238798900770016818', '00190000090123879890207700168185337700000013500', 3770, 13_500],
  ['03393545000000054009189977500000900027250102', '03399189977750000090400272501024354500000005400', 5450, 5_400],
  ['03393893200000174709006562200000000023720101', '03399006566220000000800237201017389320000017470', 8932, 17_470],
  ['10499898100000214032006561000100040099726390', '10492006506100010004200997263900989810000021403', 8981, 21_403],
  ['23795422300002952951172060007589645204030050', '23791172096000758964552040300502542230000295295', 4223, 295_295],
  ['34194252500000135001680025828120810536789000', '34191680042582812081305367890000425250000013500', 2525, 13_500],
  ['34195844100000020005000001233203186422147000', '34195000080123320318964221470004584410000002000', 8441, 2_000],
  ['42291674900005543057115000062767295015300452', '42297115040006276729850153004523167490000554305', 6749, 554_305],
  ['75691953600000100001111101012312300000016001', '75691111100101231230000000160010195360000010000', 9536, 10_000],
  ['99996164200000123450000000000000000000000001', '99990000040000000000000000000018616420000012345', 1642, 12_345],
];
const lines = pairs.map(([, line]) => line);
/** A general check digit of 1 stands for three remainders, so only the others notice every slip outside the fields. */
const generalIsOne = (line: string) => line[32] === '1';

function reasonOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (isAppError(error)) return error.reason;
    throw error;
  }
  return 'accepted';
}

describe('published boletos', () => {
  test.each(pairs)('the bar code %s has the line %s', (barCode, line, factor, amountCents) => {
    expect(digitableLine(barCode)).toBe(line);
    const expected = { barCode, bank: barCode.slice(0, 3), factor, amountCents, freeField: barCode.slice(19) };
    expect(parseDigitableLine(line)).toEqual(expected);
    expect(parseDigitableLine(formatDigitableLine(line))).toEqual(expected);
    expect(parseBarCode(barCode)).toEqual(expected);
  });

  test.each(pairs)('the bar code %s is encoded from what it says', (barCode, _line, factor) => {
    const { bank, amountCents, freeField } = parseBarCode(barCode);
    // Factors above 9000 were last due before 2025, the others will be.
    const dueDate = dueDateOfFactor(factor, '2026-11-21') ?? dueDateOfFactor(factor, '2020-01-01');
    expect(encodeBarCode({ bank, dueDate, amountCents, freeField })).toBe(barCode);
  });

  test('the simulated bank is the one of the derived pair', () => {
    const freeField = '0000000000000000000000001';
    const code = { bank: simulatedBank, dueDate: '2026-11-26', amountCents: cents(12_345), freeField };
    expect(encodeBarCode(code)).toBe(pairs.at(-1)?.[0]);
  });

  test('a line is printed in five groups', () => {
    expect(formatDigitableLine(lines[0] ?? '')).toBe('00190.00009 03453.481008 00000.393173 1 16950000332700');
  });
});

describe('a mistyped line', () => {
  test.each(lines)('%s is refused with any digit of its fields changed', (line) => {
    for (const flipped of flips(line, 0, 32))
      expect(reasonOf(() => parseDigitableLine(flipped))).toBe('INVALID_BOLETO');
  });

  test.each(lines.filter((line) => !generalIsOne(line)))('%s is refused with any digit changed', (line) => {
    for (const flipped of flips(line, 0, 47))
      expect(reasonOf(() => parseDigitableLine(flipped))).toBe('INVALID_BOLETO');
  });

  test.each(lines)('%s is refused with any other general check digit', (line) => {
    for (const flipped of flips(line, 32, 33)) {
      expect(reasonOf(() => parseDigitableLine(flipped))).toBe('INVALID_BOLETO');
    }
  });

  test.each([
    ['a digit short', lines[0]?.slice(1) ?? ''],
    ['a digit long', `${lines[0] ?? ''}0`],
    ['with letters', `${lines[0]?.slice(0, -1) ?? ''}x`],
    ['empty', ''],
    ['of a utility bill', '846700000017435900240209024050002435842210108119'],
  ])('%s is refused', (_name, line) => {
    expect(() => parseDigitableLine(line)).toThrow('Invalid boleto: a digitable line has 47 digits');
  });

  test.each([
    ['of a utility bill', `8${'0'.repeat(43)}`],
    ['in another currency', (pairs[0]?.[0] ?? '').replace(/^0019/, '0018')],
    ['of 43 digits', '1'.repeat(43)],
    ['with a changed amount', (pairs[2]?.[0] ?? '').replace('13500', '13501')],
  ])('a bar code %s is refused', (_name, barCode) => {
    expect(reasonOf(() => parseBarCode(barCode))).toBe('INVALID_BOLETO');
  });
});

describe('the due factor', () => {
  test.each([
    ['2000-07-03', 1000],
    ['2002-05-01', 1667],
    ['2010-11-17', 4789],
    ['2016-12-25', 7019],
    ['2022-03-22', 8932],
    ['2022-05-10', 8981],
    ['2025-02-21', 9999],
    ['2025-02-22', 1000],
    ['2025-02-23', 1001],
    ['2026-10-09', 1594],
    ['2026-11-21', 1637],
    ['2027-01-18', 1695],
    ['2049-10-13', 9999],
    ['2049-10-14', 1000],
  ])('of %s is %i, and is read back near that day', (day, factor) => {
    expect(dueFactor(day)).toBe(factor);
    expect(dueDateOfFactor(factor, day)).toBe(day);
  });

  test.each(['2000-07-02', '1997-10-07', '2026-02-30', 'soon'])('does not exist for %s', (day) => {
    expect(() => dueFactor(day)).toThrow(RangeError);
  });

  test('is read as the date from 3000 days before to 5500 after', () => {
    const factor = dueFactor('2026-11-26');
    expect(dueDateOfFactor(factor, addDays('2026-11-26', 3000))).toBe('2026-11-26');
    expect(dueDateOfFactor(factor, addDays('2026-11-26', 3001))).toBeUndefined();
    expect(dueDateOfFactor(factor, addDays('2026-11-26', -5500))).toBe('2026-11-26');
    expect(dueDateOfFactor(factor, addDays('2026-11-26', -5501))).toBeUndefined();
    fc.assert(
      fc.property(fc.integer({ min: 4000, max: 20_000 }), fc.integer({ min: -3000, max: 5500 }), (days, ahead) => {
        const reference = addDays('1997-10-07', days);
        const due = addDays(reference, ahead);
        expect(dueDateOfFactor(dueFactor(due), reference)).toBe(due);
      }),
    );
  });

  test.each([0, 999, 10_000, 1000.5])('%d means no date', (factor) => {
    expect(dueDateOfFactor(factor, '2026-11-21')).toBeUndefined();
  });

  test('refuses a reference that is no day', () => {
    expect(() => dueDateOfFactor(1000, 'today')).toThrow(RangeError);
  });
});

describe('what is encoded is read back', () => {
  const code = fc.record({
    bank: fc.stringMatching(/^\d{3}$/),
    dueDate: fc.option(
      fc.integer({ min: 0, max: 5500 }).map((days) => addDays('2026-11-21', days)),
      { nil: undefined },
    ),
    amountCents: fc.integer({ min: 0, max: 9_999_999_999 }).map(cents),
    freeField: fc.stringMatching(/^\d{25}$/),
  });

  test('for any boleto, through bar code and line', () => {
    fc.assert(
      fc.property(code, (boleto) => {
        const barCode = encodeBarCode(boleto);
        const line = digitableLine(barCode);
        const { bank, amountCents, freeField } = boleto;
        expect(barCode).toMatch(/^\d{44}$/);
        expect(line).toMatch(/^\d{47}$/);
        const read = parseDigitableLine(` ${formatDigitableLine(line)}\n`);
        expect(read).toEqual(parseBarCode(barCode));
        expect(read).toMatchObject({ bank, amountCents, freeField });
        expect(dueDateOfFactor(read.factor, '2026-11-21')).toBe(boleto.dueDate);
      }),
    );
  });

  test.each([
    ['a bank of two digits', { bank: '99' }],
    ['an amount below zero', { amountCents: -1 }],
    ['an amount of eleven digits', { amountCents: 10_000_000_000 }],
    ['half a centavo', { amountCents: 0.5 }],
    ['a free field of 24 digits', { freeField: '0'.repeat(24) }],
    ['a due date before factors began', { dueDate: '1999-01-01' }],
  ])('but %s is not encoded', (_name, wrong) => {
    const base = { bank: '999', dueDate: '2026-11-26', amountCents: cents(1), freeField: '0'.repeat(25) };
    expect(() => encodeBarCode({ ...base, ...wrong } as typeof base)).toThrow(RangeError);
  });

  test('and a line is made of 44 digits only', () => {
    expect(() => digitableLine('123')).toThrow(RangeError);
  });
});

/** Every line that differs from this one in a single digit at a position `from` or later, before `to`. */
function flips(line: string, from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, offset) => from + offset).flatMap((position) =>
    Array.from('0123456789')
      .filter((digit) => digit !== line[position])
      .map((digit) => line.slice(0, position) + digit + line.slice(position + 1)),
  );
}
