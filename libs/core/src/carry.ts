import { subtractCents, sumCents, zeroCents, type Cents } from './money';

/** The amounts that one payment of a cycle can have. */
export interface CollectableRange {
  /** The smallest: what leaves something after the fee, and what the provider takes. */
  readonly minCents: Cents;
  /** What earlier cycles left is added to a cycle only up to this amount. */
  readonly carryMaxCents: Cents;
}

/** What is due with a cycle. */
export interface DueAmount {
  /** Of the cycle itself. */
  readonly ownCents: Cents;
  /** What earlier cycles left. */
  readonly carriedCents: Cents;
}

/** What a cycle collects, and what it leaves to the next one; together they are what was due. */
export interface CollectedAmount {
  /** 0, or within the range. */
  readonly collectedCents: Cents;
  readonly leftCents: Cents;
}

/** Less than can be collected waits whole for the next cycle (docs/behaviour/subscriptions.md#carried). */
export function collectOrCarry({ ownCents, carriedCents }: DueAmount, range: CollectableRange): CollectedAmount {
  const room = Math.max(0, range.carryMaxCents - ownCents);
  const addedCents = carriedCents <= room ? carriedCents : (room as Cents);
  const collectedCents = sumCents(ownCents, addedCents);
  if (collectedCents < range.minCents)
    return { collectedCents: zeroCents, leftCents: sumCents(ownCents, carriedCents) };
  return { collectedCents, leftCents: subtractCents(carriedCents, addedCents) };
}
