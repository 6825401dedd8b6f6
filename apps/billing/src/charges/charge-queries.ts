import { cents, mapPage, tenantOf, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { selectPage, type Db, type Filter } from '@pitanga/database';
import { paymentMethods, type PaymentMethod } from '../money/fees';
import { chargeStatuses, type Charge, type ChargeOrigin, type ChargeStatus } from './charge';
import { chargeColumns, refundedOf, rowToCharge, type ChargeRow } from './charge-row';

export interface ChargeFilter {
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly status?: ChargeStatus | undefined;
  readonly method?: PaymentMethod | undefined;
}

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
    },
    parts: listParts(filter, now),
  });
  return mapPage(rows, rowToCharge);
}

/** By status and method, as charges_store_list_idx has them: a value that few charges have costs what a common one does. */
function listParts({ status, method }: ChargeFilter, now: Date): readonly Filter[] {
  if (status === undefined && method === undefined) return [];
  const stored = status === undefined ? chargeStatuses : [status];
  const methods = method === undefined ? paymentMethods : [method];
  const parts = stored.flatMap((state) =>
    methods.map((name): Filter => (query) => {
      query.where({ status: state, method: name });
      if (status === 'PENDING') query.whereRaw('coalesce(payable_until, expires_at) > ?', [now]);
    }),
  );
  return status === 'EXPIRED' ? [...parts, overdue(now, methods)] : parts;
}

/**
 * Pending charges that read EXPIRED (`statusAt`): through the expiry job's queue, of all tenants, as it holds a
 * second's worth of rows, where the open charges of one store may be very many. An array, so that PostgreSQL cannot
 * think of looking for them in the list's order.
 */
function overdue(now: Date, methods: readonly PaymentMethod[]): Filter {
  return (query) =>
    void query.whereRaw(
      `id = any(array(
         select id from charges where status = 'PENDING' and coalesce(payable_until, expires_at) <= ? and method = any(?)
       ))`,
      [now, [...methods]],
    );
}

/** One payment of a checkout, without its code and picture. */
export type ChargeSummary = Pick<
  Charge,
  'id' | 'method' | 'amountCents' | 'refundedCents' | 'status' | 'expiresAt' | 'payableUntil' | 'paidAt'
>;

const summaryColumns = [
  'id',
  'method',
  'amount_cents',
  'paid_amount_cents',
  'refunded_cents',
  'status',
  'expires_at',
  'payable_until',
  'paid_at',
] as const;
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
    refundedCents: refundedOf(row),
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

/**
 * The open Pix charge of a checkout at its present amount. Of a link the visitor's, with whatever coupons; without a
 * visitor the one for everybody, which has none.
 */
export async function findOpenPix(
  db: Db,
  tenant: Tenant,
  checkout: { readonly id: string; readonly amountCents: number },
  visitor?: string,
): Promise<Charge | undefined> {
  const query = db('charges')
    .select(...chargeColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, checkout_id: checkout.id })
    .where({ method: 'PIX', status: 'PENDING' })
    .limit(1);
  if (visitor !== undefined) query.where({ visitor });
  else {
    query.where({ amount_cents: checkout.amountCents }).whereNull('visitor');
    query.whereRaw(`(origin = 'CHECKOUT' or coupons = '{}')`);
  }
  const rows = (await query) as readonly ChargeRow[];
  return rows[0] && rowToCharge(rows[0]);
}

const boletosOfPayerMax = 20;

/** The newest open boletos of a checkout in this payer's name. */
export async function findOpenBoletos(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  payer: { readonly customerId: string; readonly name: string },
): Promise<readonly Charge[]> {
  const query = ofCheckout(db, tenant, checkoutId)
    .where({ method: 'BOLETO', status: 'PENDING' })
    .where({ customer_id: payer.customerId, boleto_payer_name: payer.name })
    .limit(boletosOfPayerMax);
  return ((await query) as readonly ChargeRow[]).map(rowToCharge);
}

/** A card charge of a checkout, or of one visitor of a link, whose outcome is not known yet. */
export async function findOpenCard(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  visitor?: string,
): Promise<Charge | undefined> {
  const query = ofCheckout(db, tenant, checkoutId).where({ method: 'CARD', status: 'PENDING' });
  if (visitor !== undefined) query.where({ visitor });
  const rows = (await query) as readonly ChargeRow[];
  return rows[0] && rowToCharge(rows[0]);
}

/** The newest charge by which a customer wants to subscribe, by one method, that has not been paid yet. */
export async function findOpenSubscription(
  db: Db,
  tenant: Tenant,
  by: { readonly checkoutId: string; readonly customerId: string; readonly method: PaymentMethod },
): Promise<Charge | undefined> {
  const query = ofCheckout(db, tenant, by.checkoutId)
    .where({ method: by.method, status: 'PENDING', customer_id: by.customerId })
    .whereNotNull('subscription_id');
  const rows = (await query) as readonly ChargeRow[];
  return rows[0] && rowToCharge(rows[0]);
}

/** What a visitor of a link has paid last, if the money is still with the store. */
export async function findPaymentOfVisitor(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  visitor: string,
): Promise<Charge | undefined> {
  const query = ofCheckout(db, tenant, checkoutId).where({ visitor }).whereIn('status', ['PAID', 'UNDER_DISPUTE']);
  const rows = (await query) as readonly ChargeRow[];
  return rows[0] && rowToCharge(rows[0]);
}

/** The newest one. */
function ofCheckout(db: Db, tenant: Tenant, checkoutId: string) {
  return db('charges')
    .select(...chargeColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, checkout_id: checkoutId })
    .orderBy('sort_key', 'desc')
    .limit(1);
}

/**
 * Card charges of any tenant that were begun before an instant (real time) and have no outcome yet, oldest first after
 * `last`. A row has the time of its store, which a test clock may have put years ahead; there are few such rows at once.
 */
export async function claimUnknownCardCharges(
  db: Db,
  begunBefore: Date,
  limit: number,
  last?: Charge,
): Promise<readonly { readonly tenant: Tenant; readonly charge: Charge }[]> {
  const query = db('charges')
    .select('store_id', ...chargeColumns)
    .where({ method: 'CARD', status: 'PENDING' })
    .whereRaw(
      `updated_at - coalesce((select offset_ms from store_clocks c where charges.dev_mode and c.store_id = charges.store_id), 0)
         * interval '1 millisecond' < ?`,
      [begunBefore],
    )
    .orderBy(['updated_at', 'id'])
    .limit(limit);
  if (last) query.whereRaw('(updated_at, id) > (?, ?)', [last.updatedAt, last.id]);
  const rows = (await query) as readonly (ChargeRow & { store_id: string })[];
  return rows.map((row) => ({ tenant: tenantOf(row.store_id, row.dev_mode), charge: rowToCharge(row) }));
}
