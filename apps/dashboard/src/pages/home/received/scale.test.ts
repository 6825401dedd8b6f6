import * as fc from 'fast-check';
import { axisTo, dayAt, dayMiddle, namedDays, stackBars, type Plot } from './scale';

const plot: Plot = { width: 340, height: 130, left: 40, right: 0, top: 10, bottom: 20 };

describe('the scales of the chart', () => {
  it.each([
    [0, [0, 2_500, 5_000, 7_500, 10_000]],
    [12_345, [0, 5_000, 10_000, 15_000]],
    [99_900, [0, 25_000, 50_000, 75_000, 100_000]],
    [100_100, [0, 50_000, 100_000, 150_000]],
    [1_700_000, [0, 500_000, 1_000_000, 1_500_000, 2_000_000]],
  ])('an axis for %d centavos has the lines %p', (most, lines) => {
    expect(axisTo(most)).toEqual(lines);
  });

  it('an axis holds every amount in at most four whole steps', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (most) => {
        const lines = axisTo(most);
        expect(lines.at(-1)).toBeGreaterThanOrEqual(most);
        expect(lines.length).toBeLessThanOrEqual(5);
        expect(lines.every((line) => Number.isInteger(line) && line % 50 === 0)).toBe(true);
      }),
    );
  });

  it('the day below its middle is that day, and beside the plot the nearest', () => {
    for (const count of [1, 7, 30, 90]) {
      for (let index = 0; index < count; index += 1) {
        expect(dayAt(dayMiddle(index, count, plot), count, plot)).toBe(index);
      }
      expect([dayAt(-5, count, plot), dayAt(9_999, count, plot)]).toEqual([0, count - 1]);
    }
  });

  it('values are stacked without a gap, and zeros have no segment', () => {
    const [pix, card] = stackBars([[50, 0, 30]], 100, plot);
    expect(pix).toMatchObject({ part: 0, y: 60, height: 50 });
    expect(card).toMatchObject({ part: 2, y: 30, height: 30 });
    expect(stackBars([[0, 0, 0]], 100, plot)).toEqual([]);
  });

  it('the last day is always named, and names do not overlap', () => {
    expect(namedDays(7, plot, 50)).toEqual([0, 2, 4, 6]);
    expect(namedDays(30, plot, 50)).toEqual([4, 9, 14, 19, 24, 29]);
    expect(namedDays(1, plot, 50)).toEqual([0]);
  });
});
