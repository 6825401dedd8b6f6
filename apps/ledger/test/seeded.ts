import { seeded as numbers } from '@pitanga/testing';

/** A seeded generator, so that a failure can be repeated by its seed. */
export interface Seeded {
  /** From 0, less than 1. */
  next(): number;
  /** From 0, less than `count`. */
  below(count: number): number;
  pick<T>(values: readonly T[]): T;
}

export function seeded(seed: number): Seeded {
  const next = numbers(seed);
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    pick: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
  };
}
