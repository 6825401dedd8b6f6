import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import type { StripeAccount } from '../stripe-accounts/stripe-account';
import { storeEnvelope } from './store-envelope';

/** The event has no keys. */
export function stripeAccountConfigured(
  ids: IdSource,
  tenant: Tenant,
  { accountId, liveMode, settings, updatedAt: configuredAt }: StripeAccount,
): OutboundEvent {
  const data = { tenant, accountId, liveMode, methods: settings.methods, configuredAt };
  return { ...storeEnvelope(ids, tenant, configuredAt), type: 'stripe_account.configured', data };
}

export function stripeAccountRemoved(ids: IdSource, tenant: Tenant, removedAt: Date): OutboundEvent {
  return { ...storeEnvelope(ids, tenant, removedAt), type: 'stripe_account.removed', data: { tenant, removedAt } };
}
