import * as fc from 'fast-check';
import { centavosMax, formatBasisPoints, formatMoney, parseMoney } from './money';

describe('money', () => {
  it.each([
    [0, 'R$\u00a00,00'],
    [5, 'R$\u00a00,05'],
    [123_456, 'R$\u00a01.234,56'],
    [-123_456, '-R$\u00a01.234,56'],
    [9_007_199_254_740_991, 'R$\u00a090.071.992.547.409,91'],
  ])('%d centavos are shown as %s', (centavos, shown) => {
    expect(formatMoney(centavos, 'pt-BR')).toBe(shown);
  });

  it.each([
    ['1.234,56', 123_456],
    ['R$ 1.234,56', 123_456],
    ['12', 1_200],
    ['12,5', 1_250],
    ['12.50', 1_250],
    ['1.234', 123_400],
    ['0,01', 1],
    ['', undefined],
    ['-1', undefined],
    ['1,234', undefined],
    ['1.23.4', undefined],
    ['1e3', undefined],
    ['doze', undefined],
    ['99999999999999', undefined],
  ])('%j typed is %p centavos', (typed, centavos) => {
    expect(parseMoney(typed)).toBe(centavos);
  });

  it('what is shown is read back as the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: centavosMax }), (centavos) => {
        expect(parseMoney(formatMoney(centavos, 'pt-BR'))).toBe(centavos);
      }),
    );
  });

  it('basis points are a percentage', () => {
    expect([formatBasisPoints(1_250, 'pt-BR'), formatBasisPoints(5, 'en')]).toEqual(['12,5%', '0.05%']);
  });
});
