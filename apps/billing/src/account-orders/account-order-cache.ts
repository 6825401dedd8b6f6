import type { Clock, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createReadCache } from '@pitanga/runtime';
import type { AccountOrders } from '../provider/positions';
import { findOrders } from './account-order-repository';

export interface AccountOrderCache {
  of(tenant: Tenant): Promise<AccountOrders>;
  /** After a change, so that this process sees it at once. */
  forget(storeId: string): void;
}

/** How stale another process's order may be, as that of its accounts. */
const ttlMs = 5_000;

/** Keeps orders in the process, so that creating a charge does not read them every time. */
export function createAccountOrderCache(db: Db, clock: Pick<Clock, 'real'>): AccountOrderCache {
  const known = createReadCache<AccountOrders>({ ttlMs, nowMs: () => clock.real().getTime() });
  return {
    of: (tenant) => known.get(tenant.storeId, () => findOrders(db, tenant)),
    forget: (storeId) => {
      known.forget(storeId);
    },
  };
}
