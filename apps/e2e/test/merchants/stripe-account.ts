import { systemClock } from '@pitanga/core';
import { startFakeStripe, type FakeStripe } from '../provider-servers';
import type { LoneMerchant, MerchantBench } from './merchant-bench';

/** A Stripe account whose events reach an installation when they are told. */
export interface StripeAccount {
  readonly stripe: FakeStripe;
  readonly settings: object;
  /** The id of the newest object of a kind. */
  newest(kind: string): string;
  /** The charge of a payment. */
  chargeOf(intentId: string): string;
  /** A card that Stripe's fields took. */
  cardToken(merchant: LoneMerchant): Promise<string>;
  /** Everything that happened since the last time. */
  tell(merchant: LoneMerchant): Promise<void>;
}

export async function openStripeAccount({ deliver }: Pick<MerchantBench, 'deliver'>): Promise<StripeAccount> {
  const stripe = await startFakeStripe(() => systemClock.real());
  const { secretKey, publishableKey, webhookSecret, origin: apiBaseUrl } = stripe;
  let told = 0;
  return {
    stripe,
    settings: { secretKey, publishableKey, webhookSecret, apiBaseUrl, registerWebhook: false },
    newest: (kind) => stripe.books.all(kind)[0]?.id ?? '',
    chargeOf: (intentId) => String(stripe.books.find(intentId)?.['latest_charge']),
    cardToken: (merchant) => merchant.cardToken(stripe.paymentMethod(undefined, 'Bia Lima')),
    tell: async ({ get }) => {
      const providers = await get('/v2/providers/list');
      const { callbackUrl } = providers.find(({ provider }: { provider: string }) => provider === 'STRIPE');
      for (const event of stripe.books.events.slice(told)) {
        const { body, signature } = stripe.signed(event);
        const { status } = await deliver(callbackUrl, { 'stripe-signature': signature }, body);
        if (status !== 200) throw new Error(`Stripe's event was answered ${String(status)}`);
      }
      told = stripe.books.events.length;
    },
  };
}
