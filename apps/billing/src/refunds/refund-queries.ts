import { mapPage, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { selectPage, type Db } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { Refund, RefundStatus } from './refund';
import { refundColumns, rowToRefund, type RefundRow } from './refund-row';

export interface RefundFilter {
  readonly id?: string | undefined;
  readonly originalId?: string | undefined;
  readonly status?: RefundStatus | undefined;
}

export async function findRefund(db: Db, tenant: Tenant, sealer: Sealer, id: string): Promise<Refund | undefined> {
  const row = (await ofTenant(db, tenant).where({ id }).first()) as RefundRow | undefined;
  return row && rowToRefund(row, tenant, sealer);
}

/** The refund of a charge that is under way: there is one at a time. */
export async function findPendingRefund(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  chargeId: string,
): Promise<Refund | undefined> {
  const row = (await ofTenant(db, tenant)
    .where({ charge_id: chargeId, kind: 'REQUESTED', status: 'PENDING' })
    .first()) as RefundRow | undefined;
  return row && rowToRefund(row, tenant, sealer);
}

/** The oldest overpayment of a charge that waits for a Pix key: a boleto's, or one its provider refused. */
export async function findWaitingForKey(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  chargeId: string,
): Promise<Refund | undefined> {
  const row = (await ofTenant(db, tenant)
    .where({ charge_id: chargeId, kind: 'OVERPAYMENT' })
    .whereRaw(`(step = 'KEY' or status = 'FAILED')`)
    .orderBy('id')
    .first()) as RefundRow | undefined;
  return row && rowToRefund(row, tenant, sealer);
}

/** Whether this payment of a charge was recorded as one that goes back. */
export async function hasOverpayment(db: Db, tenant: Tenant, provider: string, target: string): Promise<boolean> {
  return (await ofTenant(db, tenant).where({ provider, target, kind: 'OVERPAYMENT' }).first()) !== undefined;
}

export async function listRefunds(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  page: PageRequest,
  filter: RefundFilter,
): Promise<Page<Refund>> {
  const rows = await selectPage<RefundRow>(db, tenant, {
    table: 'refunds',
    columns: refundColumns,
    page,
    idKind: 'refund',
    filter: (query) => {
      if (filter.id !== undefined) query.where('id', filter.id);
      if (filter.originalId !== undefined) query.where('original_id', filter.originalId);
      if (filter.status !== undefined) query.where('status', filter.status);
    },
    // What its request was told is refused is not to be seen.
    cursorFilter: (query) => {
      void query.whereRaw(`(step <> 'TAKE_BACK' or refusal is not null)`);
    },
  });
  return mapPage(rows, (row) => rowToRefund(row, tenant, sealer));
}

function ofTenant(db: Db, tenant: Tenant) {
  return db('refunds')
    .select(...refundColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
}
