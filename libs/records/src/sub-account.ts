import type { SubAccount, SubBalance } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { Metadata, NamedObject, Nullable, Timestamp } from './schema';
import { instant, orNull, parseMetadata } from './wire';

/** Who gets parts of a store's payments, with what it has now. */
export const SubAccountRecord = NamedObject('SubAccount', {
  id: Type.String(),
  devMode: Type.Boolean(),
  name: Type.String(),
  taxId: Type.String({ description: 'CPF or CNPJ, digits and letters alone.' }),
  externalId: Nullable(Type.String()),
  metadata: Metadata,
  balance: Type.Object({
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
