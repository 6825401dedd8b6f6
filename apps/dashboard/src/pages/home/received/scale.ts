/** Steps that people count in, at each power of ten. */
const roundSteps = [1, 2, 2.5, 5, 10] as const;
const stepsMost = 4;
/** An axis without money still reaches R$ 100. */
const reachLeast = 10_000;

/** Centavos of the lines of an axis, from zero to at least `most`, in round steps of a real or more. */
export function axisTo(most: number): readonly number[] {
  const reach = Math.max(most, reachLeast);
  const power = 10 ** Math.max(2, Math.floor(Math.log10(reach / stepsMost)));
  const step = (roundSteps.find((round) => round * power * stepsMost >= reach) ?? 10) * power;
  return Array.from({ length: Math.ceil(reach / step) + 1 }, (_, index) => index * step);
}

export interface Plot {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where a day stands: the middle of its share of the width. */
export function dayMiddle(index: number, count: number, plot: Plot): number {
  return plot.left + dayWidth(count, plot) * (index + 0.5);
}

export function dayWidth(count: number, { width, left, right }: Plot): number {
  return Math.max(0, width - left - right) / Math.max(1, count);
}

/** The day below a place; the first or the last beside the plot. */
export function dayAt(x: number, count: number, plot: Plot): number {
  const share = dayWidth(count, plot);
  return share === 0 ? 0 : Math.min(count - 1, Math.max(0, Math.floor((x - plot.left) / share)));
}

/** Pixels from the top at which an amount stands, on an axis that ends at `reach`. */
export function amountTop(centavos: number, reach: number, { height, top, bottom }: Plot): number {
  return height - bottom - (Math.max(0, centavos) / reach) * (height - top - bottom);
}

export interface Segment {
  readonly index: number;
  /** Which of the stacked values it is. */
  readonly part: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const barWidthMost = 32;
const barWidthLeast = 1;

/** The values of each day on top of each other; zeros have no segment. */
export function stackBars(days: readonly (readonly number[])[], reach: number, plot: Plot): readonly Segment[] {
  const width = Math.max(barWidthLeast, Math.min(barWidthMost, dayWidth(days.length, plot) * 0.72));
  return days.flatMap((values, index) => {
    const x = dayMiddle(index, days.length, plot) - width / 2;
    let below = 0;
    return values.flatMap((value, part) => {
      if (value <= 0) return [];
      const foot = amountTop(below, reach, plot);
      below += value;
      const y = amountTop(below, reach, plot);
      return [{ index, part, x, y, width, height: foot - y }];
    });
  });
}

/** The days that have room for their name, the last one always among them. */
export function namedDays(count: number, plot: Plot, nameWidth: number): readonly number[] {
  const step = Math.max(1, Math.ceil(nameWidth / Math.max(1, dayWidth(count, plot))));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).reverse();
}
