import { allocate, cents, mulDiv, subtractCents, sumCents, zeroCents, type Cents } from '@pitanga/core';

/** What a sub-account gets of a charge: an amount, or hundredths of a percent of what was paid. */
export interface Split {
  readonly subAccountId: string;
  readonly amountCents?: Cents | undefined;
  readonly basisPoints?: number | undefined;
}

/** What a sub-account gets, or got, of a payment. */
export interface SplitPart {
  readonly subAccountId: string;
  readonly amountCents: Cents;
}

/** What a refund or dispute takes of a sub-account. */
export interface SplitTaking extends SplitPart {
  /** Its share of what goes back: `amountCents` of it was available, what else it had unsettled. */
  readonly shareCents: Cents;
}

/** What splits are of. */
interface PaidSplit {
  readonly paidCents: Cents;
  readonly feeCents: Cents;
  /** What of the payment the buyer pays for the fee of the card. */
  readonly surchargeCents?: Cents | undefined;
}

const wholeBasisPoints = 10_000;

/**
 * The parts of a payment, in the order of the splits. A percentage is of what was paid for the price, without the surcharge,
 * rounded down; the parts never exceed what was paid less the fee, the last ones give way, and the rest is the store's (docs/behaviour/sub-accounts.md#split-amounts).
 */
export function computeParts(
  splits: readonly Split[],
  { paidCents, feeCents, surchargeCents = zeroCents }: PaidSplit,
): readonly SplitPart[] {
  const priceCents = subtractCents(paidCents, surchargeCents);
  let left = subtractCents(paidCents, feeCents);
  const parts: SplitPart[] = [];
  for (const { subAccountId, amountCents, basisPoints = 0 } of splits) {
    const wanted = amountCents ?? mulDiv(priceCents, basisPoints, wholeBasisPoints, 'floor');
    const part = cents(Math.max(0, Math.min(wanted, left)));
    left = subtractCents(left, part);
    if (part > 0) parts.push({ subAccountId, amountCents: part });
  }
  return parts;
}

/**
 * The shares that the parts of a payment have in what goes back of it, in proportion to what is left of each; what is in none
 * of them is the store's. All that is left goes back exactly; in the order of their ids, in which they are kept (docs/behaviour/sub-accounts.md#split-refunds).
 *
 * @param returned what of each part went back before
 * @param leftCents what is left of the payment, `amountCents` or more
 */
export function computeShares(
  parts: readonly SplitPart[],
  returned: ReadonlyMap<string, Cents>,
  { amountCents, leftCents }: { readonly amountCents: Cents; readonly leftCents: Cents },
): readonly SplitPart[] {
  const left = parts.map((part) => subtractCents(part.amountCents, returned.get(part.subAccountId) ?? zeroCents));
  const ofStore = Math.max(0, subtractCents(leftCents, sumCents(...left)));
  if (ofStore === 0 && left.every((part) => part === 0)) return [];
  const shares = allocate(amountCents, [...left, ofStore]);
  return parts
    .map(({ subAccountId }, index) => ({ subAccountId, amountCents: shares[index] ?? zeroCents }))
    .filter((share) => share.amountCents > 0)
    .sort(byId);
}

export function byId(one: SplitPart, other: SplitPart): number {
  return one.subAccountId < other.subAccountId ? -1 : 1;
}

/** All shares of sub-accounts in what goes back. */
export function sumShares(takings: readonly SplitTaking[]): Cents {
  return sumCents(...takings.map(({ shareCents }) => shareCents));
}

export function sumSplits(parts: readonly SplitPart[]): Cents {
  return sumCents(...parts.map(({ amountCents }) => amountCents));
}
