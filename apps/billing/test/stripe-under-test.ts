import { systemClock } from '@pitanga/core';
import { createMetrics } from '@pitanga/runtime';
import { silentLog } from '@pitanga/testing';
import type { CardProvider } from '../src/provider/card-provider';
import { createStripeAdapter, type StripeAdapter } from '../src/stripe/stripe-adapter';
import { stripeLimits, type StripeLimits } from '../src/stripe/stripe-limits';
import { createStripeMetrics } from '../src/stripe/stripe-metrics';
import { startFakeStripe, type FakeStripe } from './fake-stripe';

/** Longer than a busy machine stands still, and without repeats: a test of them gives its own. */
export const patient: StripeLimits = { ...stripeLimits, attemptMs: 20_000, operationMs: 60_000, repeatsMax: 0 };

export interface StripeUnderTest {
  /** Of the test that runs. */
  readonly stripe: FakeStripe;
  adapter(limits?: Partial<StripeLimits>): StripeAdapter & { readonly card: CardProvider };
  /** How many requests of this kind got in. */
  seen(pattern: RegExp): number;
}

/** A fake Stripe for each test of the file, on real time. */
export function stripeForEachTest(): StripeUnderTest {
  let stripe: FakeStripe;
  let open: StripeAdapter[] = [];
  beforeEach(async () => {
    stripe = await startFakeStripe(() => systemClock.real());
  });
  afterEach(async () => {
    for (const adapter of open) adapter.close();
    open = [];
    await stripe.stop();
  });
  return {
    get stripe() {
      return stripe;
    },
    adapter: (limits = {}) => {
      const { secretKey, publishableKey, origin: apiBaseUrl } = stripe;
      const adapter = createStripeAdapter({
        storeId: 'store_000000000000000000000001',
        config: { secretKey, publishableKey, apiBaseUrl, methods: ['CARD', 'BOLETO'] },
        account: stripe.books.accountId,
        log: silentLog,
        metrics: createStripeMetrics(createMetrics()),
        providerRanges: ['127.0.0.0/8'],
        limits: { ...patient, ...limits },
      });
      open.push(adapter);
      return adapter;
    },
    seen: (pattern) => stripe.seen.filter((request) => pattern.test(request)).length,
  };
}
