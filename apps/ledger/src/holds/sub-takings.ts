import { cents, zeroCents, type AccountOwner, type Cents } from '@pitanga/core';
import { splitParts, type PaidCharge } from '../charges/capture';
import { computeShares, type SplitTaking } from '../splits/split';

/** What a sub-account can spend, and its shares in what went back of a charge before. */
export interface SubView {
  readonly availableCents: Cents;
  /** What of it came in by accounts of the operator. */
  readonly operatorCents: Cents;
  readonly returnedCents: Cents;
}

/**
 * What a refund takes of the sub-accounts that got parts of its charge: their shares, each as far as it has it
 * (docs/behaviour/sub-accounts.md#split-refunds).
 */
export function planSubTakings(
  subs: ReadonlyMap<string, SubView>,
  charge: PaidCharge,
  refund: { readonly amountCents: Cents; readonly refundedCents: Cents; readonly owner: AccountOwner | undefined },
): readonly SplitTaking[] {
  const { amountCents, refundedCents, owner } = refund;
  const leftCents = cents(charge.amountCents - refundedCents);
  if (amountCents > leftCents) return [];
  const returned = new Map([...subs].map(([id, { returnedCents }]) => [id, returnedCents]));
  return computeShares(splitParts(charge), returned, { amountCents, leftCents }).map((share) => {
    const { subAccountId, amountCents: shareCents } = share;
    const sub = subs.get(subAccountId);
    const has = sub ? spendable(sub, owner) : zeroCents;
    return { subAccountId, shareCents, amountCents: cents(Math.max(0, Math.min(shareCents, has))) };
  });
}

/** What an account of this owner may spend: one of the operator only what came in by the operator's. */
export function spendable(
  { availableCents, operatorCents }: Pick<SubView, 'availableCents' | 'operatorCents'>,
  owner: AccountOwner | undefined,
): Cents {
  return owner === 'OPERATOR' ? cents(Math.max(0, Math.min(availableCents, operatorCents))) : availableCents;
}
