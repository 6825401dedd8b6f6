import { createHash } from 'node:crypto';

/** Chances by a seed: the same seed is the same business. */
export interface Draw {
  /** A whole number from the first to the last. */
  whole(first: number, last: number): number;
  of<T>(values: readonly T[]): T;
  /** True in so many of a hundred cases. */
  chance(percent: number): boolean;
}

export function drawFrom(seed: number): Draw {
  let drawn = 0;
  /** From 0, less than 1. */
  const next = (): number => {
    drawn += 1;
    const digest = createHash('sha256')
      .update(`${String(seed)} ${String(drawn)}`)
      .digest();
    return digest.readUInt32BE() / 2 ** 32;
  };
  const whole = (first: number, last: number): number => first + Math.floor(next() * (last - first + 1));
  return {
    whole,
    of: <T>(values: readonly T[]): T => values[whole(0, values.length - 1)] as T,
    chance: (percent) => next() * 100 < percent,
  };
}
