import {
  payoutFailureReason,
  type AccountOwner,
  type BankAccount,
  type PayoutFailureReason,
  type Tenant,
} from '@pitanga/core';
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
  type Column,
  type Row,
  type SealedColumn,
} from '@pitanga/database';
import { fromApprovalCells, toApprovalCells, type ApprovalStatus, type OrderActor } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import type { BankTarget, PayoutTarget } from '../provider/payout-provider';
import type { ActivePayout, OrderKind, Payout, PayoutStatus, PayoutStep } from './payout';

/** Earlier releases wrote a sentence. */
const failure = (name: string): Column<PayoutFailureReason> => ({
  ...text<PayoutFailureReason>(name),
  fromCell: (cell) => payoutFailureReason(String(cell)),
});

/** What is shown of a payout. */
const shownColumns = {
  id: text('id'),
  kind: text<OrderKind>('kind'),
  subAccountId: optional(text('sub_account_id')),
  status: text<PayoutStatus>('status'),
  /** Without one the payout's own id, which an earlier release reads; null once that is another's external id. */
  externalId: optional(text('external_id')),
  amountCents: cents('amount_cents'),
  platformFeeCents: cents('platform_fee_cents'),
  isFeeIncluded: boolean('is_fee_included'),
  pixKeyType: text<Payout['pixKeyType']>('pix_key_type'),
  maskedPixKey: text('masked_pix_key'),
  bankAccount: optional(jsonb<BankAccount>('masked_bank_account')),
  description: optional(text('description')),
  receiptUrl: optional(text('receipt_url')),
  endToEndId: optional(text('end_to_end_id')),
  returnedCents: cents('returned_cents'),
  completedAt: optional(timestamp('completed_at')),
  failureReason: optional(failure('failure_reason')),
  providerCode: optional(text('provider_code')),
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
};

const activeColumns = {
  ...shownColumns,
  step: text<PayoutStep>('step'),
  targetType: text<PayoutTarget['type']>('target_type'),
  targetKeySealed: optional(bytes('target_key_sealed')),
  /** Of a TED, in place of a key. */
  bankAccountSealed: optional(bytes('bank_account_sealed')),
  accountOwner: optional(text<AccountOwner>('account_owner')),
  provider: optional(text('provider')),
  attempts: int('attempts'),
  runAt: timestamp('run_at'),
  requestedAt: timestamp('requested_at'),
  sentAt: optional(timestamp('sent_at')),
  refusal: optional(failure('refusal')),
};

export const shownPayouts = table('payouts', shownColumns);
export const activePayouts = table('payouts', activeColumns);
const ownedPayouts = table('payouts', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  ...activeColumns,
});

export const sealedTargets: SealedColumn = {
  table: 'payouts',
  column: 'target_key_sealed',
  key: ['store_id', 'dev_mode', 'id'],
  place: (row) => targetPlace(String(row['store_id']), String(row['id'])),
};

function targetPlace(storeId: string, id: string) {
  return ['payouts', 'target_key_sealed', storeId, id] as const;
}

export const sealedBankTargets: SealedColumn = {
  ...sealedTargets,
  column: 'bank_account_sealed',
  place: (row) => bankTargetPlace(String(row['store_id']), String(row['id'])),
};

function bankTargetPlace(storeId: string, id: string) {
  return ['payouts', 'bank_account_sealed', storeId, id] as const;
}

export function rowToPayout(row: Row): Payout {
  return withOwnExternalId(fromApprovalCells(shownPayouts.fromRow(row)));
}

export function rowToActivePayout(row: Row, tenant: Tenant, sealer: Sealer): ActivePayout {
  const { targetType, targetKeySealed, bankAccountSealed, ...payout } = activePayouts.fromRow(row);
  const sealed = { type: targetType, key: targetKeySealed, account: bankAccountSealed };
  return withOwnExternalId({ ...fromApprovalCells(payout), target: openTarget(sealed, tenant, payout.id, sealer) });
}

interface SealedTarget {
  readonly type: PayoutTarget['type'];
  readonly key: Buffer | undefined;
  readonly account: Buffer | undefined;
}

function openTarget(
  { type, key, account }: SealedTarget,
  { storeId }: Tenant,
  id: string,
  sealer: Sealer,
): PayoutTarget {
  if (type === 'BANK_ACCOUNT' && account) {
    return { type, account: JSON.parse(sealer.open(account, bankTargetPlace(storeId, id))) as BankTarget };
  }
  if (type === 'BANK_ACCOUNT' || !key) throw new Error(`payout ${id} has no receiver`);
  return { type, key: sealer.open(key, targetPlace(storeId, id)) };
}

function sealTarget(target: PayoutTarget, { storeId }: Tenant, id: string, sealer: Sealer) {
  if (target.type === 'BANK_ACCOUNT') {
    const text = JSON.stringify(target.account);
    return { targetKeySealed: undefined, bankAccountSealed: sealer.seal(text, bankTargetPlace(storeId, id)) };
  }
  return { targetKeySealed: sealer.seal(target.key, targetPlace(storeId, id)), bankAccountSealed: undefined };
}

export function payoutToRow(tenant: Tenant, payout: ActivePayout, sealer: Sealer): Row {
  const { storeId, devMode } = tenant;
  const { target } = payout;
  return ownedPayouts.toRow({
    ...payout,
    ...toApprovalCells(payout),
    storeId,
    devMode,
    subAccountId: payout.subAccountId,
    externalId: payout.externalId ?? payout.id,
    targetType: target.type,
    bankAccount: payout.bankAccount,
    ...sealTarget(target, tenant, payout.id, sealer),
  });
}

function withOwnExternalId<P extends Payout>(payout: P): P {
  return payout.externalId === payout.id ? { ...payout, externalId: undefined } : payout;
}
