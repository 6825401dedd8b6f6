import type { GetRecurringRevenueResponse, GetRevenueResponse } from '@pitanga/contracts';
import { cents, sumCents } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { NamedObject } from './schema';

const DayOfRevenue = NamedObject('RevenueOnDay', {
  amount: Type.Integer({ description: 'Centavos; negative on a day with more refunds than payments.' }),
  count: Type.Integer(),
});

/** Revenue by day: the days of America/Sao_Paulo on which something was paid or refunded. */
export const RevenueRecord = NamedObject('Revenue', {
  totalRevenue: Type.Integer({ description: 'Centavos: payments less completed refunds.' }),
  totalTransactions: Type.Integer({ description: 'Payments.' }),
  transactionsPerDay: Type.Unsafe<Record<string, Static<typeof DayOfRevenue>>>({
    type: 'object',
    additionalProperties: DayOfRevenue,
    description:
      'By day (YYYY-MM-DD in America/Sao_Paulo); a day without payments, refunds and lost disputes is absent.',
  }),
});
export type RevenueRecord = Static<typeof RevenueRecord>;

export function revenueRecord({ days }: GetRevenueResponse): RevenueRecord {
  return {
    totalRevenue: sumCents(...days.map(({ amountCents }) => cents(amountCents))),
    totalTransactions: days.reduce((total, { payments }) => total + payments, 0),
    transactionsPerDay: Object.fromEntries(
      days.map(({ day, amountCents, payments }) => [day, { amount: amountCents, count: payments }]),
    ),
  };
}

export const MrrRecord = NamedObject('Mrr', {
  mrr: Type.Integer({ description: 'Monthly recurring revenue in centavos, without trials.' }),
  totalActiveSubscriptions: Type.Integer(),
});
export type MrrRecord = Static<typeof MrrRecord>;

export function mrrRecord({ mrrCents, activeSubscriptions }: GetRecurringRevenueResponse): MrrRecord {
  return { mrr: mrrCents, totalActiveSubscriptions: activeSubscriptions };
}
