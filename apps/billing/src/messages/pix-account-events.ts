import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import type { PixAccount } from '../pix-accounts/pix-account';
import { storeEnvelope } from './store-envelope';

/** The event has the expiry of the certificate, and no credentials. */
export function pixAccountConfigured(
  ids: IdSource,
  tenant: Tenant,
  { certificateExpiresAt, updatedAt: configuredAt }: Pick<PixAccount, 'certificateExpiresAt' | 'updatedAt'>,
): OutboundEvent {
  const data = { tenant, certificateExpiresAt, configuredAt };
  return { ...storeEnvelope(ids, tenant, configuredAt), type: 'pix_account.configured', data };
}

export function pixAccountRemoved(ids: IdSource, tenant: Tenant, removedAt: Date): OutboundEvent {
  return { ...storeEnvelope(ids, tenant, removedAt), type: 'pix_account.removed', data: { tenant, removedAt } };
}
