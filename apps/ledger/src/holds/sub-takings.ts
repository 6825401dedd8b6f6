import { cents, subtractCents, zeroCents, type AccountOwner, type Cents } from '@pitanga/core';
import { splitParts, type PaidCharge } from '../charges/capture';
import { planTakings, sumTakings, type OpenPart, type PartTaking } from '../pending-parts/pending-part';
import { computeShares, type SplitTaking } from '../splits/split';

/** What a sub-account can spend, and its shares in what went back of a charge before. */
export interface SubView {
  readonly availableCents: Cents;
  /** What of it came in by accounts of the operator. */
  readonly operatorCents: Cents;
  readonly returnedCents: Cents;
}

/** What a refund takes of sub-accounts: of what they have available, and of their unsettled parts. */
export interface SubTakings {
  readonly subTakings: readonly SplitTaking[];
  readonly ofParts: readonly PartTaking[];
}

/**
 * What a refund takes of the sub-accounts that got parts of its charge: their shares, each of its unsettled parts, then as
 * far as it has it (docs/behaviour/sub-accounts.md#split-refunds).
 */
export function planSubTakings(
  subs: ReadonlyMap<string, SubView>,
  charge: PaidCharge,
  parts: readonly OpenPart[],
  refund: { readonly amountCents: Cents; readonly refundedCents: Cents; readonly owner: AccountOwner | undefined },
): SubTakings {
  const { amountCents, refundedCents, owner } = refund;
  const leftCents = cents(charge.amountCents - refundedCents);
  if (amountCents > leftCents) return { subTakings: [], ofParts: [] };
  const returned = new Map([...subs].map(([id, { returnedCents }]) => [id, returnedCents]));
  const shares = computeShares(splitParts(charge), returned, { amountCents, leftCents });
  const ofParts = shares.map((share) => planTakings(parts, share.amountCents, share.subAccountId));
  const subTakings = shares.map(({ subAccountId, amountCents: shareCents }, index) => {
    const sub = subs.get(subAccountId);
    const has = sub ? spendable(sub, owner) : zeroCents;
    const rest = subtractCents(shareCents, sumTakings(ofParts[index] ?? []));
    return { subAccountId, shareCents, amountCents: cents(Math.max(0, Math.min(rest, has))) };
  });
  return { subTakings, ofParts: ofParts.flat() };
}

/** What an account of this owner may spend: one of the operator only what came in by the operator's. */
export function spendable(
  { availableCents, operatorCents }: Pick<SubView, 'availableCents' | 'operatorCents'>,
  owner: AccountOwner | undefined,
): Cents {
  return owner === 'OPERATOR' ? cents(Math.max(0, Math.min(availableCents, operatorCents))) : availableCents;
}
