import fc from 'fast-check';
import { collectOrCarry } from './carry';
import { cents, sumCents } from './money';

const range = { minCents: cents(201), carryMaxCents: cents(500) };
const split = (own: number, carried: number) =>
  collectOrCarry({ ownCents: cents(own), carriedCents: cents(carried) }, range);

test.each([
  ['collects what is enough', 201, 0, 201, 0],
  ['leaves too little whole', 200, 0, 0, 200],
  ['leaves nothing of nothing', 0, 0, 0, 0],
  ['collects it with what was left before, once together it is enough', 150, 51, 201, 0],
  ['leaves both while together they are too little', 150, 50, 0, 200],
  ['adds what was left before up to the limit alone', 400, 300, 500, 200],
  ['adds none of it to a cycle above the limit, which it collects', 700, 300, 700, 300],
])('%s', (_name, own, carried, collectedCents, leftCents) => {
  expect(split(own, carried)).toEqual({ collectedCents, leftCents });
});

const amount = fc.integer({ min: 0, max: 1_000 }).map(cents);
const limits = fc.record({ minCents: amount, carryMaxCents: amount });

test('collects and leaves together what was due, and nothing or an amount within the limits, over any cycles', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, limits), { maxLength: 30 }), (cycles) => {
      let carriedCents = cents(0);
      let collected = cents(0);
      for (const [ownCents, limit] of cycles) {
        const { collectedCents, leftCents } = collectOrCarry({ ownCents, carriedCents }, limit);
        expect(sumCents(collectedCents, leftCents)).toBe(ownCents + carriedCents);
        expect(collectedCents === 0 || collectedCents >= limit.minCents).toBe(true);
        // What was left before never brings a cycle above the limit.
        expect(collectedCents).toBeLessThanOrEqual(Math.max(ownCents, limit.carryMaxCents));
        collected = sumCents(collected, collectedCents);
        carriedCents = leftCents;
      }
      expect(collected + carriedCents).toBe(cycles.reduce((sum, [own]) => sum + own, 0));
    }),
  );
});
