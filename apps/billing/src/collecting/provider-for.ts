import { providerNotConfigured, type Tenant } from '@pitanga/core';
import { installmentsUnsupported, sameTaxIdNeedsCustomer, sameTaxIdUnsupported } from '../charges/charge-errors';
import type { Deps } from '../deps';
import { offeredProviders } from '../managing/offered-providers';
import type { BoletoProvider } from '../provider/boleto-provider';
import type { CardProvider } from '../provider/card-provider';
import type { PixProvider } from '../provider/pix-provider';

/**
 * The tenant's Pix provider. Both refusals of ensureSameTaxId come before any other provider error, in every
 * environment (docs/behaviour/charges.md#ensure-same-tax-id), also without a provider. All three refuse a closed store.
 */
export async function pixProviderFor(
  deps: Deps,
  tenant: Tenant,
  ensureSameTaxId: boolean,
  taxId: string | undefined,
): Promise<PixProvider> {
  const { pix } = await offeredProviders(deps, tenant);
  if (ensureSameTaxId) {
    if (taxId === undefined) throw sameTaxIdNeedsCustomer();
    if (!pix?.canEnsureSameTaxId) throw sameTaxIdUnsupported();
  }
  if (!pix) throw providerNotConfigured('PIX');
  return pix;
}

/** UNAVAILABLE when production has no provider. */
export async function boletoProviderFor(deps: Deps, tenant: Tenant): Promise<BoletoProvider> {
  const { boleto } = await offeredProviders(deps, tenant);
  if (!boleto) throw providerNotConfigured('BOLETO');
  return boleto;
}

export async function cardProviderFor(deps: Deps, tenant: Tenant): Promise<CardProvider> {
  const { card } = await offeredProviders(deps, tenant);
  if (!card) throw providerNotConfigured('CARD');
  return card;
}

/** INVALID_ARGUMENT for more installments than the provider has. */
export function checkProviderInstallments(
  { installmentsMax }: Pick<CardProvider, 'installmentsMax'>,
  count: number,
  property: 'installmentCount' | 'maxInstallments',
): void {
  if (count > installmentsMax) throw installmentsUnsupported(property, installmentsMax);
}
