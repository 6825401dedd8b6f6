import { cents, mapPage, tenantOf, type Page, type PageRequest, type Tenant } from '@pitanga/core';
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
const statusNowSql = `case when status = 'PENDING' and coalesce(payable_until, expires_at) <= ? then 'EXPIRED' else status end`;

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
export type ChargeSummary = Pick<
  Charge,
  'id' | 'method' | 'amountCents' | 'status' | 'expiresAt' | 'payableUntil' | 'paidAt'
>;

const summaryColumns = ['id', 'method', 'amount_cents', 'status', 'expires_at', 'payable_until', 'paid_at'] as const;
type SummaryRow = Pick<ChargeRow, (typeof summaryColumns)[number]>;

/** The newest charges of a checkout. */
export async function findChargesOfCheckout(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  limit: number,
): Promise<readonly ChargeSummary[]> {
  const rows = (await db('charges')
    .select(...summaryColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, checkout_id: checkoutId })
    .orderBy('sort_key', 'desc')
    .limit(limit)) as readonly SummaryRow[];
  return rows.map(rowToSummary);
}

/** Every charge of a checkout or link, page by page. */
export async function listChargesOfCheckout(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  page: PageRequest,
): Promise<Page<ChargeSummary>> {
  const rows = await selectPage<SummaryRow>(db, tenant, {
    table: 'charges',
    columns: summaryColumns,
    page,
    sortColumn: 'sort_key',
    cursorFilter: (query) => {
      query.where('checkout_id', checkoutId);
    },
  });
  return mapPage(rows, rowToSummary);
}

function rowToSummary(row: SummaryRow): ChargeSummary {
  return {
    id: row.id,
    method: row.method,
    amountCents: cents(row.amount_cents),
    status: row.status,
    expiresAt: row.expires_at,
    payableUntil: row.payable_until ?? undefined,
    paidAt: row.paid_at ?? undefined,
  };
}

/** The newest charge of a checkout by one method, in whatever state. */
export async function findNewestCharge(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  method: PaymentMethod,
): Promise<Charge | undefined> {
  const rows = (await db('charges')
    .select(...chargeColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, checkout_id: checkoutId, method })
    .orderBy('sort_key', 'desc')
    .limit(1)) as readonly ChargeRow[];
  return rows[0] && rowToCharge(rows[0]);
}

/** The open Pix charge of a checkout or link at its present amount; one with coupons of its own is another payer's. */
export async function findOpenPix(
  db: Db,
  tenant: Tenant,
  checkout: { readonly id: string; readonly amountCents: number },
): Promise<Charge | undefined> {
  const rows = (await db('charges')
    .select(...chargeColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, checkout_id: checkout.id })
    .where({ method: 'PIX', status: 'PENDING', amount_cents: checkout.amountCents })
    .whereRaw(`(origin = 'CHECKOUT' or coupons = '{}')`)
    .limit(1)) as readonly ChargeRow[];
  return rows[0] && rowToCharge(rows[0]);
}

/** Card charges of any tenant that were begun before an instant and have no outcome yet. */
export async function claimUnknownCardCharges(
  db: Db,
  begunBefore: Date,
  limit: number,
): Promise<readonly { readonly tenant: Tenant; readonly charge: Charge }[]> {
  const rows = (await db('charges')
    .select('store_id', ...chargeColumns)
    .where({ method: 'CARD', status: 'PENDING' })
    .where('updated_at', '<', begunBefore)
    .limit(limit)) as readonly (ChargeRow & { store_id: string })[];
  return rows.map((row) => ({ tenant: tenantOf(row.store_id, row.dev_mode), charge: rowToCharge(row) }));
}
