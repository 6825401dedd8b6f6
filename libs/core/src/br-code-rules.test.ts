import { encodeDynamic, encodeStatic, parseStrictBrCode } from './br-code';
import { normalizePixKey } from './pix-key';

type Fields = readonly (readonly [id: string, value: string])[];

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;
const template = (fields: Fields): string => fields.map(([id, value]) => field(id, value)).join('');
const gui = ['00', 'br.gov.bcb.pix'] as const;
const account = (id: string, value: string): string => template([gui, [id, value]]);

const good: Fields = [
  ['00', '01'],
  ['26', account('01', 'ana@example.com')],
  ['52', '0000'],
  ['53', '986'],
  ['54', '10.00'],
  ['58', 'BR'],
  ['59', 'Ana'],
  ['60', 'Recife'],
  ['62', field('05', 'PEDIDO42')],
];

/** CRC-16/CCITT-FALSE, written anew: a check value that the code under test makes would prove little. */
function sealed(fields: Fields): string {
  const body = `${template(fields)}6304`;
  let crc = 0xffff;
  for (const byte of Buffer.from(body)) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const carry = ((crc >> 15) & 1) ^ ((byte >> bit) & 1);
      crc = ((crc << 1) & 0xffff) ^ (carry === 1 ? 0x1021 : 0);
    }
  }
  return body + crc.toString(16).toUpperCase().padStart(4, '0');
}

const having = (id: string, value: string): Fields => good.map((one) => (one[0] === id ? [id, value] : one));
const without = (id: string): Fields => good.filter(([one]) => one !== id);
const at = (location: string): Fields => having('26', account('25', location));

describe('a BR Code that money goes out to', () => {
  test.each<[string, Fields]>([
    ['as its sender made it', good],
    [
      'with a name of 25 and a city of 15',
      having('59', 'n'.repeat(25)).map(([i, v]) => [i, i === '60' ? 'c'.repeat(15) : v]),
    ],
    ['with a txid of 25', having('62', field('05', 'a'.repeat(25)))],
    ['without a txid of its own', having('62', field('05', '***'))],
    ['with a location', at('pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441')],
    ['with a postal code', [...good.slice(0, 8), ['61', '50030230'], ...good.slice(8)]],
    [
      'with another scheme beside Pix',
      [...good.slice(0, 1), ['27', template([['00', 'br.com.other']])], ...good.slice(1)],
    ],
    ['with accents, counted as characters', having('59', 'ã'.repeat(25))],
  ])('is taken %s', (_name, fields) => {
    expect(normalizePixKey('BR_CODE', sealed(fields))).toBe(sealed(fields));
  });

  test.each<[string, Fields, string]>([
    ['a location with a scheme', at('https://pix.example.com/a'), 'its location has a scheme'],
    ['a location with a space', at('pix.example.com/a b'), 'its location has a space'],
    ['a location that is no address', at('8b3da2f39a4140d1a91abd93113bd441'), 'its location is not a host and a path'],
    ['a location of 78', at(`pix.example.com/${'a'.repeat(62)}`), 'its fields are malformed'],
    ['a txid of 26', having('62', field('05', 'a'.repeat(26))), 'its txid is not 1 to 25 letters and digits'],
    [
      'a txid with a hyphen',
      having('62', field('05', 'RP12345678-2019')),
      'its txid is not 1 to 25 letters and digits',
    ],
    ['an empty txid', having('62', field('05', '')), 'its txid is not 1 to 25 letters and digits'],
    ['no txid', having('62', field('07', 'x')), 'its txid is missing'],
    ['no reference template', without('62'), 'field 62 is missing'],
    ['a name of 26', having('59', 'n'.repeat(26)), 'its merchant name has more than 25 characters'],
    ['no name', without('59'), 'field 59 is missing'],
    ['an empty name', having('59', ''), 'field 59 is missing'],
    ['a city of 16', having('60', 'c'.repeat(16)), 'its merchant city has more than 15 characters'],
    ['no city', without('60'), 'field 60 is missing'],
    ['another country', having('58', 'AR'), 'its country is not BR'],
    ['no country', without('58'), 'its country is not BR'],
    ['an e-mail key in capitals', having('26', account('01', 'ANA@example.com')), 'its e-mail key has capital letters'],
    ['a key of no kind', having('26', account('01', '12345678900')), 'its key is not a Pix key'],
    ['a phone key without its country', having('26', account('01', '11987654321')), 'its key is not a Pix key'],
    ['neither key nor location', having('26', template([gui])), 'it has neither a key nor a location'],
    [
      'both',
      having('26', template([gui, ['01', 'a@b.co'], ['25', 'pix.example.com/a']])),
      'it has both a key and a location',
    ],
    ['a field twice', [...good, ['58', 'BR']], 'field 58 appears twice'],
    ['a key twice', having('26', template([gui, ['01', 'a@b.co'], ['01', 'c@d.co']])), 'field 01 appears twice'],
    [
      'two Pix accounts',
      [...good.slice(0, 2), ['27', account('01', 'eva@example.com')], ...good.slice(2)],
      'it has two Pix accounts',
    ],
    ['no merchant category', without('52'), 'its merchant category is not four digits'],
    ['another currency', having('53', '840'), 'its currency is not BRL'],
    ['an amount with three decimals', having('54', '10.000'), 'its amount is not a number'],
    ['an amount of zero', having('54', '0.00'), 'its amount is zero'],
    [
      'another point of initiation',
      [...good.slice(0, 1), ['01', '13'], ...good.slice(1)],
      'its point of initiation is neither 11 nor 12',
    ],
    [
      'a first field other than the format',
      [...good.slice(1, 2), ['00', '01'], ...good.slice(2)],
      'field 00 is not its first',
    ],
    ['a check value in its middle', [...good, ['63', 'ABCD']], 'field 63 is not its last'],
    ['a length that runs past its end', [...good.slice(0, -1), ['62', '0510abc']], 'its fields are malformed'],
  ])('is refused for %s, with the reason', (_name, fields, why) => {
    expect(() => normalizePixKey('BR_CODE', sealed(fields))).toThrow(
      new Error(`Invalid Pix key: not a BR Code, ${why}`),
    );
  });

  test('is refused for a check value that is not its own', () => {
    expect(() => parseStrictBrCode(`${sealed(good).slice(0, -4)}1D3D`)).toThrow('its check value is wrong');
  });

  test('is every code that we make', () => {
    const merchant = { merchantName: 'Loja da Ana', merchantCity: 'Recife' };
    for (const code of [
      encodeStatic({ ...merchant, key: 'ana@example.com', txid: 'a'.repeat(25) }),
      encodeDynamic({ ...merchant, location: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441' }),
    ]) {
      expect(normalizePixKey('BR_CODE', code)).toBe(code);
    }
  });
});
