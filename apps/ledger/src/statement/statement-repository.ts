import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { CustomerSnapshot, PaymentMethod, StatementContext, StatementStatus } from './statement';

export interface StatementContextRow {
  readonly method: PaymentMethod | null;
  readonly description: string | null;
  readonly checkout_id: string | null;
  readonly charge_id: string | null;
  readonly external_id: string | null;
  readonly subscription_id: string | null;
  readonly customer: CustomerSnapshot | null;
}

export function rowToContext(row: StatementContextRow): StatementContext {
  return {
    method: row.method ?? undefined,
    description: row.description ?? undefined,
    checkoutId: row.checkout_id ?? undefined,
    chargeId: row.charge_id ?? undefined,
    externalId: row.external_id ?? undefined,
    subscriptionId: row.subscription_id ?? undefined,
    customer: row.customer ?? undefined,
  };
}

/**
 * Ends a PENDING line and answers what the line that follows it has in common with it; throws when there is
 * none, since its money would then be unexplained.
 */
export async function endStatementEntry(
  tx: Db,
  tenant: Tenant,
  id: string,
  end: { readonly status: Exclude<StatementStatus, 'PENDING'>; readonly at: Date },
): Promise<StatementContext> {
  const [row]: StatementContextRow[] = await tx('statement_entries')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id, status: 'PENDING' })
    .update({ status: end.status, updated_at: end.at })
    .returning(['method', 'description', 'checkout_id', 'charge_id', 'external_id', 'subscription_id', 'customer']);
  if (!row) throw new Error(`statement entry ${id} is not PENDING`);
  return rowToContext(row);
}
