import fc from 'fast-check';
import { encodeDynamic, encodeStatic, parseBrCode } from './br-code';
import { cents } from './money';

const manual = {
  static:
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
  dynamic:
    '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4',
  composite:
    '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix2552pix.example.com/rec/2353c790eefb11eaadc10242ac1200026304FB42',
  recurrenceOnly:
    '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9',
  chargeAndRecurrence:
    '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa35319489063047741',
  dueChargeAndRecurrence:
    '00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e75204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d06304A441',
  staticWithInfoAndAmount:
    '00020126510014br.gov.bcb.pix0115thalesog@me.com0210Pedido 123520400005303986540510.005802BR5914THALES OGLIARI6015SAO MIGUEL DO O62070503***63040DC6',
};
const fulano = { merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' };
const rec = 'pix.example.com/qr/v2/rec';

describe('encoding a BR Code', () => {
  test('gives the static example of the manual, character by character', () => {
    expect(encodeStatic({ ...fulano, key: '123e4567-e12b-12d1-a456-426655440000' })).toBe(manual.static);
  });

  test('gives the dynamic example of the manual, character by character', () => {
    const location = 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441';
    expect(encodeDynamic({ ...fulano, location })).toBe(manual.dynamic);
  });

  test('writes the amount with two decimals and the description inside template 26', () => {
    const code = { key: 'thalesog@me.com', description: 'Pedido 123', amountCents: cents(1000) };
    expect(
      encodeStatic({ ...code, merchantName: 'Tháles Ogliari'.toUpperCase(), merchantCity: 'SÃO MIGUEL DO OESTE' }),
    ).toBe(manual.staticWithInfoAndAmount);
  });

  test.each([
    [
      'Pão & Açúcar — Comércio de Alimentos Ltda',
      'São José do Rio Preto',
      'Pao & Acucar Comercio de',
      'Sao Jose do Rio',
    ],
    ['株式会社', '', 'RECEBEDOR', 'BRASIL'],
    ['  a   b  ', 'x'.repeat(40), 'a b', 'x'.repeat(15)],
    ['😀 Loja', '  ', 'Loja', 'BRASIL'],
  ])(
    'folds the merchant %j of %j to ASCII, cuts it and never leaves it empty',
    (merchantName, merchantCity, name, city) => {
      const parsed = parseBrCode(encodeDynamic({ merchantName, merchantCity, location: 'pix.example.com/a' }));
      expect([parsed.merchantName, parsed.merchantCity]).toEqual([name, city]);
    },
  );

  test.each([
    ['a random key', '123e4567-e12b-12d1-a456-426655440000', 37],
    ['a CPF', '12345678909', 37],
    ['the longest e-mail', `${'a'.repeat(65)}@example.com`, 0],
  ])('cuts the description to what %s leaves room for', (_name, key, room) => {
    const parsed = parseBrCode(encodeStatic({ ...fulano, key, description: 'é'.repeat(60) }));
    expect(parsed.description ?? '').toBe('e'.repeat(room));
  });

  test.each([
    ['a location with a scheme', () => encodeDynamic({ ...fulano, location: 'https://pix.example.com/a' })],
    ['an empty location', () => encodeDynamic({ ...fulano, location: '' })],
    ['a key of 78 characters', () => encodeStatic({ ...fulano, key: 'k'.repeat(78) })],
    ['an amount of zero', () => encodeStatic({ ...fulano, key: 'k', amountCents: cents(0) })],
    ['a txid with punctuation', () => encodeStatic({ ...fulano, key: 'k', txid: 'RP12345678-2019' })],
  ])('refuses %s', (_name, encode) => {
    expect(encode).toThrow(RangeError);
  });
});

describe('reading a BR Code', () => {
  const none = { key: undefined, location: undefined, recurrenceLocation: undefined };
  test.each([
    ['static', manual.static, { ...none, key: '123e4567-e12b-12d1-a456-426655440000' }],
    ['dynamic', manual.dynamic, { ...none, location: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441' }],
    [
      'composite',
      manual.composite,
      {
        ...none,
        location: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441',
        recurrenceLocation: 'pix.example.com/rec/2353c790eefb11eaadc10242ac120002',
      },
    ],
    [
      'recurrence only',
      manual.recurrenceOnly,
      { ...none, recurrenceLocation: `${rec}/2353c790eefb11eaadc10242ac120002` },
    ],
    [
      'charge and recurrence',
      manual.chargeAndRecurrence,
      {
        ...none,
        location: 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441',
        recurrenceLocation: `${rec}/94ed2badcbc04c15b0bb7fa353194890`,
      },
    ],
    [
      'due charge and recurrence',
      manual.dueChargeAndRecurrence,
      {
        ...none,
        location: 'pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7',
        recurrenceLocation: `${rec}/3ffa640fa4f14080adccb949fa2dc0d0`,
      },
    ],
  ])('takes the published %s code apart', (_name, payload, expected) => {
    const read = parseBrCode(payload);
    expect(read).toMatchObject({ ...expected, ...fulano, txid: undefined, amountCents: undefined });
  });

  test('gives the amount in centavos and the description of a static code', () => {
    expect(parseBrCode(manual.staticWithInfoAndAmount)).toMatchObject({ amountCents: 1000, description: 'Pedido 123' });
  });

  test.each([
    ['a check value copied from another code', manual.dynamic.slice(0, -4) + manual.static.slice(-4)],
    ['one changed character', manual.static.replace('Fulano', 'Fulana')],
    ['no check value', manual.static.slice(0, -8)],
    ['an empty text', ''],
    ['a length that runs past the end', '0002019965046304ABCD'],
  ])('refuses %s', (_name, payload) => {
    expect(() => parseBrCode(payload)).toThrow(/^Invalid BR Code: /);
  });

  test('any single changed character of a code is noticed', () => {
    const position = fc.integer({ min: 0, max: manual.dynamic.length - 1 });
    fc.assert(
      fc.property(position, fc.constantFrom('0', '7', 'x', 'Z', '*'), (at, character) => {
        fc.pre(manual.dynamic[at] !== character);
        const changed = manual.dynamic.slice(0, at) + character + manual.dynamic.slice(at + 1);
        expect(() => parseBrCode(changed)).toThrow(/^Invalid BR Code: /);
      }),
    );
  });
});

describe('what is encoded is read back', () => {
  const merchant = {
    merchantName: fc.string({ unit: 'grapheme', maxLength: 60 }),
    merchantCity: fc.string({ maxLength: 30 }),
  };
  const printable = fc.stringMatching(/^[a-z0-9@.+-]{1,77}$/);

  test('for any static code', () => {
    const amountCents = fc.option(fc.integer({ min: 1, max: 9_999_999_999 }).map(cents), { nil: undefined });
    const txid = fc.option(fc.stringMatching(/^[A-Za-z0-9]{1,25}$/), { nil: undefined });
    const description = fc.option(fc.string({ unit: 'grapheme', maxLength: 80 }), { nil: undefined });
    fc.assert(
      fc.property(fc.record({ ...merchant, key: printable, amountCents, txid, description }), (code) => {
        const payload = encodeStatic(code);
        const parsed = parseBrCode(payload);
        expect(payload).toMatch(/^[\x20-\x7e]+$/);
        expect(parsed).toMatchObject({
          key: code.key,
          amountCents: code.amountCents,
          txid: code.txid,
          location: undefined,
        });
        expect(parsed.merchantName.length).toBeLessThanOrEqual(25);
        expect(parsed.merchantCity.length).toBeLessThanOrEqual(15);
        expect((parsed.description ?? '').length).toBeLessThanOrEqual(37);
      }),
    );
  });

  test('for any dynamic code', () => {
    const location = fc.stringMatching(/^[a-z0-9/.]{1,77}$/);
    fc.assert(
      fc.property(fc.record({ ...merchant, location }), (code) => {
        expect(parseBrCode(encodeDynamic(code))).toMatchObject({
          location: code.location,
          key: undefined,
          txid: undefined,
        });
      }),
    );
  });
});
