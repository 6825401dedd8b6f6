import { bareTaxId, formatTaxId, isTaxId } from './tax-id';

describe('CPF and CNPJ', () => {
  test.each([
    '123.456.789-09',
    '12345678909',
    '11.222.333/0001-81',
    '11222333000181',
    '12.ABC.345/01DE-35',
    '12abc34501de35',
  ])('%s has the right check digits', (text) => {
    expect(isTaxId(text)).toBe(true);
  });

  test.each([
    '',
    '123.456.789-00',
    '12345678919',
    '111.111.111-11',
    '00000000000000',
    '11.222.333/0001-80',
    '12.ABC.345/01DE-53',
    '1234567890',
  ])('%j is refused', (text) => {
    expect(isTaxId(text)).toBe(false);
  });

  it('shows them as people write them, and a masked one as it is', () => {
    expect(formatTaxId('12345678909')).toBe('123.456.789-09');
    expect(formatTaxId('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
    expect(formatTaxId('123.***.***-**')).toBe('123.***.***-**');
    expect(formatTaxId('')).toBe('');
  });

  it('keeps neither punctuation nor small letters', () => {
    expect(bareTaxId(' 12.abc.345/01de-35 ')).toBe('12ABC34501DE35');
  });
});
