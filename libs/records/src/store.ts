import type { GetBalanceResponse } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { NamedObject, Nullable, Timestamp } from './schema';

export const StoreRecord = NamedObject('Store', {
  id: Type.String(),
  devMode: Type.Boolean(),
  name: Type.String(),
  website: Nullable(Type.String()),
  balance: Type.Object(
    {
      available: Type.Integer(),
      pending: Type.Integer(),
      blocked: Type.Integer(),
      topUp: Type.Integer({ description: 'Put in by top-ups; only refunds spend it. In none of the others.' }),
    },
    { description: 'Centavos.' },
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type StoreRecord = Static<typeof StoreRecord>;

export function storeRecord(
  store: {
    readonly id: string;
    readonly devMode: boolean;
    readonly name: string;
    readonly website: string | null;
    readonly createdAt: Date;
  },
  balance: GetBalanceResponse,
): StoreRecord {
  const createdAt = store.createdAt.toISOString();
  return {
    id: store.id,
    devMode: store.devMode,
    name: store.name,
    website: store.website,
    balance: {
      available: balance.availableCents,
      pending: balance.pendingCents,
      blocked: balance.blockedCents,
      topUp: balance.topUpCents,
    },
    createdAt,
    updatedAt: createdAt,
  };
}
