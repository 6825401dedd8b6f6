import { fromWire, type AdapterMethods, type MethodCapabilities, type PayoutAdapter } from '@pitanga/contracts';
import { paymentMethods, type PaymentMethod } from '../stores/store';
import { providerKinds, type MethodsOf, type ProviderAccount, type ProviderKind } from './provider';

/** By what a provider takes answers to disputes. */
export const disputeAnswers = ['NONE', 'TEXTS', 'FILES', 'TEXTS_AND_FILES'] as const;

/** Why an account did not make a payment that another could. */
export const accountFailures = ['SLOW', 'NO_ANSWER', 'DENIED', 'REFUSED'] as const;

/** What a provider can do with the payments of one method. */
export interface Capabilities {
  readonly method: PaymentMethod;
  /** Of the accounts that take it: 1 is asked first. */
  readonly position: number;
  /** New payments go to the others first, because it failed several times in a row. */
  readonly resting: boolean;
  /** When it last failed to make one; undefined where it has made one since. */
  readonly failedAt: Date | undefined;
  readonly restingSince: Date | undefined;
  /** Then one payment tries it. */
  readonly restingUntil: Date | undefined;
  readonly failure: (typeof accountFailures)[number] | undefined;
  /** New payments that it was asked for in the last minutes, and how many of them it did not make. */
  readonly asked: number;
  readonly failed: number;
  /** How long they took; undefined where it was asked for none. */
  readonly averageMs: number | undefined;
  /** In part too. */
  readonly refunds: boolean;
  /** A refund goes to a Pix key of the payer. */
  readonly refundNeedsKey: boolean;
  /** Whether one part of a payment goes back a day, and no second. */
  readonly refundsOnePartADay: boolean;
  /** Of a card. */
  readonly installmentsMax: number | undefined;
  /** Of a card: whether it can be charged again without its holder, as subscriptions need it. */
  readonly renews: boolean | undefined;
  /** Of a card: whether it can be verified without a charge, as trials need it. */
  readonly verifies: boolean | undefined;
  /** Of a card: whether the payer's bank may ask to confirm a payment (3-D Secure). */
  readonly confirms: boolean | undefined;
  /** Of a card: the payer types it on the provider's page. */
  readonly typedAtProvider: boolean | undefined;
  /** Of a card: whether it takes those that are in a wallet. */
  readonly wallets: boolean;
  /** Whether disputes of its payers are seen here. */
  readonly showsDisputes: boolean;
  readonly disputeAnswers: (typeof disputeAnswers)[number];
  /** Whether an answer may be kept there before it is submitted. */
  readonly disputeDrafts: boolean;
  /** Whether its movements are read and compared with the ledger. */
  readonly isReconciled: boolean;
}

/** What billing's adapters declare, by the kind of provider: `bacen-pix` is of BACEN_PIX. */
export function toCapabilities(methods: readonly MethodCapabilities[]): ReadonlyMap<string, readonly Capabilities[]> {
  const all = methods.map(({ provider, method, disputes, isTypedAtProvider: typedAtProvider, ...rest }) => ({
    kind: toKind(provider),
    capabilities: {
      method: fromWire('PAYMENT_METHOD', paymentMethods, method),
      position: rest.position,
      resting: rest.isResting,
      failedAt: rest.failedAt,
      restingSince: rest.restingSince,
      restingUntil: rest.restingUntil,
      failure: rest.failure && fromWire('ACCOUNT_FAILURE', accountFailures, rest.failure),
      asked: rest.asked,
      failed: rest.failed,
      averageMs: rest.averageMs,
      refunds: rest.refunds,
      refundNeedsKey: rest.refundNeedsKey,
      refundsOnePartADay: rest.refundsOnePartADay ?? false,
      installmentsMax: rest.installmentsMax,
      renews: rest.renews,
      verifies: rest.verifies,
      confirms: rest.confirms,
      typedAtProvider,
      wallets: rest.wallets.length > 0,
      disputeAnswers: disputes ? answersBy(disputes.texts, disputes.filesMax > 0) : ('NONE' as const),
      disputeDrafts: disputes?.drafts ?? false,
      // A billing of before says neither.
      showsDisputes: rest.showsDisputes ?? true,
      isReconciled: rest.isReconciled ?? true,
    },
  }));
  const grouped = Map.groupBy(all, ({ kind }) => kind);
  return new Map([...grouped].map(([kind, of]) => [kind, of.map(({ capabilities }) => capabilities)]));
}

/** The kind of account that is asked first for each method. */
export function toFirst(methods: readonly MethodCapabilities[]): ReadonlyMap<PaymentMethod, ProviderKind> {
  const first = methods.filter(({ position }) => position === 1);
  return new Map(
    first.flatMap(({ method, provider }) => {
      const kind = providerKinds.find((known) => known === toKind(provider));
      return kind ? [[fromWire('PAYMENT_METHOD', paymentMethods, method), kind] as const] : [];
    }),
  );
}

/** The accounts that take a method, the first one first. */
export function toOrder(
  { methods }: { readonly methods: readonly MethodCapabilities[] },
  method: PaymentMethod,
): readonly string[] {
  return methods
    .filter((one) => fromWire('PAYMENT_METHOD', paymentMethods, one.method) === method)
    .sort((first, second) => first.position - second.position)
    .map(({ provider }) => toKind(provider));
}

/** What a provider can do with what leaves by it. */
export interface PayoutCapabilities {
  readonly kind: ProviderKind;
  /** Of BACEN_PIX. */
  readonly bank: string | undefined;
  readonly ownerCheck: (typeof ownerChecks)[number];
  readonly paysCodes: boolean;
  /** Whether it sends a TED to a bank account. */
  readonly paysBankAccounts: boolean;
  /** Whether it tells what came back of a payout after its end. */
  readonly showsReturns: boolean;
  /** Whether what leaves by it is read there and compared with the ledger. */
  readonly isReconciled: boolean;
}

/** How it shows that the key of a withdrawal is the holder's. */
export const ownerChecks = ['LOOKUP', 'AT_SENDING', 'TAX_ID_KEYS'] as const;

/** What the adapters of payouts declare; of a store that has several, the first one sends. */
export function toPayoutCapabilities(adapters: readonly PayoutAdapter[]): readonly PayoutCapabilities[] {
  return adapters.flatMap(({ provider, bank, ownerCheck, paysCodes, ...can }) => {
    const kind = providerKinds.find((known) => known === provider);
    if (!kind) return [];
    const checks = fromWire('OWNER_CHECK', ownerChecks, ownerCheck);
    const { showsReturns = true, isReconciled = true, paysBankAccounts = false } = can;
    return { kind, bank, ownerCheck: checks, paysCodes, paysBankAccounts, showsReturns, isReconciled };
  });
}

/** What each kind of provider can take, as the adapters of both services declare it. */
export function toAbleMethods(adapters: readonly AdapterMethods[], payouts: readonly PayoutCapabilities[]): MethodsOf {
  const taken = new Map(
    adapters.map(({ provider, methods }) => [
      toKind(provider),
      methods.map((method) => fromWire('PAYMENT_METHOD', paymentMethods, method)),
    ]),
  );
  return (kind, account) => {
    const sends = payouts.some((one) => one.kind === kind && isOfBank(one, account));
    return [...(taken.get(kind) ?? []), ...(sends ? (['PAYOUT'] as const) : [])];
  };
}

/** What sends for an account; undefined where nothing does. */
export function findPayouts(
  declared: readonly PayoutCapabilities[],
  kind: ProviderKind,
  account: ProviderAccount | undefined,
): PayoutCapabilities | undefined {
  if (!account?.methods.includes('PAYOUT')) return undefined;
  return declared.find((one) => one.kind === kind && isOfBank(one, account));
}

/** Of the banks only some send. */
function isOfBank({ bank }: PayoutCapabilities, account: ProviderAccount | undefined): boolean {
  return bank === undefined || account === undefined || account.settings['bank'] === bank;
}

/** As billing and charges name a kind of account. */
export function toWireProvider(kind: ProviderKind): string {
  return kind.toLowerCase().replaceAll('_', '-');
}

function toKind(provider: string): string {
  return provider.toUpperCase().replaceAll('-', '_');
}

function answersBy(texts: boolean, files: boolean): Capabilities['disputeAnswers'] {
  if (texts && files) return 'TEXTS_AND_FILES';
  return texts ? 'TEXTS' : 'FILES';
}
