import type { Tenant } from '@pitanga/core';
import { call, type Billing } from './billing-harness';
import type { FakeStripe } from './fake-stripe';

/** What an owner would give for an account at this Stripe. */
export function stripeSettings(stripe: FakeStripe, over: object = {}): string {
  const { secretKey, publishableKey, webhookSecret, origin: apiBaseUrl } = stripe;
  return JSON.stringify({ secretKey, publishableKey, webhookSecret, apiBaseUrl, ...over });
}

export async function configureStripe(billing: Billing, stripe: FakeStripe, storeId: string, over: object = {}) {
  const settingsJson = stripeSettings(stripe, over);
  const { account } = await billing.stripe.configureStripeAccount({ storeId, settingsJson }, call());
  if (!account) throw new Error('no account');
  return account;
}

/** A production store whose cards and boletos go to this Stripe. */
export async function aStripeStore(billing: Billing, stripe: FakeStripe, over: object = {}): Promise<Tenant> {
  const tenant = await billing.configuredStore(false);
  await configureStripe(billing, stripe, tenant.storeId, over);
  return tenant;
}
