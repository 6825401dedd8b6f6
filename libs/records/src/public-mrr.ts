import type { GetRecurringRevenueResponse, GetRevenueResponse } from '@pitanga/contracts';

/** Centavos; the days are those of America/Sao_Paulo on which something was paid or returned. */
export interface RevenueRecord {
  readonly totalRevenue: number;
  readonly totalTransactions: number;
  readonly transactionsPerDay: Readonly<Record<string, { readonly amount: number; readonly count: number }>>;
}

export function revenueRecord({ days }: GetRevenueResponse): RevenueRecord {
  return {
    totalRevenue: days.reduce((total, { amountCents }) => total + amountCents, 0),
    totalTransactions: days.reduce((total, { payments }) => total + payments, 0),
    transactionsPerDay: Object.fromEntries(
      days.map(({ day, amountCents, payments }) => [day, { amount: amountCents, count: payments }]),
    ),
  };
}

/** Monthly recurring revenue in centavos. */
export interface MrrRecord {
  readonly mrr: number;
  readonly totalActiveSubscriptions: number;
}

export function mrrRecord({ mrrCents, activeSubscriptions }: GetRecurringRevenueResponse): MrrRecord {
  return { mrr: mrrCents, totalActiveSubscriptions: activeSubscriptions };
}
