import { cents, encodeStatic } from '@pitanga/core';
import { isPixKey, maskPixKey, readBrCode } from './pix-key';

const code = encodeStatic({
  merchantName: 'Ana',
  merchantCity: 'Recife',
  key: 'ana@example.com',
  amountCents: cents(1_050),
});

test('a copied Pix code says who is paid, and how much', () => {
  expect(readBrCode(` ${code}\n`)).toEqual({ name: 'Ana', city: 'Recife', amount: 1_050 });
  expect(readBrCode(code.replace(/(.{40})/g, '$1\n'))).toMatchObject({ amount: 1_050 });
  const open = encodeStatic({ merchantName: 'Ana', merchantCity: 'Recife', key: 'ana@example.com' });
  expect(readBrCode(open)).toMatchObject({ amount: undefined });
});

test('a cut-off code and other texts are no Pix code', () => {
  for (const text of ['', 'ana@example.com', code.slice(0, -2), code.slice(0, -8), '000201']) {
    expect(readBrCode(text)).toBeUndefined();
  }
});

test.each([
  ['CPF', '529.982.247-25', true],
  ['CPF', '529.982.247-24', false],
  ['CNPJ', '11.222.333/0001-81', true],
  ['CNPJ', '52998224725', false],
  ['PHONE', '(11) 98765-4321', true],
  ['PHONE', '98765', false],
  ['EMAIL', 'ana@example.com', true],
  ['EMAIL', 'ana@example', false],
  ['RANDOM', '123e4567-e89b-42d3-a456-426614174000', true],
  ['RANDOM', '123e4567', false],
  ['BR_CODE', code, true],
] as const)('a key of type %s is looked at: %s', (type, text, isRight) => {
  expect(isPixKey(type, text)).toBe(isRight);
});

test('a complete key is written as people write it, an unfinished one is left alone', () => {
  expect(maskPixKey('CPF', '52998224725')).toBe('529.982.247-25');
  expect(maskPixKey('PHONE', '+5511987654321')).toBe('(11) 98765-4321');
  expect(maskPixKey('CPF', '5299')).toBe('5299');
});
