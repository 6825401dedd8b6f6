import { providerNotConfigured, type Tenant } from '@pitanga/core';
import { installmentsUnsupported, sameTaxIdNeedsCustomer, sameTaxIdUnsupported } from '../charges/charge-errors';
import { noAutomaticPix } from '../checkouts/checkout-errors';
import type { SavedCard } from '../cards/card';
import type { SetupDeps } from '../deps';
import { offeredProviders, type StoreSetup } from '../managing/store-setup';
import type { AutomaticPixProvider } from '../provider/automatic-pix-provider';
import type { BoletoProvider } from '../provider/boleto-provider';
import { cardCannotRenew, cardCannotVerify } from '../provider/card-data';
import type { CardProvider } from '../provider/card-provider';
import type { PaymentMethod } from '../money/fees';
import { findAdapter, type ProviderAccount } from '../provider/providers';
import type { PixProvider } from '../provider/pix-provider';
import type { Taker, Takers } from './try-accounts';

/**
 * Those that can make a Pix of the tenant. Both refusals of ensureSameTaxId come before any other provider error, in every
 * environment (docs/behaviour/charges.md#ensure-same-tax-id), also without a provider. All three refuse a closed store.
 */
export function pixProvidersFor(
  setup: StoreSetup,
  tenant: Tenant,
  ensureSameTaxId: boolean,
  taxId: string | undefined,
): Takers<PixProvider> {
  const { pix, order } = offeredProviders(setup, tenant);
  if (ensureSameTaxId) {
    if (taxId === undefined) throw sameTaxIdNeedsCustomer();
    if (!pix?.canEnsureSameTaxId) throw sameTaxIdUnsupported();
  }
  if (!pix) throw providerNotConfigured('PIX');
  return toTakers(order?.PIX, 'PIX', pix, (account) => account.pix);
}

/** UNAVAILABLE when production has no provider. */
export function boletoProvidersFor(setup: StoreSetup, tenant: Tenant): Takers<BoletoProvider> {
  const { boleto, order } = offeredProviders(setup, tenant);
  if (!boleto) throw providerNotConfigured('BOLETO');
  return toTakers(order?.BOLETO, 'BOLETO', boleto, (account) => account.boleto);
}

/** The first, and those of the same owner: what one attests is never made by the other's account. */
function toTakers<Port extends { readonly name: string }>(
  accounts: readonly ProviderAccount[] = [],
  method: PaymentMethod,
  first: Port,
  portOf: (account: ProviderAccount) => Port | undefined,
): Takers<Port> {
  const taker = (account: ProviderAccount, port: Port): Taker<Port> => {
    const { name, account: id, owner, health } = account;
    return { port, account: { name, id, owner, health: health(method) } };
  };
  const [leading, ...others] = accounts;
  if (leading?.name !== first.name) return [{ port: first }];
  const same = others.filter(({ owner }) => owner !== undefined && owner === leading.owner);
  const ports = same.map((account) => ({ account, port: portOf(account) }));
  return [taker(leading, first), ...ports.flatMap(({ account, port }) => (port ? [taker(account, port)] : []))];
}

/** The one that takes new cards. */
export function cardProviderFor(setup: StoreSetup, tenant: Tenant): CardProvider {
  const { card } = offeredProviders(setup, tenant);
  if (!card) throw providerNotConfigured('CARD');
  return card;
}

type CardSubscriptions = Pick<CardProvider, 'canRenew' | 'canVerify'>;

/** Whether a subscription can begin with a card, by its first payment or, where nothing is paid, by a verification. */
export function canSubscribe({ canRenew, canVerify }: CardSubscriptions, isFree: boolean): boolean {
  return canRenew && (!isFree || canVerify);
}

/** FAILED_PRECONDITION where it cannot. */
export function checkSubscriptionCard(provider: CardSubscriptions, isFree: boolean): void {
  if (!provider.canRenew) throw cardCannotRenew();
  if (isFree && !provider.canVerify) throw cardCannotVerify();
}

/** The one whose vault has the card: no other can charge it. */
export function providerOfCard(
  setup: StoreSetup,
  tenant: Tenant,
  { provider }: Pick<SavedCard, 'provider'>,
): CardProvider {
  cardProviderFor(setup, tenant);
  const card = findAdapter(setup.providers, 'card', provider);
  if (!card) throw providerNotConfigured('CARD');
  return card;
}

/** The Pix of the account by which subscriptions are collected; in dev mode simulated. */
export function subscriptionPixFor(setup: StoreSetup, tenant: Tenant): PixProvider {
  const { pix, accounts = [] } = offeredProviders(setup, tenant);
  const bank = pix && (accounts.find(({ automaticPix }) => automaticPix)?.pix ?? pix);
  if (!bank) throw providerNotConfigured('PIX');
  return bank;
}

/** UNAVAILABLE without a bank, FAILED_PRECONDITION where the store's account there takes no automatic Pix. */
export function checkAutomaticPix(setup: StoreSetup, tenant: Tenant): void {
  if (tenant.devMode) return;
  const { pix, automaticPix } = offeredProviders(setup, tenant);
  if (!pix) throw providerNotConfigured('PIX');
  if (!automaticPix) throw noAutomaticPix();
}

/** The store's bank, for subscriptions that began with it; UNAVAILABLE while it is not configured. */
export async function requireAutomaticPix(deps: SetupDeps, tenant: Tenant): Promise<AutomaticPixProvider> {
  const { automaticPix } = await deps.findProviders(tenant);
  if (!automaticPix) throw providerNotConfigured('PIX');
  return automaticPix;
}

/** INVALID_ARGUMENT for more installments than the provider has. */
export function checkProviderInstallments(
  { installmentsMax }: Pick<CardProvider, 'installmentsMax'>,
  count: number,
  property: 'installmentCount' | 'maxInstallments',
): void {
  if (count > installmentsMax) throw installmentsUnsupported(property, installmentsMax);
}
