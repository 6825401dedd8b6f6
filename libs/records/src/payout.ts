import { UnreadableMessageError, type BankAccount, type Payout } from '@pitanga/contracts';
import { bankAccountTypes, payoutFailureReason } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { PayoutFailure, ProviderCode } from './failure-reasons';
import { actorRecord, approvalRecord, ApprovalRecord, OrderActorRecord } from './order-approval';
import { NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { enumName, instant, orNull } from './wire';

export const PayoutFeeMode = OneOf('PayoutFeeMode', ['INCLUDED', 'ADDED']);

export const PayoutKind = OneOf('PayoutKind', ['WITHDRAW', 'TRANSFER']);

export const BankAccountType = OneOf('BankAccountType', bankAccountTypes);

export const payoutStatuses = ['PENDING', 'COMPLETE', 'FAILED', 'CANCELLED', 'RETURNED'] as const;

export const PayoutStatus = OneOf('PayoutStatus', payoutStatuses);

/** How money leaves. TED: a withdrawal to a bank account. */
const payoutMethods = ['PIX', 'TED'] as const;

export const PayoutMethod = OneOf('PayoutMethod', payoutMethods);

const bankAccountFields = {
  ispb: Nullable(Type.String({ description: 'ISPB of the bank, 8 digits; null where `bankCode` names it.' })),
  bankCode: Nullable(Type.String({ description: 'Of the bank, 3 digits; null where `ispb` names it.' })),
  branch: Type.String(),
  account: Type.String({ description: 'Masked.' }),
  accountDigit: Type.String(),
  accountType: BankAccountType,
};
const BankAccountRecord = NamedObject('BankAccount', bankAccountFields);

/** The same where a person sees all of it. */
export const WholeBankAccountRecord = NamedObject('WholeBankAccount', {
  ...bankAccountFields,
  account: Type.String({ description: 'In full.' }),
});

export function bankAccountRecord(account: BankAccount): Static<typeof BankAccountRecord> {
  const { ispb, bankCode, branch, account: number, accountDigit } = account;
  const accountType = enumName('BANK_ACCOUNT_TYPE', account.type);
  return { ispb: orNull(ispb), bankCode: orNull(bankCode), branch, account: number, accountDigit, accountType };
}

/** The key that a Pix goes to. */
export const PayoutKeyRecord = NamedObject('MaskedPixKey', {
  type: Type.String(),
  key: Type.String({ description: 'Masked.' }),
});

/** A withdrawal or a Pix transfer. */
export const PayoutRecord = NamedObject('Payout', {
  id: Type.String(),
  status: PayoutStatus,
  devMode: Type.Boolean(),
  receiptUrl: Nullable(Type.String({ description: 'Null until COMPLETE.' })),
  kind: PayoutKind,
  amount: Type.Integer({ description: 'Centavos, as asked for.' }),
  platformFee: Type.Integer(),
  feeMode: {
    ...PayoutFeeMode,
    description:
      'INCLUDED: the receiver gets `amount` less `platformFee`; ADDED: it gets `amount`, the fee is besides.',
  },
  externalId: Nullable(Type.String({ description: 'Null for a withdrawal that was given none.' })),
  subAccountId: Type.Optional(Type.String({ description: 'Of what a sub-account withdraws.' })),
  method: PayoutMethod,
  pix: Nullable({ ...PayoutKeyRecord, description: 'Null of a TED.' }),
  bankAccount: Type.Optional(BankAccountRecord),
  returnedAmount: Type.Integer({
    description:
      'Centavos that came back after it was COMPLETE; all that the receiver got once it is RETURNED. The fee stays.',
  }),
  endToEndIdentifier: Nullable(Type.String({ description: 'Null until settled, and of a TED.' })),
  failureReason: PayoutFailure,
  providerCode: Nullable(ProviderCode),
  requestedBy: Nullable(OrderActorRecord),
  approval: Type.Optional(ApprovalRecord),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type PayoutRecord = Static<typeof PayoutRecord>;

function receiverRecord({ pixKeyType, maskedPixKey, bankAccount }: Payout) {
  return bankAccount
    ? { method: 'TED' as const, pix: null, bankAccount: bankAccountRecord(bankAccount) }
    : { method: 'PIX' as const, pix: { type: pixKeyType, key: maskedPixKey } };
}

/** What was asked for: with the fee where that was in the amount. */
export function askedCents({ amountCents, platformFeeCents, isFeeIncluded }: Payout): number {
  return isFeeIncluded ? amountCents + platformFeeCents : amountCents;
}

export function payoutRecord(payout: Payout): PayoutRecord {
  const kind = enumName('PAYOUT_KIND', payout.kind);
  if (kind === 'REFUND') throw new UnreadableMessageError('money that goes back to a payer is no payout');
  return {
    id: payout.id,
    status: enumName('PAYOUT_STATUS', payout.status),
    devMode: payout.devMode,
    receiptUrl: orNull(payout.receiptUrl),
    kind,
    amount: askedCents(payout),
    platformFee: payout.platformFeeCents,
    feeMode: payout.isFeeIncluded ? 'INCLUDED' : 'ADDED',
    externalId: payout.externalId === '' ? null : payout.externalId,
    ...(payout.subAccountId !== undefined && { subAccountId: payout.subAccountId }),
    ...receiverRecord(payout),
    returnedAmount: payout.returnedCents,
    endToEndIdentifier: orNull(payout.endToEndId),
    // A reason, or the sentence that older events have.
    failureReason: payout.failureReason === undefined ? null : payoutFailureReason(payout.failureReason),
    providerCode: orNull(payout.providerCode),
    requestedBy: payout.requestedBy ? actorRecord(payout.requestedBy) : null,
    // Only where there is one: payouts of stores without a limit look as they always did.
    ...(payout.approval && { approval: approvalRecord(payout.approval) }),
    createdAt: instant(payout.createdAt, 'createdAt'),
    updatedAt: instant(payout.updatedAt, 'updatedAt'),
  };
}
