import { refundFailureReason, type AccountOwner, type PixKeyType, type Tenant } from '@pitanga/core';
import {
  boolean,
  bytes,
  cents,
  int,
  jsonb,
  optional,
  table,
  text,
  timestamp,
  type Row,
  type SealedColumn,
} from '@pitanga/database';
import { fromApprovalCells, toApprovalCells, type ApprovalStatus, type OrderActor } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import type { Refund, RefundRail, RefundStatus, RefundStep, SplitRefund } from './refund';

export const refunds = table('refunds', {
  id: text('id'),
  devMode: boolean('dev_mode'),
  kind: text<Refund['kind']>('kind'),
  chargeId: text('charge_id'),
  checkoutId: optional(text('checkout_id')),
  originalId: text('original_id'),
  status: text<RefundStatus>('status'),
  step: text<RefundStep>('step'),
  rail: text<RefundRail>('rail'),
  provider: text('provider'),
  target: text('target'),
  pixKeyType: optional(text<PixKeyType>('pix_key_type')),
  pixKeySealed: optional(bytes('pix_key_sealed')),
  amountCents: cents('amount_cents'),
  reason: optional(text('reason')),
  splitRefunds: optional(jsonb<readonly SplitRefund[]>('split_refunds')),
  reference: optional(text('reference')),
  /** Earlier versions wrote a sentence. */
  failureReason: optional(text('failure_reason')),
  providerCode: optional(text('provider_code')),
  requestedAt: timestamp('requested_at'),
  sentAt: optional(timestamp('sent_at')),
  account: optional(text('account')),
  accountOwner: optional(text<AccountOwner>('account_owner')),
  refusal: optional(text('refusal')),
  attempts: int('attempts'),
  orderNumber: int('order_number'),
  requestedByKind: optional(text<OrderActor['kind']>('requested_by_kind')),
  requestedById: optional(text('requested_by')),
  requestedByDescription: optional(text('requested_by_description')),
  approvalStatus: optional(text<ApprovalStatus>('approval_status')),
  approvalExpiresAt: optional(timestamp('approval_expires_at')),
  decidedBy: optional(text('decided_by')),
  decidedAt: optional(timestamp('decided_at')),
  isAlone: optional(boolean('is_alone')),
  confirmedBy: optional(text('confirmed_by')),
  sendsAt: optional(timestamp('sends_at')),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

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

export function rowToRefund(row: Row, tenant: Tenant, sealer: Sealer): Refund {
  const { pixKeyType: type, pixKeySealed: sealed, failureReason, refusal, ...cells } = refunds.fromRow(row);
  const refund = fromApprovalCells(cells);
  return {
    ...refund,
    pixKey: type && sealed && { type, key: sealer.open(sealed, keyPlace(tenant.storeId, refund.id)) },
    failureReason: failureReason === undefined ? undefined : refundFailureReason(failureReason),
    refusal: refusal === undefined ? undefined : refundFailureReason(refusal),
  };
}

export function refundToRow(tenant: Tenant, refund: Refund, sealer: Sealer): Row {
  const { id, pixKey } = refund;
  const { storeId, devMode } = tenant;
  const sealed = pixKey && sealer.seal(pixKey.key, keyPlace(storeId, id));
  return {
    store_id: storeId,
    ...refunds.toRow({
      ...refund,
      ...toApprovalCells(refund),
      devMode,
      pixKeyType: pixKey?.type,
      pixKeySealed: sealed,
    }),
  };
}
