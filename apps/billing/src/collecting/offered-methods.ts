import { providerNotConfigured, type Tenant } from '@pitanga/core';
import type { CheckoutFrequency } from '../checkouts/checkout-status';
import { subscriptionMethods } from '../checkouts/subscription-terms';
import type { Deps } from '../deps';
import type { PaymentMethod } from '../money/fees';

const productionMethods: readonly PaymentMethod[] = ['PIX', 'CARD', 'BOLETO'];
const devMethods: readonly PaymentMethod[] = ['PIX', 'CARD'];

/** The methods by which a store can be paid now; in dev mode every one is simulated. */
async function methodsOf(deps: Deps, tenant: Tenant, isSubscription: boolean): Promise<ReadonlySet<PaymentMethod>> {
  const { pix, card, boleto } = await deps.providersOf(tenant);
  // Production has no bank that asks payers for their authorisation of automatic Pix.
  const hasPix = isSubscription ? tenant.devMode : pix !== undefined;
  const has: Readonly<Record<PaymentMethod, boolean>> = {
    PIX: hasPix,
    CARD: card !== undefined,
    BOLETO: boleto !== undefined && !isSubscription,
  };
  return new Set(productionMethods.filter((method) => has[method]));
}

/**
 * The methods of a new checkout: those asked for, or by default in dev mode PIX and CARD, in production all that the
 * store can take; CARD for a subscription.
 * @throws AppError UNAVAILABLE PROVIDER_NOT_CONFIGURED for one that it cannot take, and when there is none.
 */
export async function methodsFor(
  deps: Deps,
  tenant: Tenant,
  { methods: asked, frequency }: { readonly methods: readonly PaymentMethod[]; readonly frequency: CheckoutFrequency },
): Promise<readonly PaymentMethod[]> {
  const isSubscription = frequency === 'SUBSCRIPTION';
  const taken = await methodsOf(deps, tenant, isSubscription);
  const missing = asked.find((method) => !taken.has(method));
  if (missing) throw providerNotConfigured(missing);
  if (asked.length > 0) return asked;
  const byDefault = isSubscription ? subscriptionMethods : tenant.devMode ? devMethods : productionMethods;
  const methods = byDefault.filter((method) => taken.has(method));
  const [first = 'PIX'] = byDefault;
  if (methods.length === 0) throw providerNotConfigured(first);
  return methods;
}

/** Methods of a checkout whose provider was removed since. */
export async function unavailableMethods(
  deps: Deps,
  tenant: Tenant,
  { methods, frequency }: { readonly methods: readonly PaymentMethod[]; readonly frequency: CheckoutFrequency },
): Promise<readonly PaymentMethod[]> {
  const taken = await methodsOf(deps, tenant, frequency === 'SUBSCRIPTION');
  return methods.filter((method) => !taken.has(method));
}
