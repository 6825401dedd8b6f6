import {
  AgreementServiceDefinition,
  ProductServiceDefinition,
  tenantFromWire,
  type ChargeCycleRequest,
  type ChargeCycleResponse,
  type Coupon,
  type Product,
} from '@pitanga/contracts';
import {
  cents,
  collectOrCarry,
  failedPrecondition,
  invalidArgument,
  notFound,
  unavailable,
  type AppError,
  type CollectableRange,
} from '@pitanga/core';
import { createRpcServer, type RpcHandlers } from '@pitanga/rpc';
import { createMetrics } from '@pitanga/runtime';
import { silentLog } from '@pitanga/testing';
import { aProduct, pendingOf, responseOf } from './billing-messages';

/** What becomes of an attempt that billing had not seen before. */
export type Behaviour =
  | 'PAY'
  | 'DECLINE'
  | 'DECLINE_FOR_EVER'
  /** FAILED_PRECONDITION, with the reason of `refusal`. */
  | 'REFUSE'
  /** The payer's bank has it and has not ended it. */
  | 'PEND'
  /** UNAVAILABLE before anything happened. */
  | 'AWAY'
  /** Charged or declined, and then UNAVAILABLE: the answer is lost. */
  | 'LOSE_PAYMENT'
  | 'LOSE_DECLINE';

export interface BillingStandIn {
  readonly address: string;
  /** How an attempt goes; may take its time. Default: everybody pays. */
  behave: (request: ChargeCycleRequest) => Behaviour | Promise<Behaviour>;
  /** What every charge call does between its effect and its answer. */
  beforeAnswer: () => Promise<void>;
  /** What every void call does before it looks. */
  beforeVoid: () => Promise<void>;
  /** When to ask about a pending attempt again. */
  askAgainAt: () => Date;
  /** The payer's bank takes a pending attempt back no more. */
  isFirm: boolean;
  /** What a call for many attempts does after all of their effects and before its answer; may throw. */
  beforeAnswers: () => Promise<void>;
  /** How many attempts each call for many had. */
  readonly batches: number[];
  refusal: string;
  /** Which amounts it can collect. */
  range: CollectableRange;
  /** The subscriptions of each call that asked for it. */
  readonly rangesAsked: string[][];
  /** Refuses the calls that end an agreement. */
  isDeafToEnds: boolean;
  /** Whose money was taken, in order: never a repeat. */
  readonly payments: ChargeCycleRequest[];
  /** Every call, repeats included. */
  readonly asked: ChargeCycleRequest[];
  readonly voided: ReadonlySet<string>;
  readonly ended: string[];
  /** What can be redeemed, by code in small letters. */
  readonly coupons: Map<string, Coupon>;
  /** Every use that was counted: once for each subscription. */
  readonly redeemed: { readonly subscriptionId: string; readonly code: string; readonly id: string | undefined }[];
  readonly cards: { readonly subscriptionId: string; readonly token: string }[];
  product(priceCents: number, cycle?: Product['cycle']): Product;
  deleteProduct(product: Product): void;
  stop(): Promise<void>;
}

const at = new Date('2026-11-20T15:00:00.000Z');

/** Of a store whose fees are below every charge. */
export const wholeRange: CollectableRange = { minCents: cents(100), carryMaxCents: cents(9_999_999_999) };

/**
 * Billing's agreements and products over real gRPC, with a record of its own of what each attempt did: the same
 * attempt never takes money twice, and a voided one never does.
 */
export async function startBillingStandIn({ isOld = false } = {}): Promise<BillingStandIn> {
  const outcomes = new Map<string, ChargeCycleResponse | 'REFUSED'>();
  const voided = new Set<string>();
  const products = new Map<string, Product>();
  const deleted = new Set<string>();
  const server = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'billing' });
  const state: Omit<BillingStandIn, 'address'> = {
    behave: () => 'PAY',
    beforeAnswer: () => Promise.resolve(),
    beforeVoid: () => Promise.resolve(),
    askAgainAt: () => at,
    isFirm: false,
    beforeAnswers: () => Promise.resolve(),
    batches: [],
    refusal: 'PROVIDER_REFUSED',
    range: wholeRange,
    rangesAsked: [],
    isDeafToEnds: false,
    payments: [],
    asked: [],
    voided,
    ended: [],
    cards: [],
    coupons: new Map(),
    redeemed: [],
    product: (priceCents, cycle) => {
      const product = aProduct(priceCents, cycle);
      products.set(product.id, product);
      return product;
    },
    deleteProduct: ({ id }) => void deleted.add(id),
    stop: () => server.stop(100),
  };
  const { methods } = AgreementServiceDefinition;
  // Of the release before these calls.
  const newMethods = ['chargeCycles', 'getCollectableRange', 'getCollectableRanges'];
  const oldMethods = Object.fromEntries(Object.entries(methods).filter(([name]) => !newMethods.includes(name)));
  const definition = { ...AgreementServiceDefinition, methods: isOld ? oldMethods : methods };
  server.add(definition as AgreementServiceDefinition, agreementHandlers(state, outcomes, voided));
  server.add(ProductServiceDefinition, {
    ...unusedProductHandlers,
    getProduct: ({ id, externalId, includeDeleted }) => {
      const found = [...products.values()].find(
        (product) =>
          (product.id === id || product.externalId === externalId) && (includeDeleted || !deleted.has(product.id)),
      );
      return found ? Promise.resolve({ product: found }) : Promise.reject(notFound('Produto não encontrado.'));
    },
  });
  const port = await server.start('127.0.0.1:0');
  return Object.assign(state, { address: `127.0.0.1:${String(port)}` });
}

function agreementHandlers(
  state: Omit<BillingStandIn, 'address'>,
  outcomes: Map<string, ChargeCycleResponse | 'REFUSED'>,
  voided: Set<string>,
): RpcHandlers<AgreementServiceDefinition> {
  const known = (attemptId: string): ChargeCycleResponse | undefined => {
    if (voided.has(attemptId)) throw failedPrecondition('The attempt was voided', 'ATTEMPT_VOIDED');
    const outcome = outcomes.get(attemptId);
    if (outcome === 'REFUSED') throw failedPrecondition('Billing refuses this attempt', state.refusal);
    return outcome;
  };
  const handlers: RpcHandlers<AgreementServiceDefinition> = {
    chargeCycles: async ({ cycles }, call) => {
      state.batches.push(cycles.length);
      const results = await Promise.all(
        cycles.map(async (cycle) => {
          try {
            const answer = await handlers.chargeCycle(cycle, { ...call, tenant: tenantFromWire(cycle.tenant) });
            return { cycle: answer, error: undefined };
          } catch (error) {
            const { kind, reason, message } = error as AppError;
            return { cycle: undefined, error: { kind, reason, message } };
          }
        }),
      );
      await state.beforeAnswers();
      return { results };
    },
    chargeCycle: async (request) => {
      state.asked.push(request);
      const before = known(request.attemptId);
      if (before) return before;
      const amountCents = collectedOf(request, state.range);
      const behaviour = amountCents === 0 ? 'PAY' : await state.behave(request);
      if (behaviour === 'AWAY') throw unavailable('Billing is away');
      // Another call may have come first, or a void.
      const meanwhile = known(request.attemptId);
      if (meanwhile) return meanwhile;
      if (behaviour === 'PEND') return pendingOf({ ...request, amountCents }, state.askAgainAt());
      const isPaid = behaviour === 'PAY' || behaviour === 'LOSE_PAYMENT';
      const outcome =
        behaviour === 'REFUSE'
          ? 'REFUSED'
          : responseOf({ ...request, amountCents }, isPaid, behaviour === 'DECLINE_FOR_EVER');
      outcomes.set(request.attemptId, outcome);
      if (isPaid) state.payments.push({ ...request, amountCents });
      await state.beforeAnswer();
      if (behaviour === 'LOSE_PAYMENT' || behaviour === 'LOSE_DECLINE') throw unavailable('The answer was lost');
      return known(request.attemptId) ?? Promise.reject(new Error('the attempt has no outcome'));
    },
    voidCycleAttempt: async ({ attemptId }) => {
      await state.beforeVoid();
      const outcome = outcomes.get(attemptId);
      const isAtBank = state.isFirm && state.asked.some((request) => request.attemptId === attemptId);
      if (outcome === undefined && isAtBank) throw unavailable('The bank has it', 'CYCLE_AT_BANK');
      if (outcome === undefined) {
        voided.add(attemptId);
        return { outcome: 'ATTEMPT_OUTCOME_VOIDED', cycle: undefined };
      }
      if (outcome === 'REFUSED') return { outcome: 'ATTEMPT_OUTCOME_FAILED', cycle: undefined };
      const isPaid = outcome.charge?.status !== 'CHARGE_STATUS_FAILED';
      return { outcome: isPaid ? 'ATTEMPT_OUTCOME_PAID' : 'ATTEMPT_OUTCOME_FAILED', cycle: outcome };
    },
    replaceCard: ({ subscriptionId, token }) => {
      if (token === 'ctok_used') return Promise.reject(invalidArgument('The card token was used'));
      if (token === 'ctok_challenged') {
        return Promise.resolve({
          brand: 'VISA',
          lastFour: '3155',
          actionUrl: 'https://pitanga.test/card-actions/crep_1',
        });
      }
      state.cards.push({ subscriptionId, token });
      return Promise.resolve({ brand: 'VISA', lastFour: '4242' });
    },
    getCollectableRange: ({ subscriptionId }) => {
      state.rangesAsked.push([subscriptionId]);
      return Promise.resolve(state.range);
    },
    getCollectableRanges: ({ subscriptions }) => {
      const ids = subscriptions.map(({ subscriptionId }) => subscriptionId);
      state.rangesAsked.push(ids);
      return Promise.resolve({ ranges: Object.fromEntries(ids.map((id) => [id, state.range])) });
    },
    endAgreement: ({ subscriptionId }) => {
      if (state.isDeafToEnds) return Promise.reject(unavailable('Billing is away'));
      state.ended.push(subscriptionId);
      return Promise.resolve({});
    },
    redeemCoupon: async ({ subscriptionId, code, preview }) => {
      const coupon = state.coupons.get(code.toLowerCase());
      if (!coupon) throw notFound('Cupom não encontrado.', 'COUPON_NOT_FOUND');
      const isRedeemed = state.redeemed.some(
        (use) => use.subscriptionId === subscriptionId && use.code === coupon.code && use.id === coupon.id,
      );
      if (!preview && !isRedeemed) state.redeemed.push({ subscriptionId, code: coupon.code, id: coupon.id });
      if (!preview) await state.beforeAnswer();
      return { coupon };
    },
    getAgreementCard: () => Promise.reject(new Error('not used here')),
    simulateAuthorizationCancelled: () => Promise.reject(new Error('not used here')),
  };
  return handlers;
}

/** As billing does it. */
function collectedOf({ amountCents, carriedCents }: ChargeCycleRequest, range: CollectableRange): number {
  const ownCents = cents(amountCents - carriedCents);
  return collectOrCarry({ ownCents, carriedCents: cents(carriedCents) }, range).collectedCents;
}

const unused = (): Promise<never> => Promise.reject(new Error('not used here'));
const unusedProductHandlers = {
  createProduct: unused,
  listProducts: unused,
  deleteProduct: unused,
  updateProduct: unused,
};
