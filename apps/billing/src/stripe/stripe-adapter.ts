import type { AccountOwner } from '@pitanga/core';
import type { Log } from '@pitanga/runtime';
import type { BoletoProvider } from '../provider/boleto-provider';
import type { CardProvider } from '../provider/card-provider';
import type { DisputeProvider } from '../provider/dispute-provider';
import { createStripeCardProvider } from './stripe-card-provider';
import { createStripeClient, type StripeClient } from './stripe-client';
import { createStripeBoletoProvider } from './stripe-boleto-provider';
import type { StripeConfig } from './stripe-config';
import { createStripeDisputeProvider } from './stripe-disputes';
import type { StripeLimits } from './stripe-limits';
import type { StripeMetrics } from './stripe-metrics';

export interface StripeAdapterDeps {
  readonly storeId: string;
  readonly config: StripeConfig;
  /** Whose it is. */
  readonly owner?: AccountOwner | undefined;
  /** acct_…; does not change with new keys. */
  readonly account: string;
  /** A child logger with the store. */
  readonly log: Log;
  readonly metrics: StripeMetrics;
  /** The private networks in which the API may be. */
  readonly providerRanges: readonly string[];
  /** @default stripeLimits */
  readonly limits?: StripeLimits;
}

/** One store's Stripe account. */
export interface StripeAdapter {
  readonly account: string;
  readonly client: StripeClient;
  /** Both follow what was made by them, also of a method that the account takes no more. */
  readonly boleto: BoletoProvider;
  readonly card: CardProvider;
  readonly dispute: DisputeProvider;
  /** What new charges may be made by. */
  readonly methods: StripeConfig['methods'];
  close(): void;
}

export function createStripeAdapter(deps: StripeAdapterDeps): StripeAdapter {
  const { account, config } = deps;
  const { methods, publishableKey } = config;
  const client = createStripeClient(deps);
  return {
    account,
    client,
    boleto: createStripeBoletoProvider(client),
    card: createStripeCardProvider({ client, account, publishableKey }),
    dispute: createStripeDisputeProvider(client),
    methods,
    close: () => client.close(),
  };
}
