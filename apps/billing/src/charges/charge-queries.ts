import {
  mapPage,
  type Cents,
  type CrossTenant,
  type Owned,
  type Page,
  type PageRequest,
  type Tenant,
} from '@pitanga/core';
import { selectPage, type Db, type Filter, type Row } from '@pitanga/database';
import { paymentMethods, type PaymentMethod } from '../money/fees';
import { chargeStatuses, type Charge, type ChargeMethod, type ChargeOrigin, type ChargeStatus } from './charge';
import { charges, refundedAmount, rowToCharge, rowToOwnedCharge } from './charge-row';

export interface ChargeFilter {
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly status?: ChargeStatus | undefined;
  readonly method?: PaymentMethod | undefined;
}

const findSql = `
  select ${charges.selectSql()} from charges where id = :id and store_id = :storeId and dev_mode = :devMode`;

/** A charge by id, of any origin. */
export async function findCharge(db: Db, tenant: Tenant, id: string): Promise<Charge | undefined> {
  const { rows } = await db.raw<{ rows: Row[] }>(findSql, { ...tenant, id }).options({ name: 'find_charge' });
  return rows[0] && rowToCharge(rows[0]);
}

/** A charge with its tenant, by its unguessable id: for public pages. */
export async function resolveCharge(
  db: Db,
  _all: CrossTenant,
  id: string,
): Promise<Owned<{ readonly charge: Charge }> | undefined> {
  const row = await db<Row>(charges.name).where({ id }).first(charges.columns);
  return row && rowToOwnedCharge(row);
}

/** Charges of one origin; `now` decides which pending ones read EXPIRED. */
export async function listChargesFrom(
  db: Db,
  tenant: Tenant,
  origin: ChargeOrigin,
  page: PageRequest,
  filter: ChargeFilter,
  now: Date,
): Promise<Page<Charge>> {
  const rows = await selectPage<Row & { id: string }>(db, tenant, {
    table: charges.name,
    columns: charges.columns,
    page,
    sortColumn: 'sort_key',
    cursorFilter: (query) => {
      query.where({ origin });
    },
    filter: (query) => {
      if (filter.id !== undefined) query.where('id', filter.id);
      if (filter.externalId !== undefined) query.where('external_id', filter.externalId);
    },
    parts: listParts(tenant, filter, now),
  });
  return mapPage(rows, rowToCharge);
}

/** One part for each status and method, as charges_store_status_idx orders them: rare values cost as little as common ones. */
function listParts(tenant: Tenant, { status, method }: ChargeFilter, now: Date): readonly Filter[] {
  if (status === undefined && method === undefined) return [];
  const methods = method === undefined ? paymentMethods : [method];
  const parts = chargeStatusParts(status, now).flatMap((isOfStatus) =>
    methods.map((name): Filter => (query) => {
      isOfStatus(query);
      query.where({ method: name });
    }),
  );
  return status === 'EXPIRED' ? [...parts, overdueCharges(tenant, now, methods)] : parts;
}

/** One part for each stored status; without a status of all of them, with EXPIRED without the {@link overdueCharges}. */
export function chargeStatusParts(status: ChargeStatus | undefined, now: Date): readonly Filter[] {
  const stored = status === undefined ? chargeStatuses : [status];
  return stored.map((state): Filter => (query) => {
    query.where({ status: state });
    if (status === 'PENDING') query.whereRaw('coalesce(payable_until, expires_at) > :now', { now });
  });
}

/**
 * Pending charges that read EXPIRED (`statusAt`), found through the queue of the expiry job: it holds about a second of
 * rows of all tenants, while one store may have very many open charges. The array keeps PostgreSQL from walking the
 * index of the list instead, and `is not distinct from` from reading the open charges of the store.
 */
export function overdueCharges({ storeId, devMode }: Tenant, now: Date, methods: readonly ChargeMethod[]): Filter {
  return (query) =>
    void query.whereRaw(
      `id = any(array(
         select id from charges
         where status = 'PENDING' and coalesce(payable_until, expires_at) <= :now and method = any(:methods)
           and store_id is not distinct from :storeId and dev_mode is not distinct from :devMode
       ))`,
      { now, methods: [...methods], storeId, devMode },
    );
}

/** One payment of a checkout, without its code and picture. */
export type ChargeSummary = Pick<
  Charge,
  | 'id'
  | 'method'
  | 'amountCents'
  | 'surchargeCents'
  | 'refundedCents'
  | 'status'
  | 'expiresAt'
  | 'payableUntil'
  | 'paidAt'
  | 'upsellItem'
>;

const summary = charges.pick(
  'id',
  'method',
  'amountCents',
  'surchargeCents',
  'paidAmountCents',
  'refundedCents',
  'status',
  'expiresAt',
  'payableUntil',
  'paidAt',
  'upsellItem',
);

function rowToSummary(row: Row): ChargeSummary {
  const { paidAmountCents, ...values } = summary.fromRow(row);
  return { ...values, refundedCents: refundedAmount({ ...values, paidAmountCents }) };
}

/** The newest charges of a checkout. */
export async function findChargesOfCheckout(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  limit: number,
): Promise<readonly ChargeSummary[]> {
  const rows = await newestCharges(db, tenant, checkoutId).select(summary.columns).limit(limit);
  return rows.map(rowToSummary);
}

/** Every charge of a checkout or link, page by page. */
export async function listChargesOfCheckout(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  page: PageRequest,
): Promise<Page<ChargeSummary>> {
  const rows = await selectPage<Row & { id: string }>(db, tenant, {
    table: charges.name,
    columns: summary.columns,
    page,
    sortColumn: 'sort_key',
    cursorFilter: (query) => {
      query.where('checkout_id', checkoutId);
    },
  });
  return mapPage(rows, rowToSummary);
}

/** The newest charge of a checkout by one method, in any state. */
export async function findNewestCharge(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  method: PaymentMethod,
): Promise<Charge | undefined> {
  const row = await newestCharges(db, tenant, checkoutId).where({ method }).first(charges.columns);
  return row && rowToCharge(row);
}

/**
 * The open Pix charge of a checkout at its present amount. Of a link: the visitor's, with any coupons, or without a
 * visitor the shared one, which has no coupons.
 */
export async function findOpenPix(
  db: Db,
  tenant: Tenant,
  checkout: { readonly id: string; readonly amountCents: Cents },
  visitor?: string,
): Promise<Charge | undefined> {
  const query = charges.of(db, tenant).where({ checkout_id: checkout.id, method: 'PIX', status: 'PENDING' });
  if (visitor !== undefined) query.where({ visitor });
  else {
    query.where({ amount_cents: checkout.amountCents }).whereNull('visitor');
    query.whereRaw(`(origin = 'CHECKOUT' or coupons = '{}')`);
  }
  const row = await query.first(charges.columns);
  return row && rowToCharge(row);
}

/** The open Pix charge of the checkout of a cycle: its attempt at hand. */
export async function findPixOfCycle(db: Db, tenant: Tenant, checkoutId: string): Promise<Charge | undefined> {
  const row = await charges
    .of(db, tenant)
    .where({ checkout_id: checkoutId, method: 'PIX', status: 'PENDING' })
    .first(charges.columns);
  return row && rowToCharge(row);
}

const boletosOfPayerMax = 20;

/** The newest open boletos of a checkout in this payer's name. */
export async function findOpenBoletos(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  payer: { readonly customerId: string; readonly name: string },
): Promise<readonly Charge[]> {
  const rows = await newestCharges(db, tenant, checkoutId)
    .where({ method: 'BOLETO', status: 'PENDING' })
    .where({ customer_id: payer.customerId, boleto_payer_name: payer.name })
    .select(charges.columns)
    .limit(boletosOfPayerMax);
  return rows.map(rowToCharge);
}

/** The newest card charge without an outcome, of a checkout or of one visitor of a link. */
export async function findOpenCard(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  visitor?: string,
): Promise<Charge | undefined> {
  const query = newestCharges(db, tenant, checkoutId).where({ method: 'CARD', status: 'PENDING' });
  if (visitor !== undefined) query.where({ visitor });
  const row = await query.first(charges.columns);
  return row && rowToCharge(row);
}

/** The newest unpaid charge of one method by which a customer subscribes. */
export async function findOpenSubscription(
  db: Db,
  tenant: Tenant,
  by: { readonly checkoutId: string; readonly customerId: string; readonly method: PaymentMethod },
): Promise<Charge | undefined> {
  const row = await newestCharges(db, tenant, by.checkoutId)
    .where({ method: by.method, status: 'PENDING', customer_id: by.customerId })
    .whereNotNull('subscription_id')
    .first(charges.columns);
  return row && rowToCharge(row);
}

/** The last payment of a visitor of a link, if the store still has the money. */
export async function findPaymentOfVisitor(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  visitor: string,
): Promise<Charge | undefined> {
  const row = await newestCharges(db, tenant, checkoutId)
    .where({ visitor })
    .whereIn('status', ['PAID', 'UNDER_DISPUTE'])
    .first(charges.columns);
  return row && rowToCharge(row);
}

function newestCharges(db: Db, tenant: Tenant, checkoutId: string) {
  return charges.of(db, tenant).where({ checkout_id: checkoutId }).orderBy('sort_key', 'desc');
}

/**
 * Card charges without an outcome that were begun before an instant (real time), oldest first after `last`. The times
 * of a row are those of its store, which a test clock may have moved years ahead; there are few such rows at once.
 */
export async function listUnresolvedCardCharges(
  db: Db,
  _all: CrossTenant,
  begunBefore: Date,
  limit: number,
  last?: Charge,
): Promise<readonly Owned<{ readonly charge: Charge }>[]> {
  const query = db<Row>(charges.name)
    .select(charges.columns)
    .where({ method: 'CARD', status: 'PENDING' })
    // Its own queue.
    .whereNull('action_due_at')
    .whereRaw(
      `updated_at - coalesce((select offset_ms from store_clocks c where charges.dev_mode and c.store_id = charges.store_id), 0)
         * interval '1 millisecond' < :begunBefore`,
      { begunBefore },
    )
    .orderBy(['updated_at', 'id'])
    .limit(limit);
  if (last) query.whereRaw('(updated_at, id) > (:updatedAt, :id)', { updatedAt: last.updatedAt, id: last.id });
  return (await query).map(rowToOwnedCharge);
}
