import fc from 'fast-check';
import { isTaxId, maskTaxId, normalizeTaxId, punctuatedTaxId } from './tax-id';

// Official and published vectors.
const valid = [
  '12.ABC.345/01DE-35',
  'ABCDEFGHIJKL80',
  '1345C3A5000106',
  'R55231B3000757',
  'Z9Y8X7W6V5U429',
  'EMPRESA0000147',
  'BRTECH20260057',
  '00000000000191',
  '90.021.382/0001-22',
  '90.025.255/0001-00',
  '04.740.714/0001-97',
  '44.108.058/0001-29',
  '111.444.777-35',
  '529.982.247-25',
  '123.456.789-09',
  '280.012.389-38',
  '000.000.001-91',
];
const invalid = [
  '12ABC34501DE34',
  'ABCDEFGHIJKL81',
  '0000000000019L',
  '000000000001P1',
  'R55231B3000700',
  '00000000000000',
  // Letters that only an upper case makes one of A to Z.
  'EMPRE\u017FA0000147',
  '11111111111111',
  '0000000000019',
  '000000000001911',
  '111.444.777-05',
  '99999999999',
  '123.456.789-00',
  'abc11144477735',
  '',
  '1114447773',
  '11144477735\n1',
  '１１１４４４７７７３５',
];

describe('tax ids', () => {
  it.each(valid)('accepts %s, with and without punctuation, in either case', (text) => {
    expect(isTaxId(text)).toBe(true);
    expect(isTaxId(normalizeTaxId(text))).toBe(true);
    expect(isTaxId(text.toLowerCase())).toBe(true);
    expect(isTaxId(` ${text} `)).toBe(true);
  });

  it.each(invalid)('refuses %j', (text) => {
    expect(isTaxId(text)).toBe(false);
  });

  it('refuses a CPF in which any one digit was mistyped', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('11144477735', '52998224725', '28001238938'),
        fc.nat(10),
        fc.nat(9),
        (cpf, at, digit) => {
          fc.pre(cpf[at] !== String(digit));
          // A last digit of 0 stands for two remainders, so a slip in the body may survive one check digit, never both.
          expect(isTaxId(cpf.slice(0, at) + String(digit) + cpf.slice(at + 1))).toBe(false);
        },
      ),
    );
  });

  it('are kept without punctuation, in upper case', () => {
    expect(normalizeTaxId('12.abc.345/01de-35')).toBe('12ABC34501DE35');
    expect(normalizeTaxId(' 111.444.777-35 ')).toBe('11144477735');
  });

  it('are shown without the digits that identify a person', () => {
    expect(maskTaxId('111.444.777-35')).toBe('111.***.***-**');
    expect(maskTaxId('12.ABC.345/01DE-35')).toBe('12.***.***/01DE-**');
  });
});

describe('the punctuation of a tax id', () => {
  test.each([
    ['11144477735', '111.444.777-35'],
    ['12ABC34501DE35', '12.ABC.345/01DE-35'],
    ['123.***.***-**', '123.***.***-**'],
    ['', ''],
  ])('shows the tax id %j as %j', (taxId, shown) => {
    expect(punctuatedTaxId(taxId)).toBe(shown);
  });
});
