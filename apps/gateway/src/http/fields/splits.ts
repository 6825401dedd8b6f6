import type { ChargeSplit } from '@pitanga/contracts';
import { NamedObject } from '@pitanga/records';
import { Type, type Static } from 'typebox';
import { Id } from './fields';

const SplitInput = NamedObject('SplitInput', {
  subAccountId: Id,
  amount: Type.Optional(Type.Integer({ minimum: 1, maximum: 9_999_999_999, description: 'Centavos. Or percentage.' })),
  percentage: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'Hundredths of a percent of the gross amount, rounded down to the centavo. Or amount.',
    }),
  ),
});

/** What of a payment goes to sub-accounts (docs/behaviour/sub-accounts.md#splits). */
export const Splits = Type.Array(SplitInput, {
  maxItems: 20,
  description: 'What of it goes to sub-accounts once it is paid.',
});

export function isSplit(splits: Static<typeof Splits> = []): boolean {
  return splits.length > 0;
}

export function toSplits(splits: Static<typeof Splits> = []): ChargeSplit[] {
  return splits.map(({ subAccountId, amount: amountCents, percentage: basisPoints }) => ({
    subAccountId,
    amountCents,
    basisPoints,
  }));
}
