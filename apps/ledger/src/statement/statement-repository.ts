import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { StatementStatus } from './statement';

/** Ends a PENDING line; throws when there is none, since its money would then be unexplained. */
export async function endStatementEntry(
  tx: Db,
  tenant: Tenant,
  id: string,
  status: Exclude<StatementStatus, 'PENDING'>,
): Promise<void> {
  const changed = await tx('statement_entries')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id, status: 'PENDING' })
    .update({ status });
  if (changed !== 1) throw new Error(`statement entry ${id} is not PENDING`);
}
