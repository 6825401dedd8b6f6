import type { GetBalanceResponse } from '@pitanga/contracts';

/** What a merchant sees of its store; the balance is in centavos. */
export interface StoreRecord {
  readonly id: string;
  readonly devMode: boolean;
  readonly name: string;
  readonly website: string | null;
  readonly balance: { readonly available: number; readonly pending: number; readonly blocked: number };
  readonly createdAt: string;
  /** A store does not change: when it was created. */
  readonly updatedAt: string;
}

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
    },
    createdAt,
    updatedAt: createdAt,
  };
}
