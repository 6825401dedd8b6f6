/** What the clients of a run know to be true, because they were told so. Amounts in centavos. */
export interface Books {
  readonly charges: KnownCharge[];
  /** Keys of card charges that were refused (see `cardRefusals`): nothing is paid. */
  readonly declined: Set<string>;
  readonly transfers: KnownTransfer[];
  readonly subscriptions: KnownSubscription[];
  /** Where the test clock of the store of subscriptions has been moved to. */
  clockAt: Date | undefined;
}

/** In dev mode, in production, and in production with two accounts for Pix. */
export const shops = ['dev', 'prod', 'pair'] as const;
export type Shop = (typeof shops)[number];

export interface KnownCharge {
  readonly shop: Shop;
  readonly externalId: string;
  readonly id: string;
  readonly amount: number;
  isPaid: boolean;
  readonly refunds: { readonly id: string; readonly amount: number }[];
}

export interface KnownTransfer {
  readonly shop: Shop;
  readonly kind: 'payout' | 'transfer';
  readonly externalId: string;
  readonly id: string;
  readonly amount: number;
}

export interface KnownSubscription {
  readonly id: string;
}

export function emptyBooks(): Books {
  return { charges: [], declined: new Set(), transfers: [], subscriptions: [], clockAt: undefined };
}
