import { cents, refundFailureReason, type PixKeyType, type Tenant } from '@pitanga/core';
import type { SealedColumn } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { Refund, RefundRail, RefundStatus, RefundStep } from './refund';

export interface RefundRow {
  readonly id: string;
  readonly dev_mode: boolean;
  readonly kind: Refund['kind'];
  readonly charge_id: string;
  readonly checkout_id: string | null;
  readonly original_id: string;
  readonly status: RefundStatus;
  readonly step: RefundStep;
  readonly rail: RefundRail;
  readonly provider: string;
  readonly target: string;
  readonly pix_key_type: PixKeyType | null;
  readonly pix_key_sealed: Buffer | null;
  readonly amount_cents: number;
  readonly reason: string | null;
  readonly reference: string | null;
  /** Versions before wrote a sentence. */
  readonly failure_reason: string | null;
  readonly provider_code: string | null;
  readonly requested_at: Date;
  readonly sent_at: Date | null;
  readonly account: string | null;
  readonly refusal: string | null;
  readonly attempts: number;
  readonly order_number: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const refundColumns = [
  'id',
  'dev_mode',
  'kind',
  'charge_id',
  'checkout_id',
  'original_id',
  'status',
  'step',
  'rail',
  'provider',
  'target',
  'pix_key_type',
  'pix_key_sealed',
  'amount_cents',
  'reason',
  'reference',
  'failure_reason',
  'provider_code',
  'requested_at',
  'sent_at',
  'account',
  'refusal',
  'attempts',
  'order_number',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof RefundRow)[];

export const sealedPixKeys: SealedColumn = {
  table: 'refunds',
  column: 'pix_key_sealed',
  key: ['id'],
  more: ['store_id'],
  place: (row) => keyPlace(String(row['store_id']), String(row['id'])),
};

function keyPlace(storeId: string, id: string) {
  return ['refunds', 'pix_key_sealed', storeId, id] as const;
}

export function rowToRefund(row: RefundRow, tenant: Tenant, sealer: Sealer): Refund {
  const { pix_key_type: type, pix_key_sealed: sealed } = row;
  return {
    id: row.id,
    devMode: row.dev_mode,
    kind: row.kind,
    chargeId: row.charge_id,
    checkoutId: row.checkout_id ?? undefined,
    originalId: row.original_id,
    status: row.status,
    step: row.step,
    rail: row.rail,
    provider: row.provider,
    target: row.target,
    pixKey:
      type === null || sealed === null
        ? undefined
        : { type, key: sealer.open(sealed, keyPlace(tenant.storeId, row.id)) },
    amountCents: cents(row.amount_cents),
    reason: row.reason ?? undefined,
    reference: row.reference ?? undefined,
    failureReason: row.failure_reason === null ? undefined : refundFailureReason(row.failure_reason),
    providerCode: row.provider_code ?? undefined,
    requestedAt: row.requested_at,
    sentAt: row.sent_at ?? undefined,
    account: row.account ?? undefined,
    refusal: row.refusal === null ? undefined : refundFailureReason(row.refusal),
    attempts: row.attempts,
    orderNumber: row.order_number,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function refundToRow(tenant: Tenant, refund: Refund, sealer: Sealer): RefundRow & { readonly store_id: string } {
  return {
    id: refund.id,
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    kind: refund.kind,
    charge_id: refund.chargeId,
    checkout_id: refund.checkoutId ?? null,
    original_id: refund.originalId,
    status: refund.status,
    step: refund.step,
    rail: refund.rail,
    provider: refund.provider,
    target: refund.target,
    pix_key_type: refund.pixKey?.type ?? null,
    pix_key_sealed: refund.pixKey ? sealer.seal(refund.pixKey.key, keyPlace(tenant.storeId, refund.id)) : null,
    amount_cents: refund.amountCents,
    reason: refund.reason ?? null,
    reference: refund.reference ?? null,
    failure_reason: refund.failureReason ?? null,
    provider_code: refund.providerCode ?? null,
    requested_at: refund.requestedAt,
    sent_at: refund.sentAt ?? null,
    account: refund.account ?? null,
    refusal: refund.refusal ?? null,
    attempts: refund.attempts,
    order_number: refund.orderNumber,
    created_at: refund.createdAt,
    updated_at: refund.updatedAt,
  };
}
