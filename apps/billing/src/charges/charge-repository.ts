import type { OutboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { outboxAppended, outboxInsertSql, outboxRow, type Db } from '@pitanga/database';
import type { Charge } from './charge';
import { chargeColumns, rowToCharge, type ChargeRow } from './charge-row';
import { movedClocksSql } from './moved-clocks';

const returned = ['store_id', ...chargeColumns].map((column) => `charges.${column}`).join(', ');

/** What an insert writes; everything else of a charge comes later. */
const insertedColumns = [
  'id',
  'store_id',
  'dev_mode',
  'external_id',
  'method',
  'origin',
  'checkout_id',
  'visitor',
  'skip_customer',
  'customer_id',
  'amount_cents',
  'platform_fee_cents',
  'status',
  'description',
  'metadata',
  'ensure_same_tax_id',
  'provider',
  'expires_at',
  'payable_until',
  'txid',
  'br_code',
  'qr_png',
  'bar_code',
  'digitable_line',
  'due_date',
  'interest_basis_points',
  'fine_kind',
  'fine_value',
  'boleto_payer_name',
  'card_id',
  'card_brand',
  'card_last_four',
  'installment_count',
  'coupons',
  'subscription_id',
  'created_at',
  'updated_at',
] as const;

const insertSql = `
  with created as (
    insert into charges (${insertedColumns.join(', ')}) values (${insertedColumns.map(() => '?').join(', ')})
    returning id
  )
  ${outboxInsertSql('created')}`;

/**
 * Inserts a charge and its fact in one statement: the hottest write of the system, one round trip and
 * one commit.
 */
export async function insertCharge(
  db: Db,
  tenant: Tenant,
  charge: Charge,
  created: OutboundEvent,
  recordedAt: Date,
): Promise<void> {
  await db
    .raw(insertSql, [...insertedValues(tenant, charge), ...outboxRow(created, recordedAt)])
    .options({ name: 'insert_charge' });
  outboxAppended(db);
}

/** In the order of {@link insertedColumns}. */
function insertedValues(tenant: Tenant, charge: Charge): Value[] {
  const { pix, boleto, card } = charge;
  return [
    charge.id,
    tenant.storeId,
    tenant.devMode,
    charge.externalId ?? null,
    charge.method,
    charge.origin,
    charge.checkoutId ?? null,
    charge.visitor ?? null,
    charge.skipCustomer ?? false,
    charge.customerId ?? null,
    charge.amountCents,
    charge.platformFeeCents,
    charge.status,
    charge.description ?? null,
    charge.metadataJson,
    charge.ensureSameTaxId,
    charge.provider,
    charge.expiresAt,
    charge.payableUntil ?? null,
    pix?.txid ?? null,
    pix?.brCode ?? null,
    pix?.qrPng ?? null,
    boleto?.barCode ?? null,
    boleto?.digitableLine ?? null,
    boleto?.dueDate ?? null,
    boleto?.interestBasisPoints ?? null,
    boleto?.fine?.kind ?? null,
    boleto?.fine?.value ?? null,
    boleto?.payerName ?? null,
    card?.cardId ?? null,
    card?.brand ?? null,
    card?.lastFour ?? null,
    card?.installmentCount ?? null,
    [...charge.coupons],
    charge.subscriptionId ?? null,
    charge.createdAt,
    charge.updatedAt,
  ];
}

type Value = string | number | boolean | Date | Buffer | string[] | null;

/** From now on the payer of this open charge does not become the customer. */
export async function saveSkippedCustomer(db: Db, tenant: Tenant, id: string): Promise<void> {
  await db('charges')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id, status: 'PENDING' })
    .update({ skip_customer: true });
}

/** The charge with its row locked; lock its checkout first (lock order: coupon, checkout, charge). */
export async function lockCharge(db: Db, tenant: Tenant, id: string): Promise<Charge | undefined> {
  const rows = (await db('charges')
    .select(...chargeColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .forUpdate()
    .options({ name: 'charge_lock' })) as readonly ChargeRow[];
  return rows[0] && rowToCharge(rows[0]);
}

/** Writes a payment; throws unless this charge, PENDING or expired since, changed (the caller holds its lock). */
export async function savePaidCharge(db: Db, tenant: Tenant, charge: Charge): Promise<void> {
  const changed = await db('charges')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id: charge.id })
    .whereIn('status', ['PENDING', 'EXPIRED'])
    .update({
      status: charge.status,
      customer_id: charge.customerId ?? null,
      paid_amount_cents: charge.paidAmountCents ?? null,
      paid_at: charge.paidAt ?? null,
      end_to_end_id: charge.pix?.endToEndId ?? null,
      payment_reference: charge.paymentReference ?? null,
      payer_name: charge.payer?.name ?? null,
      payer_masked_tax_id: charge.payer?.maskedTaxId ?? null,
      payer_is_customer: charge.payer?.isSameAsCustomer ?? null,
      metadata: charge.metadataJson,
      updated_at: charge.updatedAt,
    })
    .options({ name: 'charge_save_paid' });
  if (changed !== 1) throw new Error(`charge ${charge.id} was neither PENDING nor EXPIRED under its own lock`);
}

/** Writes another status, with its reason when it FAILED; throws unless the charge was still in `before.status`. */
export async function saveChargeStatus(db: Db, tenant: Tenant, before: Charge, charge: Charge): Promise<void> {
  const changed = await db('charges')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id: charge.id, status: before.status })
    .update({
      status: charge.status,
      failure_code: charge.failure?.code ?? null,
      failure_class: charge.failure?.declineClass ?? null,
      failure_message: charge.failure?.message ?? null,
      updated_at: charge.updatedAt,
    });
  if (changed !== 1) throw new Error(`charge ${charge.id} was not ${before.status} under its own lock`);
}

/** Writes what is back with its payer and its status; throws unless both were still as in `before`. */
export async function saveRefundedCharge(db: Db, tenant: Tenant, before: Charge, charge: Charge): Promise<void> {
  const changed = await db('charges')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id: charge.id })
    .where({ status: before.status, refunded_cents: before.refundedCents })
    .update({ status: charge.status, refunded_cents: charge.refundedCents, updated_at: charge.updatedAt });
  if (changed !== 1) throw new Error(`charge ${charge.id} changed under its own lock`);
}

/** A charge that has just expired, with its tenant: jobs work for every store. */
export interface ExpiredCharge {
  readonly storeId: string;
  readonly charge: Charge;
}

/**
 * Expires a batch of charges whose time is over at `now` (real time); rows that a payment holds are left to it. Those
 * of stores whose clock was moved are expired by {@link claimExpiredChargesOfMoved}.
 */
export async function claimExpiredCharges(db: Db, now: Date, limit: number): Promise<readonly ExpiredCharge[]> {
  const { rows } = await db.raw<{ rows: (ChargeRow & { store_id: string })[] }>(
    `with due as (
       select id from charges where status = 'PENDING' and coalesce(payable_until, expires_at) <= :now
         and not exists (select from store_clocks c where charges.dev_mode and c.store_id = charges.store_id)
       order by coalesce(payable_until, expires_at) limit :limit for update skip locked
     )
     update charges set status = 'EXPIRED', updated_at = :now from due where charges.id = due.id
     returning ${returned}`,
    { now, limit },
  );
  return rows.map((row) => ({ storeId: row.store_id, charge: rowToCharge(row) }));
}

/**
 * The same for stores whose clock was moved, by their own time, which is told too: of one, or of all that are not being
 * advanced just now.
 */
export async function claimExpiredChargesOfMoved(
  db: Db,
  now: Date,
  limit: number,
  tenant?: Tenant,
): Promise<readonly ExpiredCharge[]> {
  const { rows } = await db.raw<{ rows: (ChargeRow & { store_id: string })[] }>(
    `with due as materialized (
       select own.id, clocks.now from (${movedClocksSql}) clocks cross join lateral (
         select id from charges
         where store_id = clocks.store_id and dev_mode and status = 'PENDING'
           and coalesce(payable_until, expires_at, expires_at) <= clocks.now
         order by coalesce(payable_until, expires_at, expires_at) limit :limit for update skip locked
       ) own limit :limit
     )
     update charges set status = 'EXPIRED', updated_at = due.now from due where charges.id = due.id
     returning ${returned}`,
    { now, limit, storeId: tenant?.storeId ?? null },
  );
  return rows.map((row) => ({ storeId: row.store_id, charge: rowToCharge(row) }));
}

/** Expires the open charges of a checkout, whose lock the caller holds; with `dueAt` only those whose time is over. */
export async function expireOpenCharges(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  at: Date,
  dueAt?: Date,
): Promise<readonly Charge[]> {
  const { rows } = await db.raw<{ rows: ChargeRow[] }>(
    `update charges set status = 'EXPIRED', updated_at = ?
     where store_id = ? and dev_mode = ? and checkout_id = ? and status = 'PENDING'
       and coalesce(payable_until, expires_at) <= coalesce(?::timestamptz, 'infinity')
     returning ${returned}`,
    [at, tenant.storeId, tenant.devMode, checkoutId, dueAt ?? null],
  );
  return rows.map(rowToCharge);
}

/** Cancels the open charges of a checkout, whose lock the caller holds, except one. */
export async function cancelOpenCharges(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  at: Date,
  exceptId = '',
): Promise<readonly Charge[]> {
  const { rows } = await db.raw<{ rows: ChargeRow[] }>(
    `update charges set status = 'CANCELLED', updated_at = ?
     where store_id = ? and dev_mode = ? and checkout_id = ? and status = 'PENDING' and id <> ?
     returning ${returned}`,
    [at, tenant.storeId, tenant.devMode, checkoutId, exceptId],
  );
  return rows.map(rowToCharge);
}
