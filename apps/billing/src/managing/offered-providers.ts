import type { Tenant } from '@pitanga/core';
import type { Deps } from '../deps';
import type { Providers } from '../provider/providers';
import { isOffered, storeClosed } from '../store-settings/store-settings';

/**
 * The providers of new payments: a method that the store does not offer is one without a provider
 * (docs/behaviour/stores.md#methods). What is under way goes on with `providersOf`.
 * @throws AppError FAILED_PRECONDITION STORE_CLOSED for a store that takes no payments any more
 */
export async function offeredProviders(
  deps: Pick<Deps, 'db' | 'settings' | 'providersOf'>,
  tenant: Tenant,
): Promise<Providers> {
  const settings = await deps.settings.of(deps.db, tenant);
  if (settings.terms.isClosed) throw storeClosed();
  const { pix, automaticPix, boleto, card, transfer, dispute } = await deps.providersOf(tenant);
  return {
    pix: isOffered(settings, tenant, 'PIX') ? pix : undefined,
    automaticPix: isOffered(settings, tenant, 'PIX') ? automaticPix : undefined,
    boleto: isOffered(settings, tenant, 'BOLETO') ? boleto : undefined,
    card: isOffered(settings, tenant, 'CARD') ? card : undefined,
    transfer,
    dispute,
  };
}
