import { cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Payout, PayoutKind, PayoutStatus, PixKeyType } from './payout';

export interface PayoutRow {
  readonly id: string;
  readonly kind: PayoutKind;
  readonly status: PayoutStatus;
  readonly external_id: string;
  readonly amount_cents: number;
  readonly platform_fee_cents: number;
  readonly pix_key_type: PixKeyType;
  readonly masked_pix_key: string;
  readonly description: string | null;
  readonly receipt_url: string | null;
  readonly end_to_end_id: string | null;
  readonly failure_reason: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Writes a payout whose money is held; a taken externalId violates `payouts_external_id_key`. */
export async function insertPayout(db: Db, tenant: Tenant, payout: Payout): Promise<void> {
  const row: PayoutRow = {
    id: payout.id,
    kind: payout.kind,
    status: payout.status,
    external_id: payout.externalId,
    amount_cents: payout.amountCents,
    platform_fee_cents: payout.platformFeeCents,
    pix_key_type: payout.pixKeyType,
    masked_pix_key: payout.maskedPixKey,
    description: payout.description ?? null,
    receipt_url: payout.receiptUrl ?? null,
    end_to_end_id: payout.endToEndId ?? null,
    failure_reason: payout.failureReason ?? null,
    created_at: payout.createdAt,
    updated_at: payout.updatedAt,
  };
  await db('payouts').insert({ store_id: tenant.storeId, dev_mode: tenant.devMode, ...row });
}

export function rowToPayout(row: PayoutRow): Payout {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    externalId: row.external_id,
    amountCents: cents(row.amount_cents),
    platformFeeCents: cents(row.platform_fee_cents),
    pixKeyType: row.pix_key_type,
    maskedPixKey: row.masked_pix_key,
    description: row.description ?? undefined,
    receiptUrl: row.receipt_url ?? undefined,
    endToEndId: row.end_to_end_id ?? undefined,
    failureReason: row.failure_reason ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
