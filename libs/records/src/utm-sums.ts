import type { SumChargesByUtmResponse, UtmSum } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { NamedObject, Nullable, OneOf } from './schema';
import { orNull } from './wire';

/** The names of the five parameters of an address. */
export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

export const UtmName = OneOf('UtmName', utmNames);

const figures = {
  count: Type.Integer({ description: 'Payments.' }),
  amount: Type.Integer({ description: 'Centavos that payers paid, gross.' }),
  refundedAmount: Type.Integer({ description: 'Given back of these payments until now, on any day.' }),
};

const Day = Type.String({ format: 'date' });

/** What was paid, by where buyers came from (docs/behaviour/charges.md#utm-sums). */
export const UtmSumsRecord = NamedObject('RevenueByUtm', {
  startDate: Day,
  endDate: Day,
  by: UtmName,
  rows: Type.Array(
    NamedObject('RevenueOfUtm', {
      value: Nullable(Type.String({ description: 'Null: payments without one.' })),
      ...figures,
    }),
    { description: 'The largest amount first, at most 100.' },
  ),
  rest: Nullable(
    NamedObject('RevenueOfOtherUtms', figures, {
      description: 'The further values together; null where `rows` has all.',
    }),
  ),
});
export type UtmSumsRecord = Static<typeof UtmSumsRecord>;

export function utmSumsRecord(
  { sums, rest }: SumChargesByUtmResponse,
  asked: Pick<UtmSumsRecord, 'startDate' | 'endDate' | 'by'>,
): UtmSumsRecord {
  return {
    ...asked,
    rows: sums.map((sum) => ({ value: orNull(sum.value), ...sumFigures(sum) })),
    rest: rest ? sumFigures(rest) : null,
  };
}

function sumFigures({ payments, amountCents, refundedCents }: UtmSum) {
  return { count: payments, amount: amountCents, refundedAmount: refundedCents };
}
