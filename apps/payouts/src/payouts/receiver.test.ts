import { cents, encodeDynamic, encodeStatic } from '@pitanga/core';
import { holderKey, isSameTarget, parseReceiver } from './receiver';

const merchant = { merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' };
const amount = cents(1_000);

function staticCode(key: string, amountCents?: number): string {
  return encodeStatic({ ...merchant, key, ...(amountCents === undefined ? {} : { amountCents: cents(amountCents) }) });
}

describe('a receiver', () => {
  it('named by a key is paid by that key in the form of the DICT, and shown masked', () => {
    const receiver = parseReceiver('CPF', '529.982.247-25', amount);
    expect(receiver).toMatchObject({ pixKeyType: 'CPF', target: { type: 'CPF', key: '52998224725' } });
    expect(receiver.maskedPixKey).not.toContain('52998224725');
  });

  test.each([
    ['EMAIL', 'ana@example.com'],
    ['PHONE', '+5511987654321'],
    ['RANDOM', '123e4567-e12b-42d1-a456-426655440000'],
    ['CNPJ', '11222333000181'],
    ['CPF', '52998224725'],
  ])('named by a BR Code is paid by the %s key in it', (type, key) => {
    expect(parseReceiver('BR_CODE', staticCode(key), amount)).toMatchObject({
      pixKeyType: 'BR_CODE',
      target: { type, key },
    });
  });

  it('named by a BR Code of one charge is paid by the code', () => {
    const code = encodeDynamic({ ...merchant, location: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441' });
    expect(parseReceiver('BR_CODE', code, amount).target).toEqual({ type: 'BR_CODE', key: code });
  });

  it('is refused when the amount of its BR Code is another', () => {
    expect(parseReceiver('BR_CODE', staticCode('ana@example.com', 1_000), amount).target.type).toBe('EMAIL');
    expect(() => parseReceiver('BR_CODE', staticCode('ana@example.com', 1_001), amount)).toThrow(
      "Property 'amount' should be the amount of the BR Code (R$ 10,01), not R$ 10,00",
    );
  });
});

test('the key of a holder is the tax id', () => {
  expect(holderKey('52998224725')).toEqual({ type: 'CPF', key: '52998224725' });
  expect(holderKey('11222333000181')).toEqual({ type: 'CNPJ', key: '11222333000181' });
});

test('targets are the same only with equal type and key', () => {
  const target = holderKey('52998224725');
  expect(isSameTarget(target, { ...target })).toBe(true);
  expect(isSameTarget(target, { ...target, key: '39053344705' })).toBe(false);
  expect(isSameTarget(target, { ...target, type: 'RANDOM' })).toBe(false);
});
