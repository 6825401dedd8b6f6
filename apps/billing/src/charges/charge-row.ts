import { cents, type Cents } from '@pitanga/core';
import type { PaymentMethod } from '../money/fees';
import type { BoletoFine } from '../money/late-fees';
import type { Charge, ChargeOrigin, ChargeStatus, DeclineClass } from './charge';

export interface ChargeRow {
  readonly id: string;
  readonly dev_mode: boolean;
  readonly external_id: string | null;
  readonly method: PaymentMethod;
  readonly origin: ChargeOrigin;
  readonly checkout_id: string | null;
  readonly visitor: string | null;
  readonly skip_customer: boolean;
  readonly customer_id: string | null;
  readonly amount_cents: number;
  readonly paid_amount_cents: number | null;
  readonly refunded_cents: number;
  readonly platform_fee_cents: number;
  readonly status: ChargeStatus;
  readonly description: string | null;
  readonly metadata: string;
  readonly ensure_same_tax_id: boolean;
  readonly provider: string;
  readonly expires_at: Date;
  readonly payable_until: Date | null;
  readonly paid_at: Date | null;
  readonly txid: string | null;
  readonly br_code: string | null;
  readonly qr_png: Buffer | null;
  readonly end_to_end_id: string | null;
  readonly bar_code: string | null;
  readonly digitable_line: string | null;
  readonly due_date: string | null;
  readonly interest_basis_points: number | null;
  readonly fine_kind: BoletoFine['kind'] | null;
  readonly fine_value: number | null;
  readonly boleto_payer_name: string | null;
  readonly card_id: string | null;
  readonly card_brand: string | null;
  readonly card_last_four: string | null;
  readonly installment_count: number | null;
  readonly payment_reference: string | null;
  readonly failure_code: string | null;
  readonly failure_class: DeclineClass | null;
  readonly failure_message: string | null;
  readonly coupons: readonly string[];
  readonly subscription_id: string | null;
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
  'visitor',
  'skip_customer',
  'customer_id',
  'amount_cents',
  'paid_amount_cents',
  'refunded_cents',
  'platform_fee_cents',
  'status',
  'description',
  'metadata',
  'ensure_same_tax_id',
  'provider',
  'expires_at',
  'payable_until',
  'paid_at',
  'txid',
  'br_code',
  'qr_png',
  'end_to_end_id',
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
  'payment_reference',
  'failure_code',
  'failure_class',
  'failure_message',
  'coupons',
  'subscription_id',
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
    visitor: row.visitor ?? undefined,
    skipCustomer: row.skip_customer,
    customerId: row.customer_id ?? undefined,
    amountCents: cents(row.amount_cents),
    paidAmountCents: row.paid_amount_cents === null ? undefined : cents(row.paid_amount_cents),
    refundedCents: refundedOf(row),
    platformFeeCents: cents(row.platform_fee_cents),
    status: row.status,
    description: row.description ?? undefined,
    metadataJson: row.metadata,
    ensureSameTaxId: row.ensure_same_tax_id,
    provider: row.provider,
    expiresAt: row.expires_at,
    payableUntil: row.payable_until ?? undefined,
    paidAt: row.paid_at ?? undefined,
    pix: pixOf(row),
    boleto: boletoOf(row),
    card: cardOf(row),
    failure: failureOf(row),
    paymentReference: row.payment_reference ?? undefined,
    coupons: row.coupons,
    subscriptionId: row.subscription_id ?? undefined,
    payer: payerOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The version before this column refunded all at once, and wrote nothing but the status. */
export function refundedOf(row: Pick<ChargeRow, 'status' | 'paid_amount_cents' | 'refunded_cents'>): Cents {
  return cents(row.status === 'REFUNDED' ? (row.paid_amount_cents ?? 0) : row.refunded_cents);
}

function pixOf(row: ChargeRow): Charge['pix'] {
  if (row.br_code === null || row.txid === null || row.qr_png === null) return undefined;
  return { brCode: row.br_code, qrPng: row.qr_png, txid: row.txid, endToEndId: row.end_to_end_id ?? undefined };
}

function boletoOf(row: ChargeRow): Charge['boleto'] {
  if (row.bar_code === null || row.digitable_line === null || row.due_date === null) return undefined;
  return {
    barCode: row.bar_code,
    digitableLine: row.digitable_line,
    dueDate: row.due_date,
    interestBasisPoints: row.interest_basis_points ?? undefined,
    payerName: row.boleto_payer_name ?? undefined,
    fine:
      row.fine_kind === null || row.fine_value === null ? undefined : { kind: row.fine_kind, value: row.fine_value },
  };
}

function cardOf(row: ChargeRow): Charge['card'] {
  if (row.card_id === null || row.card_brand === null || row.card_last_four === null) return undefined;
  const { card_id: cardId, card_brand: brand, card_last_four: lastFour } = row;
  return { cardId, brand, lastFour, installmentCount: row.installment_count ?? 1 };
}

function failureOf(row: ChargeRow): Charge['failure'] {
  if (row.failure_code === null || row.failure_class === null) return undefined;
  return { code: row.failure_code, declineClass: row.failure_class, message: row.failure_message ?? '' };
}

function payerOf(row: ChargeRow): Charge['payer'] {
  if (row.payer_is_customer === null) return undefined;
  return {
    name: row.payer_name ?? undefined,
    maskedTaxId: row.payer_masked_tax_id ?? undefined,
    isSameAsCustomer: row.payer_is_customer,
  };
}
