import { hasLongNumber, parseExactly } from './exact-json';

const again = (text: string): string => JSON.stringify(parseExactly(text));

describe('exact JSON', () => {
  it.each([
    '9007199254740993',
    '-12345678901234567890',
    '0.12345678901234567',
    '3.141592653589793238462643',
    '1e400',
    '-1.5E-999',
    '1'.repeat(500),
  ])('gives the number %s back as it was written', (number) => {
    expect(again(`{"a":${number},"b":[ ${number},1]}`)).toBe(`{"a":${number},"b":[${number},1]}`);
  });

  it.each([
    ['1.50', 1.5],
    ['1e3', 1000],
    ['-0', -0],
    ['0.00000000000000000', 0],
    ['9007199254740992', 9007199254740992],
    ['1000000000000000000000', 1e21],
    ['0.1000000000000000', 0.1],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    ['5e-324', 5e-324],
  ])('reads %s, which a double holds, as a number', (text, value) => {
    expect(parseExactly(`[${text}]`)).toEqual([value]);
  });

  it('reads everything else as JSON.parse does', () => {
    const text = '{"a":"12345678901234567890","b":null,"c":[true,{"d":"1e5"}],"e":", 12345678901234567890"}';
    expect(parseExactly(text)).toEqual(JSON.parse(text));
    expect(() => parseExactly('{"a":')).toThrow(SyntaxError);
  });

  it('does not read numbers twice where there is none that is long', () => {
    expect(hasLongNumber('{"number":"4242424242424242","amount":9999999999,"at":"2026-11-22T15:00:00.000Z"}')).toBe(
      false,
    );
    for (const text of ['{"a":12345678901234567}', '[-1.234567890123456]', '{"a": 1e5}']) {
      expect(hasLongNumber(text)).toBe(true);
    }
  });
});
