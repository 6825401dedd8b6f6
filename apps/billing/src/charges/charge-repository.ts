import type { OutboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { outboxAppended, outboxInsertSql, outboxRow, type Db } from '@pitanga/database';
import type { Charge } from './charge';
import { chargeColumns, rowToCharge, type ChargeRow } from './charge-row';

const returned = ['store_id', ...chargeColumns].map((column) => `charges.${column}`).join(', ');

const insertSql = `
  with created as (
    insert into charges (
      id, store_id, dev_mode, external_id, method, origin, checkout_id, customer_id, amount_cents, platform_fee_cents,
      status, description, metadata, ensure_same_tax_id, provider, expires_at, txid, br_code, qr_png, created_at, updated_at
    ) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
    .raw(insertSql, [
      charge.id,
      tenant.storeId,
      tenant.devMode,
      charge.externalId ?? null,
      charge.method,
      charge.origin,
      charge.checkoutId ?? null,
      charge.customerId ?? null,
      charge.amountCents,
      charge.platformFeeCents,
      charge.status,
      charge.description ?? null,
      charge.metadataJson,
      charge.ensureSameTaxId,
      charge.provider,
      charge.expiresAt,
      charge.pix?.txid ?? null,
      charge.pix?.brCode ?? null,
      charge.pix?.qrPng ?? null,
      charge.createdAt,
      charge.updatedAt,
      ...outboxRow(created, recordedAt),
    ])
    .options({ name: 'insert_charge' });
  outboxAppended(db);
}

/** The charge with its row locked; lock its checkout first (lock order: coupon, checkout, charge). */
export async function lockCharge(db: Db, tenant: Tenant, id: string): Promise<Charge | undefined> {
  const rows = (await db('charges')
    .select(...chargeColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .forUpdate()) as readonly ChargeRow[];
  return rows[0] && rowToCharge(rows[0]);
}

/** Writes a payment; throws unless exactly this PENDING charge changed (the caller holds its lock). */
export async function savePaidCharge(db: Db, tenant: Tenant, charge: Charge): Promise<void> {
  const changed = await db('charges')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id: charge.id, status: 'PENDING' })
    .update({
      status: charge.status,
      customer_id: charge.customerId ?? null,
      paid_amount_cents: charge.paidAmountCents ?? null,
      paid_at: charge.paidAt ?? null,
      end_to_end_id: charge.pix?.endToEndId ?? null,
      payer_name: charge.payer?.name ?? null,
      payer_masked_tax_id: charge.payer?.maskedTaxId ?? null,
      payer_is_customer: charge.payer?.isSameAsCustomer ?? null,
      metadata: charge.metadataJson,
      updated_at: charge.updatedAt,
    });
  if (changed !== 1) throw new Error(`charge ${charge.id} was not PENDING under its own lock`);
}

/** A charge that has just expired, with its tenant: jobs work for every store. */
export interface ExpiredCharge {
  readonly storeId: string;
  readonly charge: Charge;
}

/** Expires a batch of charges whose time is over; rows that a payment holds are left to it. */
export async function claimExpiredCharges(db: Db, now: Date, limit: number): Promise<readonly ExpiredCharge[]> {
  const { rows } = await db.raw<{ rows: (ChargeRow & { store_id: string })[] }>(
    `with due as (
       select id from charges where status = 'PENDING' and expires_at <= ?
       order by expires_at limit ? for update skip locked
     )
     update charges set status = 'EXPIRED', updated_at = ? from due where charges.id = due.id
     returning ${returned}`,
    [now, limit, now],
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
       and expires_at <= coalesce(?::timestamptz, 'infinity')
     returning ${returned}`,
    [at, tenant.storeId, tenant.devMode, checkoutId, dueAt ?? null],
  );
  return rows.map(rowToCharge);
}

/** Cancels the open charges of a checkout, whose lock the caller holds. */
export async function cancelOpenCharges(
  db: Db,
  tenant: Tenant,
  checkoutId: string,
  at: Date,
): Promise<readonly Charge[]> {
  const { rows } = await db.raw<{ rows: ChargeRow[] }>(
    `update charges set status = 'CANCELLED', updated_at = ?
     where store_id = ? and dev_mode = ? and checkout_id = ? and status = 'PENDING'
     returning ${returned}`,
    [at, tenant.storeId, tenant.devMode, checkoutId],
  );
  return rows.map(rowToCharge);
}
