import { shortDay, shortMoney, signedPercent } from './chart-text';

describe('the texts of the chart', () => {
  it('amounts beside an axis are short', () => {
    const shown = [0, 2_500, 150_000, 250_000_000].map((centavos) => shortMoney(centavos, 'pt-BR'));
    expect(shown.map((text) => text.replaceAll('\u00a0', ' '))).toEqual(['R$ 0', 'R$ 25', 'R$ 1,5 mil', 'R$ 2,5 mi']);
  });

  it('a day is its number and month', () => {
    expect([shortDay('2026-11-24', 'pt-BR'), shortDay('2026-11-24', 'en')]).toEqual(['24 nov.', '24 Nov']);
  });

  it('a change says its direction', () => {
    expect([12_500, 0, -330].map((change) => signedPercent(change, 'pt-BR'))).toEqual(['+125%', '0%', '−3,3%']);
  });
});
