import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import type { StripeAccount } from '../stripe-accounts/stripe-account';

/** The event has no keys. */
export function stripeAccountConfigured(
  ids: IdSource,
  tenant: Tenant,
  { accountId, liveMode, settings, updatedAt: configuredAt }: StripeAccount,
): OutboundEvent {
  const data = { tenant, accountId, liveMode, methods: settings.methods, configuredAt };
  return { ...toEnvelope(ids, tenant, configuredAt), type: 'stripe_account.configured', data };
}

export function stripeAccountRemoved(ids: IdSource, tenant: Tenant, removedAt: Date): OutboundEvent {
  return { ...toEnvelope(ids, tenant, removedAt), type: 'stripe_account.removed', data: { tenant, removedAt } };
}

function toEnvelope(ids: IdSource, { storeId: key }: Tenant, occurredAt: Date) {
  return { id: ids.next('event', occurredAt), key, occurredAt };
}
