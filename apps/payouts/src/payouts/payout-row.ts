import { cents, payoutFailureReason, type PixKeyType, type Tenant } from '@pitanga/core';
import type { SealedColumn } from '@pitanga/database';
import type { OrderStep } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import type { Payout, ActivePayout, PayoutKind, PayoutStatus } from './payout';

/** What is shown of a payout. */
export interface PayoutRow {
  readonly id: string;
  readonly kind: PayoutKind;
  readonly status: PayoutStatus;
  /** Where it has none its own id, as the version before reads it, or null once that id is somebody's external id. */
  readonly external_id: string | null;
  readonly amount_cents: number;
  readonly platform_fee_cents: number;
  readonly pix_key_type: PixKeyType;
  readonly masked_pix_key: string;
  readonly description: string | null;
  readonly receipt_url: string | null;
  readonly end_to_end_id: string | null;
  /** Versions before wrote a sentence. */
  readonly failure_reason: string | null;
  readonly provider_code: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface ActivePayoutRow extends PayoutRow {
  readonly step: OrderStep;
  readonly target_type: PixKeyType;
  readonly target_key_sealed: Buffer;
  readonly provider: string | null;
  readonly attempts: number;
  readonly run_at: Date;
  readonly requested_at: Date;
  readonly sent_at: Date | null;
  readonly refusal: string | null;
}

export const payoutColumns = [
  'id',
  'kind',
  'status',
  'external_id',
  'amount_cents',
  'platform_fee_cents',
  'pix_key_type',
  'masked_pix_key',
  'description',
  'receipt_url',
  'end_to_end_id',
  'failure_reason',
  'provider_code',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof PayoutRow)[];

export function rowToPayout(row: PayoutRow): Payout {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    externalId: row.external_id === row.id ? undefined : (row.external_id ?? undefined),
    amountCents: cents(row.amount_cents),
    platformFeeCents: cents(row.platform_fee_cents),
    pixKeyType: row.pix_key_type,
    maskedPixKey: row.masked_pix_key,
    description: row.description ?? undefined,
    receiptUrl: row.receipt_url ?? undefined,
    endToEndId: row.end_to_end_id ?? undefined,
    failureReason: row.failure_reason === null ? undefined : payoutFailureReason(row.failure_reason),
    providerCode: row.provider_code ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export const sealedTargets: SealedColumn = {
  table: 'payouts',
  column: 'target_key_sealed',
  key: ['store_id', 'dev_mode', 'id'],
  place: (row) => targetPlace(String(row['store_id']), String(row['id'])),
};

function targetPlace(storeId: string, id: string) {
  return ['payouts', 'target_key_sealed', storeId, id] as const;
}

export function rowToActivePayout(row: ActivePayoutRow, tenant: Tenant, sealer: Sealer): ActivePayout {
  return {
    ...rowToPayout(row),
    step: row.step,
    target: { type: row.target_type, key: sealer.open(row.target_key_sealed, targetPlace(tenant.storeId, row.id)) },
    provider: row.provider ?? undefined,
    attempts: row.attempts,
    runAt: row.run_at,
    requestedAt: row.requested_at,
    sentAt: row.sent_at ?? undefined,
    refusal: row.refusal === null ? undefined : payoutFailureReason(row.refusal),
  };
}

export function payoutToRow(tenant: Tenant, payout: ActivePayout, sealer: Sealer) {
  const row: ActivePayoutRow & { readonly store_id: string; readonly dev_mode: boolean } = {
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    id: payout.id,
    kind: payout.kind,
    status: payout.status,
    external_id: payout.externalId ?? payout.id,
    amount_cents: payout.amountCents,
    platform_fee_cents: payout.platformFeeCents,
    pix_key_type: payout.pixKeyType,
    masked_pix_key: payout.maskedPixKey,
    description: payout.description ?? null,
    receipt_url: payout.receiptUrl ?? null,
    end_to_end_id: payout.endToEndId ?? null,
    failure_reason: payout.failureReason ?? null,
    provider_code: payout.providerCode ?? null,
    created_at: payout.createdAt,
    updated_at: payout.updatedAt,
    step: payout.step,
    target_type: payout.target.type,
    target_key_sealed: sealer.seal(payout.target.key, targetPlace(tenant.storeId, payout.id)),
    provider: payout.provider ?? null,
    attempts: payout.attempts,
    run_at: payout.runAt,
    requested_at: payout.requestedAt,
    sent_at: payout.sentAt ?? null,
    refusal: payout.refusal ?? null,
  };
  return row;
}
