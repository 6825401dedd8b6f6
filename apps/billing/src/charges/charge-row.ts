import { cents } from '@pitanga/core';
import type { Charge, ChargeOrigin, ChargeStatus } from './charge';
import type { PaymentMethod } from './fees';

export interface ChargeRow {
  readonly id: string;
  readonly dev_mode: boolean;
  readonly external_id: string | null;
  readonly method: PaymentMethod;
  readonly origin: ChargeOrigin;
  readonly checkout_id: string | null;
  readonly customer_id: string | null;
  readonly amount_cents: number;
  readonly paid_amount_cents: number | null;
  readonly platform_fee_cents: number;
  readonly status: ChargeStatus;
  readonly description: string | null;
  readonly metadata: string;
  readonly ensure_same_tax_id: boolean;
  readonly provider: string;
  readonly expires_at: Date;
  readonly paid_at: Date | null;
  readonly txid: string | null;
  readonly br_code: string | null;
  readonly qr_png: Buffer | null;
  readonly end_to_end_id: string | null;
  readonly payer_name: string | null;
  readonly payer_masked_tax_id: string | null;
  readonly payer_is_customer: boolean | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const chargeColumns = [
  'id',
  'dev_mode',
  'external_id',
  'method',
  'origin',
  'checkout_id',
  'customer_id',
  'amount_cents',
  'paid_amount_cents',
  'platform_fee_cents',
  'status',
  'description',
  'metadata',
  'ensure_same_tax_id',
  'provider',
  'expires_at',
  'paid_at',
  'txid',
  'br_code',
  'qr_png',
  'end_to_end_id',
  'payer_name',
  'payer_masked_tax_id',
  'payer_is_customer',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ChargeRow)[];

export function rowToCharge(row: ChargeRow): Charge {
  return {
    id: row.id,
    devMode: row.dev_mode,
    externalId: row.external_id ?? undefined,
    method: row.method,
    origin: row.origin,
    checkoutId: row.checkout_id ?? undefined,
    customerId: row.customer_id ?? undefined,
    amountCents: cents(row.amount_cents),
    paidAmountCents: row.paid_amount_cents === null ? undefined : cents(row.paid_amount_cents),
    platformFeeCents: cents(row.platform_fee_cents),
    status: row.status,
    description: row.description ?? undefined,
    metadataJson: row.metadata,
    ensureSameTaxId: row.ensure_same_tax_id,
    provider: row.provider,
    expiresAt: row.expires_at,
    paidAt: row.paid_at ?? undefined,
    pix: pixOf(row),
    payer: payerOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function pixOf(row: ChargeRow): Charge['pix'] {
  if (row.method !== 'PIX' || row.br_code === null || row.txid === null || row.qr_png === null) return undefined;
  return { brCode: row.br_code, qrPng: row.qr_png, txid: row.txid, endToEndId: row.end_to_end_id ?? undefined };
}

function payerOf(row: ChargeRow): Charge['payer'] {
  if (row.payer_is_customer === null) return undefined;
  return {
    name: row.payer_name ?? undefined,
    maskedTaxId: row.payer_masked_tax_id ?? undefined,
    isSameAsCustomer: row.payer_is_customer,
  };
}
