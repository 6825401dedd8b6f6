import { subtractCents, sumCents, zeroCents, type Cents } from '@pitanga/core';
import { toAvailable, toPending } from '../src/balances/account';
import { splitParts, type PaidCharge } from '../src/charges/capture';
import type { HoldView } from '../src/holds/hold-rules';
import { move, type Entry } from '../src/journals/journal';
import {
  planTakings,
  sumTakings,
  toInstallment,
  type OpenPart,
  type PartTaking,
} from '../src/pending-parts/pending-part';
import type { SplitPart, SplitTaking } from '../src/splits/split';
import type { Model } from './model';

type Splits = Pick<Model, 'balances' | 'operators' | 'holds' | 'disputes' | 'subTakings'>;

/** The sub-accounts of a charge, as a refund of it sees them. */
export function viewSubs(model: Splits, charge: PaidCharge): HoldView['subs'] {
  const returned = sumReturned(model, charge.chargeId);
  return new Map(
    splitParts(charge).map(({ subAccountId }) => {
      const account = toAvailable(subAccountId);
      const availableCents = model.balances.get(account) ?? zeroCents;
      const operatorCents = model.operators.get(account) ?? zeroCents;
      return [subAccountId, { availableCents, operatorCents, returnedCents: returned.get(subAccountId) ?? zeroCents }];
    }),
  );
}

/** The shares of a charge's sub-accounts in what went back of it. */
export function sumReturned({ holds, disputes, subTakings }: Splits, chargeId: string): ReadonlyMap<string, Cents> {
  const shares = new Map<string, Cents>();
  for (const [taker, takings] of subTakings) {
    const hold = holds.get(taker);
    const of = hold ? hold.purpose && hold.chargeId : disputes.get(taker)?.chargeId;
    if (of !== chargeId) continue;
    for (const { subAccountId, shareCents } of takings) {
      shares.set(subAccountId, sumCents(shares.get(subAccountId) ?? zeroCents, shareCents));
    }
  }
  return shares;
}

/** What a dispute takes of shares: of unsettled parts, then of what is available. */
export function takeShares(
  parts: readonly OpenPart[],
  shares: readonly SplitPart[],
): { readonly subs: readonly SplitTaking[]; readonly ofSubs: readonly PartTaking[] } {
  const taken = shares.map((share) => planTakings(parts, share.amountCents, share.subAccountId));
  const subs = shares.map(({ subAccountId, amountCents: shareCents }, index) => {
    const amountCents = subtractCents(shareCents, sumTakings(taken[index] ?? []));
    return { subAccountId, shareCents, amountCents };
  });
  return { subs, ofSubs: taken.flat() };
}

/** What settles with the part of this number: all that is open of its installment. */
export function settleInstallment(
  parts: readonly OpenPart[],
  number: number,
): { readonly settled: readonly PartTaking[]; readonly entries: readonly Entry[] } {
  const open = parts.filter((one) => one.openCents > 0 && toInstallment(one.number) === toInstallment(number));
  const entries = open.flatMap(({ subAccountId, openCents }) =>
    move(toPending(subAccountId), toAvailable(subAccountId), openCents),
  );
  return { settled: open.map(({ number, openCents: amountCents }) => ({ number, amountCents })), entries };
}
