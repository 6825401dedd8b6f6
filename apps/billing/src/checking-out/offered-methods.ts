import { providerNotConfigured, saoPauloDay, type Cents, type Tenant } from '@pitanga/core';
import { boletoAmountRefused } from '../charges/charge-errors';
import type { CheckoutFrequency } from '../checkouts/checkout-status';
import { offeredMethods, type Checkout } from '../checkouts/checkout';
import { walletsUnsupported } from '../checkouts/checkout-errors';
import { startsFree } from '../checkouts/first-charge';
import { hasAutomaticPix, subscriptionMethods } from '../checkouts/subscription-terms';
import { offeredProviders, type StoreSetup } from '../managing/store-setup';
import type { PaymentMethod } from '../money/fees';
import type { Wallet } from '../money/wallets';
import type { Providers } from '../provider/providers';
import { canSubscribe, cardProviderFor, checkAutomaticPix, checkSubscriptionCard } from '../charging/provider-for';
import { notCollectable, smallestCollectable } from '../charging/collectable';
import { checkBoletoTerms, isAmountOfBoleto, type BoletoTerms } from '../charging/boleto-terms';

const productionMethods: readonly PaymentMethod[] = ['PIX', 'CARD', 'BOLETO'];
const devMethods: readonly PaymentMethod[] = ['PIX', 'CARD'];

/** What a checkout is for. */
interface Use {
  readonly frequency: CheckoutFrequency;
  /** Of a subscription: its payer's card is verified, and nothing is charged at the start. */
  readonly trialDays?: number | undefined;
  readonly dueDate?: string | undefined;
}

/** The methods that a store offers and has a provider for; in dev mode all are simulated. */
function availableMethods(setup: StoreSetup, tenant: Tenant, use: Use): ReadonlySet<PaymentMethod> {
  const { pix, automaticPix, card, boleto } = offeredProviders(setup, tenant);
  const isSubscription = use.frequency === 'SUBSCRIPTION';
  const hasPix = isSubscription ? tenant.devMode || automaticPix !== undefined : pix !== undefined;
  const has: Readonly<Record<PaymentMethod, boolean>> = {
    PIX: hasPix,
    CARD:
      card !== undefined &&
      (!isSubscription || canSubscribe(card, startsFree({ trialDays: undefined, dueDate: undefined, ...use }))),
    BOLETO: boleto !== undefined && !isSubscription,
  };
  return new Set(productionMethods.filter((method) => has[method]));
}

interface Requested {
  readonly methods: readonly PaymentMethod[];
  readonly wallets?: readonly Wallet[];
}

/** The wallets whose cards the store's card provider takes. */
function availableWallets(setup: StoreSetup, tenant: Tenant): readonly Wallet[] {
  return offeredProviders(setup, tenant).card?.wallets ?? [];
}

/** Those of a checkout's wallets that can be paid with now. */
export function payableWallets(
  setup: StoreSetup,
  tenant: Tenant,
  { wallets }: Pick<Checkout, 'wallets'>,
): readonly Wallet[] {
  if (wallets.length === 0 || setup.settings.terms.isClosed) return [];
  const available = availableWallets(setup, tenant);
  return wallets.filter((wallet) => available.includes(wallet));
}

/**
 * The methods of a new checkout: those of the request, or by default PIX and CARD in dev mode, all available ones in
 * production, and CARD for a subscription.
 * @throws AppError UNAVAILABLE PROVIDER_NOT_CONFIGURED for an unavailable method, and when none is available;
 * FAILED_PRECONDITION for a Pix subscription where the store's account takes no automatic Pix
 */
export function methodsFor(
  setup: StoreSetup,
  tenant: Tenant,
  { methods: requested, wallets = [], ...use }: Use & Requested,
): readonly PaymentMethod[] {
  const isSubscription = use.frequency === 'SUBSCRIPTION';
  const available = availableMethods(setup, tenant, use);
  const missing = requested.find((method) => !available.has(method));
  if (missing === 'PIX' && isSubscription) checkAutomaticPix(setup, tenant);
  if (missing === 'CARD' && isSubscription) {
    checkSubscriptionCard(cardProviderFor(setup, tenant), false);
  }
  if (missing) throw providerNotConfigured(missing);
  if (wallets.length > 0 && use.frequency !== 'ONE_TIME') throw walletsUnsupported();
  const unknown = wallets.find((wallet) => !availableWallets(setup, tenant).includes(wallet));
  if (unknown) throw providerNotConfigured(unknown);
  if (requested.length > 0 || wallets.length > 0) return requested;
  const byDefault = isSubscription ? subscriptionMethods : tenant.devMode ? devMethods : productionMethods;
  const methods = byDefault.filter((method) => available.has(method));
  const [first = 'PIX'] = byDefault;
  if (methods.length === 0) throw providerNotConfigured(first);
  return methods;
}

/**
 * Those of a new checkout's methods that can collect its amount.
 * @throws AppError FAILED_PRECONDITION AMOUNT_BELOW_FEE where none can: it names the methods of the store that could
 */
export function collectingMethods(
  setup: StoreSetup,
  tenant: Tenant,
  use: Use,
  methods: readonly PaymentMethod[],
  amountCents: Cents,
): readonly PaymentMethod[] {
  const isSubscription = use.frequency === 'SUBSCRIPTION';
  const others = [...availableMethods(setup, tenant, use)].filter(
    (method) => !isSubscription || method !== 'PIX' || hasAutomaticPix(setup.settings, tenant),
  );
  const canCollect = (method: PaymentMethod): boolean => smallestCollectable(setup, method) <= amountCents;
  return offeredMethods(methods, canCollect, (first) => notCollectable(setup, first, others.filter(canCollect)));
}

/** Methods of a checkout that the store has no provider for or does not offer any more; all when it is closed. */
export function unavailableMethods(
  setup: StoreSetup,
  tenant: Tenant,
  { methods, ...use }: Use & { readonly methods: readonly PaymentMethod[] },
): readonly PaymentMethod[] {
  if (setup.settings.terms.isClosed) return methods;
  const available = availableMethods(setup, tenant, use);
  return methods.filter((method) => !available.has(method));
}

/** INVALID_ARGUMENT for terms that the boletos of a new checkout cannot have. */
export function checkOfferedBoleto(
  { boleto }: Pick<Providers, 'boleto'>,
  now: Date,
  terms: Pick<BoletoTerms, 'dueDate' | 'interestBasisPoints' | 'fine'>,
  methods: readonly PaymentMethod[],
): void {
  if (!boleto || !methods.includes('BOLETO')) return;
  checkBoletoTerms(boleto.rules, { ...terms, amountCents: undefined, today: saoPauloDay(now) });
}

/**
 * The methods without BOLETO where the provider registers none over this amount.
 * @throws AppError INVALID_ARGUMENT when the request names BOLETO itself
 */
export function withinLimits(
  { boleto }: Pick<Providers, 'boleto'>,
  { methods: named }: { readonly methods: readonly PaymentMethod[] },
  methods: readonly PaymentMethod[],
  amountCents: Cents,
): readonly PaymentMethod[] {
  if (!boleto || !methods.includes('BOLETO') || isAmountOfBoleto(boleto.rules, amountCents)) return methods;
  if (named.includes('BOLETO')) throw boletoAmountRefused(boleto.rules);
  return methods.filter((method) => method !== 'BOLETO');
}
