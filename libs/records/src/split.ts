import type { ChargeSplit } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { NamedObject, Nullable } from './schema';
import { orNull } from './wire';

/** What a sub-account gets of a charge. */
export const SplitRecord = NamedObject('Split', {
  subAccountId: Type.String(),
  amount: Nullable(Type.Integer({ description: 'Centavos; null for a percentage.' })),
  percentage: Nullable(
    Type.Integer({ description: 'Hundredths of a percent of the gross amount; null for an amount.' }),
  ),
});
export type SplitRecord = Static<typeof SplitRecord>;

export function splitRecord({ subAccountId, amountCents, basisPoints }: ChargeSplit): SplitRecord {
  return { subAccountId, amount: orNull(amountCents), percentage: orNull(basisPoints) };
}
