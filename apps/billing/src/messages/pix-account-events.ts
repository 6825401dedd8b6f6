import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import type { PixAccount } from '../pix-accounts/pix-account';

/** That there is one and until when its certificate lasts; never what opens it. */
export function pixAccountConfigured(
  ids: IdSource,
  tenant: Tenant,
  { certificateExpiresAt, updatedAt: configuredAt }: Pick<PixAccount, 'certificateExpiresAt' | 'updatedAt'>,
): OutboundEvent {
  const data = { tenant, certificateExpiresAt, configuredAt };
  return { ...headOf(ids, tenant, configuredAt), type: 'pix_account.configured', data };
}

export function pixAccountRemoved(ids: IdSource, tenant: Tenant, removedAt: Date): OutboundEvent {
  return { ...headOf(ids, tenant, removedAt), type: 'pix_account.removed', data: { tenant, removedAt } };
}

function headOf(ids: IdSource, { storeId: key }: Tenant, occurredAt: Date) {
  return { id: ids.next('event', occurredAt), key, occurredAt };
}
