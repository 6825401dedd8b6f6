import { cents, zeroCents, type Cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

export interface RecurringRevenue {
  /** Rounded half up once. */
  readonly mrrCents: Cents;
  readonly activeSubscriptions: number;
}

export async function findRecurringRevenue(db: Db, tenant: Tenant): Promise<RecurringRevenue> {
  const { rows } = await db.raw<{ rows: { mrr_cents: number; active_subscriptions: number }[] }>(
    `select floor((mrr_twelfths + 6) / 12)::bigint as mrr_cents, active_subscriptions
     from recurring_revenue where store_id = ? and dev_mode = ?`,
    [tenant.storeId, tenant.devMode],
  );
  const [row] = rows;
  if (!row) return { mrrCents: zeroCents, activeSubscriptions: 0 };
  return { mrrCents: cents(row.mrr_cents), activeSubscriptions: row.active_subscriptions };
}
