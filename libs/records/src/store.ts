import type { GetBalanceResponse } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { NamedObject, Nullable, Timestamp } from './schema';

export const StoreRecord = NamedObject('Store', {
  id: Type.String(),
  devMode: Type.Boolean(),
  name: Type.String(),
  website: Nullable(Type.String()),
  balance: NamedObject(
    'StoreBalance',
    {
      available: Type.Integer(),
      pending: Type.Integer(),
      blocked: Type.Integer(),
      processingAnticipation: Type.Integer({ description: 'Always 0: an advance is available at once.' }),
      topUp: Type.Integer({ description: 'Put in by top-ups; only refunds spend it. In none of the others.' }),
      payableBy: NamedObject(
        'PayableBy',
        { merchant: Type.Integer(), operator: Type.Integer() },
        {
          description:
            'What of `available` an account of each owner can send: one of the merchant all of it, one of the operator ' +
            'only what came in by accounts of the operator.',
        },
      ),
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
      processingAnticipation: 0,
      topUp: balance.topUpCents,
      payableBy: payableBy(store, balance),
    },
    createdAt,
    updatedAt: createdAt,
  };
}

/** In dev mode no account is anybody's; an older ledger asks for no owner either. */
function payableBy(
  { devMode }: { readonly devMode: boolean },
  { availableCents, operatorCents }: GetBalanceResponse,
): StoreRecord['balance']['payableBy'] {
  const merchant = Math.max(0, availableCents);
  const isJudged = !devMode && operatorCents !== undefined;
  return { merchant, operator: isJudged ? Math.max(0, Math.min(availableCents, operatorCents)) : merchant };
}
