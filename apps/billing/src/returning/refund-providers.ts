import type { Tenant } from '@pitanga/core';
import type { Deps } from '../deps';
import type { Providers } from '../provider/providers';

/** The providers of a store with what sends refunds to keys, which only a refund to a key needs: payouts is asked for it. */
export async function findRefundProviders(
  deps: Pick<Deps, 'findProviders' | 'findTransfer'>,
  tenant: Tenant,
): Promise<Providers> {
  const providers = await deps.findProviders(tenant);
  return providers.transfer ? providers : { ...providers, transfer: await deps.findTransfer(tenant) };
}
