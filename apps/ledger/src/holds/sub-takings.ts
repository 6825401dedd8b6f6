import { cents, subtractCents, zeroCents, type AccountOwner, type Cents } from '@pitanga/core';
import { splitParts, type PaidCharge } from '../charges/capture';
import { planTakings, sumTakings, type OpenPart, type PartTaking } from '../pending-parts/pending-part';
import { computeShares, type SplitPart, type SplitTaking } from '../splits/split';

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
  /** Whether more was named of a sub-account than is left of its part. */
  readonly exceeds?: boolean;
}

export const noTakings: SubTakings = { subTakings: [], ofParts: [] };

/**
 * What a refund takes of the sub-accounts that got parts of its charge: their shares, each of its unsettled parts, then as
 * far as it has it (docs/behaviour/sub-accounts.md#split-refunds).
 */
export function planSubTakings(
  subs: ReadonlyMap<string, SubView>,
  charge: PaidCharge,
  parts: readonly OpenPart[],
  refund: {
    readonly amountCents: Cents;
    readonly refundedCents: Cents;
    readonly owner: AccountOwner | undefined;
    readonly shares?: readonly SplitPart[] | undefined;
  },
): SubTakings {
  const { amountCents, refundedCents, owner } = refund;
  const leftCents = cents(charge.amountCents - refundedCents);
  if (amountCents > leftCents) return noTakings;
  const returned = new Map([...subs].map(([id, { returnedCents }]) => [id, returnedCents]));
  const parted = splitParts(charge);
  if (refund.shares && exceedParts(refund.shares, parted, returned)) return { ...noTakings, exceeds: true };
  const shares = refund.shares ?? computeShares(parted, returned, { amountCents, leftCents });
  const ofParts = shares.map((share) => planTakings(parts, share.amountCents, share.subAccountId));
  const subTakings = shares.map(({ subAccountId, amountCents: shareCents }, index) => {
    const sub = subs.get(subAccountId);
    const has = sub ? spendable(sub, owner) : zeroCents;
    const rest = subtractCents(shareCents, sumTakings(ofParts[index] ?? []));
    return { subAccountId, shareCents, amountCents: cents(Math.max(0, Math.min(rest, has))) };
  });
  return { subTakings, ofParts: ofParts.flat() };
}

/** Whether one of the shares is more than is left of the part. */
function exceedParts(
  shares: readonly SplitPart[],
  parts: readonly SplitPart[],
  returned: ReadonlyMap<string, Cents>,
): boolean {
  const got = new Map(parts.map((part) => [part.subAccountId, part.amountCents]));
  return shares.some(({ subAccountId, amountCents }) => {
    return amountCents > (got.get(subAccountId) ?? zeroCents) - (returned.get(subAccountId) ?? zeroCents);
  });
}

/** What an account of this owner may spend: one of the operator only what came in by the operator's. */
export function spendable(
  { availableCents, operatorCents }: Pick<SubView, 'availableCents' | 'operatorCents'>,
  owner: AccountOwner | undefined,
): Cents {
  return owner === 'OPERATOR' ? cents(Math.max(0, Math.min(availableCents, operatorCents))) : availableCents;
}
