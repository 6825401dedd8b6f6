import { firstChoice, readTaken, toTaken } from './taken-methods';

describe('the methods that a store can take', () => {
  it('are those that its providers take, and no payouts', () => {
    const methods = [
      { method: 'PIX' as const, available: true },
      { method: 'BOLETO' as const, available: false },
      { method: 'PAYOUT' as const, available: true },
    ];
    expect(toTaken(methods)).toEqual(['PIX']);
  });

  it('are those of the checklist that are neither missing nor left open, and offered', () => {
    const items = [
      { item: 'METHOD_PIX', status: 'WARNING' as const },
      { item: 'METHOD_BOLETO', status: 'OK' as const },
      { item: 'METHOD_CARD', status: 'OPTIONAL' as const },
    ];
    expect(readTaken(['PIX', 'CARD'], items)).toEqual(['PIX']);
  });

  it.each([
    [undefined, ['PIX', 'CARD']],
    [['PIX', 'BOLETO'] as const, ['PIX']],
    [['BOLETO'] as const, ['BOLETO']],
    [[], []],
  ])('of %j a new page has %j ticked', (taken, ticked) => {
    expect(firstChoice(['PIX', 'CARD'], taken)).toEqual(ticked);
  });
});
