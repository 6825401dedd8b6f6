import { mapPage, tenantOf, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { selectPage, type Db } from '@pitanga/database';
import type { Charge, ChargeOrigin, ChargeStatus } from './charge';
import { chargeColumns, rowToCharge, type ChargeRow } from './charge-row';
import type { PaymentMethod } from './fees';

export interface ChargeFilter {
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly status?: ChargeStatus | undefined;
  readonly method?: PaymentMethod | undefined;
}

/** The status as reads show it: the SQL twin of `statusAt`. */
const statusNowSql = `case when status = 'PENDING' and expires_at <= ? then 'EXPIRED' else status end`;

const findSql = `select ${chargeColumns.join(', ')} from charges where id = ? and store_id = ? and dev_mode = ?`;

/** A charge by id, whatever created it. */
export async function findCharge(db: Db, tenant: Tenant, id: string): Promise<Charge | undefined> {
  const { rows } = await db
    .raw<{ rows: ChargeRow[] }>(findSql, [id, tenant.storeId, tenant.devMode])
    .options({ name: 'find_charge' });
  return rows[0] && rowToCharge(rows[0]);
}

/** The public receipt page knows only the unguessable id. */
export async function resolveCharge(
  db: Db,
  id: string,
): Promise<{ readonly tenant: Tenant; readonly charge: Charge } | undefined> {
  const rows = (await db('charges')
    .select('store_id', ...chargeColumns)
    .where({ id })) as readonly (ChargeRow & { store_id: string })[];
  return rows[0] && { tenant: tenantOf(rows[0].store_id, rows[0].dev_mode), charge: rowToCharge(rows[0]) };
}

/** Transparent charges only; `now` decides which pending ones read EXPIRED. */
export async function listTransparentCharges(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: ChargeFilter,
  now: Date,
): Promise<Page<Charge>> {
  const rows = await selectPage<ChargeRow>(db, tenant, {
    table: 'charges',
    columns: chargeColumns,
    page,
    sortColumn: 'sort_key',
    cursorFilter: (query) => {
      query.where('origin', 'TRANSPARENT' satisfies ChargeOrigin);
    },
    filter: (query) => {
      if (filter.id !== undefined) query.where('id', filter.id);
      if (filter.externalId !== undefined) query.where('external_id', filter.externalId);
      if (filter.method !== undefined) query.where('method', filter.method);
      if (filter.status !== undefined) query.whereRaw(`${statusNowSql} = ?`, [now, filter.status]);
    },
  });
  return mapPage(rows, rowToCharge);
}

/** One payment of a checkout, without its code and picture. */
export interface ChargeSummary {
  readonly id: string;
  readonly method: PaymentMethod;
  readonly amountCents: number;
  readonly status: ChargeStatus;
  readonly expiresAt: Date;
  readonly paidAt: Date | undefined;
}

/** The newest charges of a checkout. */
export async function findChargesOfCheckout(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  limit: number,
): Promise<readonly ChargeSummary[]> {
  const rows = (await db('charges')
    .select('id', 'method', 'amount_cents', 'status', 'expires_at', 'paid_at')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, checkout_id: checkoutId })
    .orderBy('sort_key', 'desc')
    .limit(limit)) as readonly Pick<
    ChargeRow,
    'id' | 'method' | 'amount_cents' | 'status' | 'expires_at' | 'paid_at'
  >[];
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    amountCents: row.amount_cents,
    status: row.status,
    expiresAt: row.expires_at,
    paidAt: row.paid_at ?? undefined,
  }));
}

/** The open Pix charge of a checkout. */
export async function findOpenPix(db: Db, tenant: Tenant, checkoutId: string): Promise<Charge | undefined> {
  const rows = (await db('charges')
    .select(...chargeColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, checkout_id: checkoutId })
    .where({ method: 'PIX', status: 'PENDING' })) as readonly ChargeRow[];
  return rows[0] && rowToCharge(rows[0]);
}
