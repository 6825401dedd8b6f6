import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import type { PixAccount } from '../pix-accounts/pix-account';

/** The event has the expiry of the certificate, and no credentials. */
export function pixAccountConfigured(
  ids: IdSource,
  tenant: Tenant,
  { certificateExpiresAt, updatedAt: configuredAt }: Pick<PixAccount, 'certificateExpiresAt' | 'updatedAt'>,
): OutboundEvent {
  const data = { tenant, certificateExpiresAt, configuredAt };
  return { ...toEnvelope(ids, tenant, configuredAt), type: 'pix_account.configured', data };
}

export function pixAccountRemoved(ids: IdSource, tenant: Tenant, removedAt: Date): OutboundEvent {
  return { ...toEnvelope(ids, tenant, removedAt), type: 'pix_account.removed', data: { tenant, removedAt } };
}

function toEnvelope(ids: IdSource, { storeId: key }: Tenant, occurredAt: Date) {
  return { id: ids.next('event', occurredAt), key, occurredAt };
}
