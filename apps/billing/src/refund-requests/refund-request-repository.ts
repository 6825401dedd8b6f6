import { mapPage, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import {
  boolean,
  cents,
  optional,
  selectPage,
  table,
  text,
  timestamp,
  whereGiven,
  type Db,
  type Locked,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { Charge } from '../charges/charge';
import type { RefundRequest, RefundRequestStatus } from './refund-request';

const requests = table('refund_requests', {
  id: text('id'),
  devMode: boolean('dev_mode'),
  status: text<RefundRequestStatus>('status'),
  chargeId: text('charge_id'),
  checkoutId: optional(text('checkout_id')),
  customerId: text('customer_id'),
  amountCents: cents('amount_cents'),
  reason: optional(text('reason')),
  refundId: optional(text('refund_id')),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

export interface RefundRequestFilter {
  readonly id?: string | undefined;
  readonly chargeId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly status?: RefundRequestStatus | undefined;
}

/** Under the lock of its charge, which has no other OPEN one. */
export async function insertRefundRequest(
  tx: Tx,
  tenant: Tenant,
  _charge: Locked<Charge>,
  request: RefundRequest,
): Promise<void> {
  await tx(requests.name).insert({ store_id: tenant.storeId, ...requests.toRow(request) });
}

export async function findRefundRequest(db: Db, tenant: Tenant, id: string): Promise<RefundRequest | undefined> {
  const row = await requests.of(db, tenant).where({ id }).first(requests.columns);
  return row && requests.fromRow(row);
}

export async function findOpenRequest(
  tx: Tx,
  tenant: Tenant,
  { id }: Locked<Charge>,
): Promise<RefundRequest | undefined> {
  const row = await requests.of(tx, tenant).where({ charge_id: id, status: 'OPEN' }).first(requests.columns);
  return row && requests.fromRow(row);
}

export async function listRefundRequests(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  { id, chargeId, customerId, status }: RefundRequestFilter,
): Promise<Page<RefundRequest>> {
  const found = await selectPage<Row & { id: string }>(db, tenant, {
    table: requests.name,
    columns: requests.columns,
    page,
    idKind: 'refundRequest',
    filter: whereGiven({ id, charge_id: chargeId, customer_id: customerId, status }),
  });
  return mapPage(found, (row) => requests.fromRow(row));
}

/** The newest of each of these charges. */
export async function findNewestRequests(
  db: Db,
  tenant: Tenant,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, RefundRequest>> {
  if (chargeIds.length === 0) return new Map();
  const rows = await requests
    .of(db, tenant)
    .whereIn('charge_id', chargeIds)
    .distinctOn('charge_id')
    .orderBy([{ column: 'charge_id' }, { column: 'id', order: 'desc' }])
    .select<Row[]>(requests.columns);
  return new Map(rows.map((row) => requests.fromRow(row)).map((request) => [request.chargeId, request]));
}

/** A refund of the charge answers the request that waits, if one does. */
export async function approveOpenRequest(
  tx: Tx,
  tenant: Tenant,
  { id }: Locked<Charge>,
  { refundId, at }: { readonly refundId: string; readonly at: Date },
): Promise<void> {
  await requests
    .of(tx, tenant)
    .where({ charge_id: id, status: 'OPEN' })
    .update(requests.toRow({ status: 'APPROVED', refundId, updatedAt: at }));
}

export async function refuseOpenRequest(
  tx: Tx,
  tenant: Tenant,
  { id }: Locked<Charge>,
  request: RefundRequest,
  at: Date,
): Promise<RefundRequest> {
  await requests
    .of(tx, tenant)
    .where({ id: request.id, charge_id: id, status: 'OPEN' })
    .update(requests.toRow({ status: 'REFUSED', updatedAt: at }));
  return { ...request, status: 'REFUSED', updatedAt: at };
}

/** Forgets what a customer wrote. */
export async function forgetReasons(tx: Tx, tenant: Tenant, customerId: string): Promise<void> {
  await requests.of(tx, tenant).where({ customer_id: customerId }).whereNotNull('reason').update({ reason: null });
}
