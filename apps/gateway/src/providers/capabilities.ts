import { fromWire, type AdapterMethods, type MethodCapabilities } from '@pitanga/contracts';
import { paymentMethods, type PaymentMethod } from '../stores/store';
import { providerKinds, type MethodsOf, type ProviderKind } from './provider';

/** By what a provider takes answers to disputes. */
export const disputeAnswers = ['NONE', 'TEXTS', 'FILES', 'TEXTS_AND_FILES'] as const;

/** What a provider can do with the payments of one method. */
export interface Capabilities {
  readonly method: PaymentMethod;
  /** Of the accounts that take it: 1 is asked first. */
  readonly position: number;
  /** New payments go to the others first, because it failed several times in a row. */
  readonly resting: boolean;
  /** When it last failed to make one; undefined where it has made one since. */
  readonly failedAt: Date | undefined;
  /** In part too. */
  readonly refunds: boolean;
  /** A refund goes to a Pix key of the payer. */
  readonly refundNeedsKey: boolean;
  /** Of a card. */
  readonly installmentsMax: number | undefined;
  /** Of a card: whether it can be charged again without its holder, as subscriptions need it. */
  readonly renews: boolean | undefined;
  /** Of a card: whether it can be verified without a charge, as trials need it. */
  readonly verifies: boolean | undefined;
  /** Of a card: the payer types it on the provider's page. */
  readonly typedAtProvider: boolean | undefined;
  readonly disputeAnswers: (typeof disputeAnswers)[number];
  /** Whether an answer may be kept there before it is submitted. */
  readonly disputeDrafts: boolean;
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
      refunds: rest.refunds,
      refundNeedsKey: rest.refundNeedsKey,
      installmentsMax: rest.installmentsMax,
      renews: rest.renews,
      verifies: rest.verifies,
      typedAtProvider,
      disputeAnswers: disputes ? answersBy(disputes.texts, disputes.filesMax > 0) : ('NONE' as const),
      disputeDrafts: disputes?.drafts ?? false,
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

/** Payouts are no method of billing, whose adapters say the rest. */
const payingOut: readonly ProviderKind[] = ['HTTP_PAYOUTS', 'ASAAS'];

/** What each kind of provider can take, as billing's adapters declare it. */
export function toAbleMethods(adapters: readonly AdapterMethods[]): MethodsOf {
  const taken = new Map(
    adapters.map(({ provider, methods }) => [
      toKind(provider),
      methods.map((method) => fromWire('PAYMENT_METHOD', paymentMethods, method)),
    ]),
  );
  return (kind) => [...(taken.get(kind) ?? []), ...(payingOut.includes(kind) ? (['PAYOUT'] as const) : [])];
}

function toKind(provider: string): string {
  return provider.toUpperCase().replaceAll('-', '_');
}

function answersBy(texts: boolean, files: boolean): Capabilities['disputeAnswers'] {
  if (texts && files) return 'TEXTS_AND_FILES';
  return texts ? 'TEXTS' : 'FILES';
}
