import { providerNotConfigured, type Tenant } from '@pitanga/core';
import { installmentsUnsupported, sameTaxIdNeedsCustomer, sameTaxIdUnsupported } from '../charges/charge-errors';
import { offeredProviders, type StoreSetup } from '../managing/store-setup';
import type { BoletoProvider } from '../provider/boleto-provider';
import type { CardProvider } from '../provider/card-provider';
import type { PixProvider } from '../provider/pix-provider';

/**
 * The tenant's Pix provider. Both refusals of ensureSameTaxId come before any other provider error, in every
 * environment (docs/behaviour/charges.md#ensure-same-tax-id), also without a provider. All three refuse a closed store.
 */
export function pixProviderFor(
  setup: StoreSetup,
  tenant: Tenant,
  ensureSameTaxId: boolean,
  taxId: string | undefined,
): PixProvider {
  const { pix } = offeredProviders(setup, tenant);
  if (ensureSameTaxId) {
    if (taxId === undefined) throw sameTaxIdNeedsCustomer();
    if (!pix?.canEnsureSameTaxId) throw sameTaxIdUnsupported();
  }
  if (!pix) throw providerNotConfigured('PIX');
  return pix;
}

/** UNAVAILABLE when production has no provider. */
export function boletoProviderFor(setup: StoreSetup, tenant: Tenant): BoletoProvider {
  const { boleto } = offeredProviders(setup, tenant);
  if (!boleto) throw providerNotConfigured('BOLETO');
  return boleto;
}

export function cardProviderFor(setup: StoreSetup, tenant: Tenant): CardProvider {
  const { card } = offeredProviders(setup, tenant);
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
