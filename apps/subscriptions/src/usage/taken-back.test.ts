import { cents } from '@pitanga/core';
import * as fc from 'fast-check';
import { takeBack, takingBack } from './taken-back';
import type { UsageRecord } from './usage-record';

type Change = Pick<UsageRecord, 'action' | 'units' | 'unitPriceCents'>;

const takenFrom = (records: readonly Change[], units: number) =>
  records.toReversed().reduce(takeBack, takingBack(units));

describe('units that are taken back', () => {
  it('cost what they did when they were added, those added last first', () => {
    const added = (units: number, price: number): Change => ({
      action: 'ADD',
      units,
      unitPriceCents: cents(price),
    });
    const records = [added(1, 100), added(1, 7)];
    expect(takenFrom(records, 2)).toMatchObject({ wanted: 0, amountCents: 107, unitPriceCents: 7 });
    expect(takenFrom(records, 1)).toMatchObject({ wanted: 0, amountCents: 7 });
    const taken: Change = { action: 'SUBTRACT', units: 1, unitPriceCents: cents(7) };
    expect(takenFrom([...records, taken, added(2, 50)], 3)).toMatchObject({ wanted: 0, amountCents: 200 });
  });

  // Against a pile of single units, each with its price.
  it('leave of any additions and subtractions what a pile of units leaves', () => {
    const step = fc.record({
      isAdded: fc.boolean(),
      units: fc.integer({ min: 1, max: 9 }),
      price: fc.nat({ max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const pile: number[] = [];
        const records: Change[] = [];
        for (const { isAdded, units, price } of steps) {
          if (isAdded) {
            pile.push(...Array.from({ length: units }, () => price));
            records.push({ action: 'ADD', units, unitPriceCents: cents(price) });
            continue;
          }
          const taken = takenFrom(records, units);
          const fromPile = pile.splice(Math.max(pile.length - units, 0)).reverse();
          expect(taken.wanted).toBe(units - fromPile.length);
          expect(taken.amountCents).toBe(fromPile.reduce((sum, each) => sum + each, 0));
          expect(taken.unitPriceCents).toBe(fromPile[0]);
          if (fromPile.length > 0)
            records.push({ action: 'SUBTRACT', units: fromPile.length, unitPriceCents: cents(0) });
        }
      }),
    );
  });
});
