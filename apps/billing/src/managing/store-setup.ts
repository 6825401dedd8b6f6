import type { Tenant } from '@pitanga/core';
import type { SetupDeps } from '../deps';
import type { PaymentMethod } from '../money/fees';
import type { Providers } from '../provider/providers';
import { isOffered, storeClosed, type StoreSettings } from '../store-settings/store-settings';

/** The settings and providers of a store, found before the transaction that needs them. */
export interface StoreSetup {
  readonly settings: StoreSettings;
  readonly providers: Providers;
}

/** @throws AppError FAILED_PRECONDITION STORE_NOT_CONFIGURED for a store without settings */
export async function findSetup(deps: SetupDeps, tenant: Tenant): Promise<StoreSetup> {
  const settings = await deps.settings.of(deps.db, tenant);
  return { settings, providers: await deps.findProviders(tenant) };
}

/**
 * The providers of new payments: a method that the store does not offer is one without a provider
 * (docs/behaviour/stores.md#methods). What is under way continues with all `providers`.
 * @throws AppError FAILED_PRECONDITION STORE_CLOSED for a store that takes no payments any more
 */
export function offeredProviders({ settings, providers }: StoreSetup, tenant: Tenant): Providers {
  if (settings.terms.isClosed) throw storeClosed();
  const { pix, automaticPix, boleto, card, order } = providers;
  const offered = (method: PaymentMethod) => (isOffered(settings, tenant, method) ? (order?.[method] ?? []) : []);
  return {
    ...providers,
    pix: isOffered(settings, tenant, 'PIX') ? pix : undefined,
    automaticPix: isOffered(settings, tenant, 'PIX') ? automaticPix : undefined,
    boleto: isOffered(settings, tenant, 'BOLETO') ? boleto : undefined,
    card: isOffered(settings, tenant, 'CARD') ? card : undefined,
    ...(order && { order: { PIX: offered('PIX'), BOLETO: offered('BOLETO'), CARD: offered('CARD') } }),
  };
}
