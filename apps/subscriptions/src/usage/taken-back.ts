import { cents, sumCents, zeroCents, type Cents } from '@pitanga/core';
import type { UsageRecord } from './usage-record';

/** Units that are being taken back from the records of a product, the newest first. */
export interface TakenBack {
  /** Units for which no record was found yet. */
  readonly wanted: number;
  /** Units of older records that an earlier subtraction took back. */
  readonly gone: number;
  /** What the units found so far cost when they were added. */
  readonly amountCents: Cents;
  /** The price of the newest of them. */
  readonly unitPriceCents: Cents | undefined;
}

/** Before the first record. */
export function takingBack(units: number): TakenBack {
  return { wanted: units, gone: 0, amountCents: zeroCents, unitPriceCents: undefined };
}

/** After one more record, which is older than those before: what was added last is taken back first. */
export function takeBack(
  taken: TakenBack,
  { action, units, unitPriceCents }: Pick<UsageRecord, 'action' | 'units' | 'unitPriceCents'>,
): TakenBack {
  if (action === 'SUBTRACT') return { ...taken, gone: taken.gone + units };
  const gone = Math.min(taken.gone, units);
  const found = Math.min(taken.wanted, units - gone);
  return {
    wanted: taken.wanted - found,
    gone: taken.gone - gone,
    amountCents: sumCents(taken.amountCents, cents(found * unitPriceCents)),
    unitPriceCents: taken.unitPriceCents ?? (found > 0 ? unitPriceCents : undefined),
  };
}
