import { cents, mapPage, type Cents, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { selectPage, type Db, type Row } from '@pitanga/database';
import type { ApprovalStatus } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import { charges } from '../charges/charge-row';
import type { Refund, RefundStatus } from './refund';
import { refunds, rowToRefund } from './refund-row';

export interface RefundFilter {
  readonly id?: string | undefined;
  readonly originalId?: string | undefined;
  readonly status?: RefundStatus | undefined;
  readonly needsKey?: boolean | undefined;
  readonly approval?: ApprovalStatus | undefined;
}

export async function findRefund(db: Db, tenant: Tenant, sealer: Sealer, id: string): Promise<Refund | undefined> {
  const row = await refunds.of(db, tenant).where({ id }).first(refunds.columns);
  return row && rowToRefund(row, tenant, sealer);
}

/** The PENDING refund of a charge; there is at most one. */
export async function findPendingRefund(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  chargeId: string,
): Promise<Refund | undefined> {
  const pending = { charge_id: chargeId, kind: 'REQUESTED', status: 'PENDING' };
  const row = await refunds.of(db, tenant).where(pending).first(refunds.columns);
  return row && rowToRefund(row, tenant, sealer);
}

/** Whether a refund of a charge that was sent since then has been made. */
export async function hasMadeRefundSince(db: Db, tenant: Tenant, chargeId: string, since: Date): Promise<boolean> {
  const made = { charge_id: chargeId, kind: 'REQUESTED', status: 'COMPLETE' };
  return (await refunds.of(db, tenant).where(made).where('sent_at', '>=', since).first('id')) !== undefined;
}

const receiptRefundsMax = 20;

/** What the merchant gave back of a charge and has arrived, oldest first, the 20 newest. */
export async function listArrivedRefunds(
  db: Db,
  tenant: Tenant,
  chargeId: string,
): Promise<readonly { readonly amountCents: Cents; readonly refundedAt: Date }[]> {
  const rows = await refunds
    .of(db, tenant)
    .where({ charge_id: chargeId, kind: 'REQUESTED', status: 'COMPLETE' })
    .orderBy('id', 'desc')
    .limit(receiptRefundsMax)
    .select<{ amount_cents: string; updated_at: Date }[]>('amount_cents', 'updated_at');
  return rows.reverse().map((row) => ({ amountCents: cents(Number(row.amount_cents)), refundedAt: row.updated_at }));
}

/** `needsKey` of a refund. */
const waitsForKey = `(kind = 'OVERPAYMENT' and (step = 'KEY' or status = 'FAILED'))`;

/** The overpayments of a charge, or of every charge of a checkout, that wait for a Pix key, the oldest first. */
export async function listWaitingForKey(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  of: { readonly chargeId: string } | { readonly checkoutId: string },
): Promise<readonly Refund[]> {
  const rows = await refunds
    .of(db, tenant)
    .where((query) => {
      if ('chargeId' in of) void query.where('charge_id', of.chargeId);
      else void query.whereIn('charge_id', charges.of(db, tenant).where('checkout_id', of.checkoutId).select('id'));
    })
    .whereRaw(waitsForKey)
    .orderBy('id')
    .select<Row[]>(refunds.columns);
  return rows.map((row) => rowToRefund(row, tenant, sealer));
}

/** Whether this payment of a charge was recorded as an overpayment, which is returned. */
export async function hasOverpayment(db: Db, tenant: Tenant, provider: string, target: string): Promise<boolean> {
  return (await refunds.of(db, tenant).where({ provider, target, kind: 'OVERPAYMENT' }).first('id')) !== undefined;
}

export async function listRefunds(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  page: PageRequest,
  filter: RefundFilter,
): Promise<Page<Refund>> {
  const rows = await selectPage<Row>(db, tenant, {
    table: refunds.name,
    columns: refunds.columns,
    page,
    idKind: 'refund',
    filter: (query) => {
      if (filter.id !== undefined) query.where('id', filter.id);
      if (filter.originalId !== undefined) query.where('original_id', filter.originalId);
      if (filter.status !== undefined) query.where('status', filter.status);
      if (filter.approval !== undefined) query.where('approval_status', filter.approval);
      if (filter.needsKey !== undefined) query.whereRaw(filter.needsKey ? waitsForKey : `not ${waitsForKey}`);
    },
    // Leaves out refunds whose caller already got the refusal (see isHidden).
    cursorFilter: (query) => {
      void query.whereRaw(`(step <> 'TAKE_BACK' or refusal is not null)`);
    },
  });
  return mapPage(rows, (row) => rowToRefund(row, tenant, sealer));
}
