import type { SubAccount, SubBalance, SubTransfer } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { Metadata, NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { enumName, instant, orNull, parseMetadata } from './wire';

/** Who gets parts of a store's payments, with what it has now. */
export const SubAccountRecord = NamedObject('SubAccount', {
  id: Type.String(),
  devMode: Type.Boolean(),
  name: Type.String(),
  taxId: Type.String({ description: 'CPF or CNPJ, digits and letters alone.' }),
  externalId: Nullable(Type.String()),
  metadata: Metadata,
  balance: NamedObject('SubAccountBalance', {
    available: Type.Integer({ description: 'Centavos; negative only after a dispute.' }),
    pending: Type.Integer({ description: 'Of boletos and cards that have not settled.' }),
    blocked: Type.Integer({ description: 'Held by disputes.' }),
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type SubAccountRecord = Static<typeof SubAccountRecord>;

export function subAccountRecord(subAccount: SubAccount, balance: SubBalance | undefined): SubAccountRecord {
  return {
    id: subAccount.id,
    devMode: subAccount.devMode,
    name: subAccount.name,
    taxId: subAccount.taxId,
    externalId: orNull(subAccount.externalId),
    metadata: parseMetadata(subAccount.metadataJson),
    balance: {
      available: balance?.availableCents ?? 0,
      pending: balance?.pendingCents ?? 0,
      blocked: balance?.blockedCents ?? 0,
    },
    createdAt: instant(subAccount.createdAt, 'createdAt'),
    updatedAt: instant(subAccount.updatedAt, 'updatedAt'),
  };
}

const subTransferDirections = ['TO_SUB_ACCOUNT', 'TO_STORE'] as const;

export const SubTransferDirection = OneOf('SubAccountTransferDirection', subTransferDirections);

/** Money between a store and a sub-account, moved at once. */
export const SubTransferRecord = NamedObject('SubAccountTransfer', {
  id: Type.String(),
  devMode: Type.Boolean(),
  subAccountId: Type.String(),
  direction: SubTransferDirection,
  amount: Type.Integer({ description: 'Centavos.' }),
  externalId: Type.String(),
  against: Nullable(Type.String({ description: 'To the store: the refund, dispute or transfer that it is for.' })),
  createdAt: Timestamp,
});
export type SubTransferRecord = Static<typeof SubTransferRecord>;

export function subTransferRecord(transfer: SubTransfer): SubTransferRecord {
  return {
    id: transfer.id,
    devMode: transfer.devMode,
    subAccountId: transfer.subAccountId,
    direction: enumName('SUB_TRANSFER_DIRECTION', transfer.direction),
    amount: transfer.amountCents,
    externalId: transfer.externalId,
    against: orNull(transfer.againstId),
    createdAt: instant(transfer.createdAt, 'createdAt'),
  };
}
