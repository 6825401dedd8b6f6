import type { Advance, QuoteAdvanceResponse } from '@pitanga/contracts';
import { cents, subtractCents } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { Named, NamedObject, Timestamp, Only } from './schema';
import { instant } from './wire';

const money = {
  amount: Type.Integer({ description: 'Centavos that leave pending.' }),
  cost: Type.Integer({ description: 'Part of the amount, in centavos.' }),
  net: Type.Integer({ description: 'Centavos that become available: amount less cost.' }),
};

/** What an advance would take and cost. */
export const AdvanceQuoteRecord = Named('AdvanceQuote', Type.Object(money));
export type AdvanceQuoteRecord = Static<typeof AdvanceQuoteRecord>;

/** Card money that became available before its settlement date. */
export const AdvanceRecord = NamedObject('Advance', {
  id: Type.String(),
  status: Only('COMPLETE'),
  devMode: Type.Boolean(),
  ...money,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type AdvanceRecord = Static<typeof AdvanceRecord>;

export function advanceQuoteRecord({ amountCents, costCents }: QuoteAdvanceResponse): AdvanceQuoteRecord {
  return { amount: amountCents, cost: costCents, net: subtractCents(cents(amountCents), cents(costCents)) };
}

export function advanceRecord(advance: Advance): AdvanceRecord {
  return {
    id: advance.id,
    status: 'COMPLETE',
    devMode: advance.devMode,
    ...advanceQuoteRecord(advance),
    createdAt: instant(advance.createdAt, 'createdAt'),
    updatedAt: instant(advance.createdAt, 'createdAt'),
  };
}
