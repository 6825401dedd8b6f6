import type { IdSource, Tenant } from '@pitanga/core';

/** What an event of a store begins with. */
export function storeEnvelope(ids: IdSource, { storeId: key }: Tenant, occurredAt: Date) {
  return { id: ids.next('event', occurredAt), key, occurredAt };
}
