import {
  fromWire,
  toWire,
  type BankAccount as BankAccountMessage,
  type Payout as PayoutMessage,
  type PayoutActor,
  type PayoutApproval as PayoutApprovalMessage,
} from '@pitanga/contracts';
import { bankAccountTypes, type BankAccount, type Tenant } from '@pitanga/core';
import type { Approval, OrderActor } from '@pitanga/provider-account';
import type { Payout } from './payout';

/** A payout in responses and events; of its target only the masked key. */
export function payoutToWire({ devMode }: Tenant, payout: Payout): PayoutMessage {
  return {
    id: payout.id,
    devMode,
    kind: toWire('PAYOUT_KIND', payout.kind === 'SUB_WITHDRAW' ? 'TRANSFER' : payout.kind),
    subAccountId: payout.subAccountId,
    status: toWire('PAYOUT_STATUS', payout.status),
    externalId: payout.externalId ?? '',
    amountCents: payout.amountCents,
    platformFeeCents: payout.platformFeeCents,
    isFeeIncluded: payout.isFeeIncluded,
    pixKeyType: payout.pixKeyType,
    maskedPixKey: payout.maskedPixKey,
    bankAccount: payout.bankAccount && bankAccountToWire(payout.bankAccount),
    description: payout.description,
    receiptUrl: payout.receiptUrl,
    endToEndId: payout.endToEndId,
    returnedCents: payout.returnedCents,
    completedAt: payout.completedAt,
    failureReason: payout.failureReason,
    failure: payout.failureReason && toWire('PAYOUT_FAILURE_REASON', payout.failureReason),
    providerCode: payout.failureReason && payout.providerCode,
    requestedBy: payout.requestedBy && actorToWire(payout.requestedBy),
    approval: payout.approval && approvalToWire(payout.approval),
    createdAt: payout.createdAt,
    updatedAt: payout.updatedAt,
  };
}

export function bankAccountToWire({ type, ...account }: BankAccount): BankAccountMessage {
  const { ispb, bankCode, branch, account: number, accountDigit } = account;
  return { ispb, bankCode, branch, account: number, accountDigit, type: toWire('BANK_ACCOUNT_TYPE', type) };
}

export function bankAccountFromWire(message: BankAccountMessage): BankAccount {
  return { ...message, type: fromWire('BANK_ACCOUNT_TYPE', bankAccountTypes, message.type) };
}

function approvalToWire({ requestedBy, ...approval }: Approval): PayoutApprovalMessage {
  return {
    ...approval,
    status: toWire('PAYOUT_APPROVAL_STATUS', approval.status),
    requestedBy: actorToWire(requestedBy),
  };
}

function actorToWire({ kind, id, description }: OrderActor): PayoutActor {
  return { kind: toWire('PAYOUT_ACTOR_KIND', kind), id, description };
}
