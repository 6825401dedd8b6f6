import { sumCents, zeroCents, type Cents } from '@pitanga/core';
import { toAvailable } from '../src/balances/account';
import { splitParts, type PaidCharge } from '../src/charges/capture';
import type { HoldView } from '../src/holds/hold-rules';
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
