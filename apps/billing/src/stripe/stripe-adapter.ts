import type { Log } from '@pitanga/runtime';
import { createStripeClient, type StripeClient } from './stripe-client';
import type { StripeConfig } from './stripe-config';
import type { StripeLimits } from './stripe-limits';
import type { StripeMetrics } from './stripe-metrics';

/** Stored with each charge and card of this adapter. */
export const stripeName = 'stripe';

export interface StripeAdapterDeps {
  readonly config: StripeConfig;
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
  close(): void;
}

export function createStripeAdapter(deps: StripeAdapterDeps): StripeAdapter {
  const client = createStripeClient(deps);
  return { account: deps.account, client, close: () => client.close() };
}
