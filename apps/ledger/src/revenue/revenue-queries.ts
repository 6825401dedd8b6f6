import { cents, type Cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

export interface DayOfRevenue {
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly day: string;
  /** Payments of the day less the refunds completed on it. */
  readonly amountCents: Cents;
  readonly payments: number;
}

/** The days from `fromDay` to `toDay`, both included, on which there was a payment or a refund; oldest first. */
export async function findRevenue(
  db: Db,
  tenant: Tenant,
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
): Promise<readonly DayOfRevenue[]> {
  const rows = await db('daily_revenue')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode })
    .whereBetween('day', [fromDay, toDay])
    .orderBy('day')
    .select<{ day: string; amount_cents: number; payments: number }[]>('day', 'amount_cents', 'payments');
  return rows.map((row) => ({ day: row.day, amountCents: cents(row.amount_cents), payments: row.payments }));
}
