import type { GetBalanceResponse } from '@pitanga/contracts';

/** What a merchant sees of its store; the balance is in centavos. */
export interface StoreRecord {
  readonly id: string;
  readonly name: string;
  readonly website: string | null;
  readonly balance: { readonly available: number; readonly pending: number; readonly blocked: number };
}

export function storeRecord(
  store: { readonly id: string; readonly name: string; readonly website: string | null },
  balance: GetBalanceResponse,
): StoreRecord {
  return {
    id: store.id,
    name: store.name,
    website: store.website,
    balance: {
      available: balance.availableCents,
      pending: balance.pendingCents,
      blocked: balance.blockedCents,
    },
  };
}
