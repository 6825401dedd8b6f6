import {
  AgreementServiceDefinition,
  ProductServiceDefinition,
  type ChargeCycleRequest,
  type ChargeCycleResponse,
  type Coupon,
  type Product,
} from '@pitanga/contracts';
import { failedPrecondition, invalidArgument, notFound, unavailable } from '@pitanga/core';
import { createRpcServer, type RpcHandlers } from '@pitanga/rpc';
import { createMetrics } from '@pitanga/runtime';
import { silentLog, testIds } from '@pitanga/testing';

/** What becomes of an attempt that billing had not seen before. */
export type Behaviour =
  | 'PAY'
  | 'DECLINE'
  | 'DECLINE_FOR_EVER'
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
  readonly redeemed: { readonly subscriptionId: string; readonly code: string }[];
  readonly cards: { readonly subscriptionId: string; readonly token: string }[];
  product(priceCents: number, cycle?: Product['cycle']): Product;
  stop(): Promise<void>;
}

const at = new Date('2026-11-20T15:00:00.000Z');

/**
 * Billing's agreements and products over real gRPC, with a record of its own of what each attempt did: the same
 * attempt never takes money twice, and a voided one never does.
 */
export async function startBillingStandIn(): Promise<BillingStandIn> {
  const outcomes = new Map<string, ChargeCycleResponse | 'REFUSED'>();
  const voided = new Set<string>();
  const products = new Map<string, Product>();
  const server = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'billing' });
  const state: Omit<BillingStandIn, 'address'> = {
    behave: () => 'PAY',
    beforeAnswer: () => Promise.resolve(),
    beforeVoid: () => Promise.resolve(),
    askAgainAt: () => at,
    isFirm: false,
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
    stop: () => server.stop(100),
  };
  server.add(AgreementServiceDefinition, agreementHandlers(state, outcomes, voided));
  server.add(ProductServiceDefinition, {
    ...unusedProductHandlers,
    getProduct: ({ id, externalId }) => {
      const found = [...products.values()].find((product) => product.id === id || product.externalId === externalId);
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
    if (outcome === 'REFUSED') throw failedPrecondition('The amount is below the fee', 'AMOUNT_BELOW_FEE');
    return outcome;
  };
  return {
    chargeCycle: async (request) => {
      state.asked.push(request);
      const before = known(request.attemptId);
      if (before) return before;
      const behaviour = request.amountCents === 0 ? 'PAY' : await state.behave(request);
      if (behaviour === 'AWAY') throw unavailable('Billing is away');
      // Another call may have come first, or a void.
      const meanwhile = known(request.attemptId);
      if (meanwhile) return meanwhile;
      if (behaviour === 'PEND') return pendingOf(request, state.askAgainAt());
      const isPaid = behaviour === 'PAY' || behaviour === 'LOSE_PAYMENT';
      const outcome =
        behaviour === 'REFUSE' ? 'REFUSED' : responseOf(request, isPaid, behaviour === 'DECLINE_FOR_EVER');
      outcomes.set(request.attemptId, outcome);
      if (isPaid) state.payments.push(request);
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
    endAgreement: ({ subscriptionId }) => {
      if (state.isDeafToEnds) return Promise.reject(unavailable('Billing is away'));
      state.ended.push(subscriptionId);
      return Promise.resolve({});
    },
    redeemCoupon: async ({ subscriptionId, code, preview }) => {
      const coupon = state.coupons.get(code.toLowerCase());
      if (!coupon) throw notFound('Cupom não encontrado.', 'COUPON_NOT_FOUND');
      const isRedeemed = state.redeemed.some(
        (use) => use.subscriptionId === subscriptionId && use.code === coupon.code,
      );
      if (!preview && !isRedeemed) state.redeemed.push({ subscriptionId, code: coupon.code });
      if (!preview) await state.beforeAnswer();
      return { coupon };
    },
    simulateAuthorizationCancelled: () => Promise.reject(new Error('not used here')),
  };
}

const unused = (): Promise<never> => Promise.reject(new Error('not used here'));
const unusedProductHandlers = {
  createProduct: unused,
  listProducts: unused,
  deleteProduct: unused,
  updateProduct: unused,
};

function aProduct(priceCents: number, cycle: Product['cycle']): Product {
  const id = testIds.next('product', at);
  return {
    id,
    devMode: true,
    externalId: `ext-${id}`,
    name: 'Plano',
    description: '',
    priceCents,
    currency: 'BRL',
    cycle,
    trialDays: undefined,
    imageUrl: undefined,
    hasFile: false,
    status: 'PRODUCT_STATUS_ACTIVE',
    createdAt: at,
    updatedAt: at,
  };
}

function responseOf(request: ChargeCycleRequest, isPaid: boolean, isIrreversible: boolean): ChargeCycleResponse {
  const { subscriptionId, cycleNumber, amountCents } = request;
  const checkout = aCheckout({
    id: testIds.next('checkout', at),
    amountCents,
    status: isPaid ? 'CHECKOUT_STATUS_PAID' : 'CHECKOUT_STATUS_PENDING',
    subscriptionId,
    cycleNumber,
  });
  const customer = { id: 'cust_ana', name: 'Ana', email: 'ana@example.com', maskedTaxId: '123.***.***-**' };
  if (amountCents === 0) return { checkout, charge: undefined, customer };
  const charge = aCharge({
    id: testIds.next('cardCharge', at),
    checkoutId: checkout.id,
    amountCents,
    status: isPaid ? 'CHARGE_STATUS_PAID' : 'CHARGE_STATUS_FAILED',
    subscriptionId,
    failure: isPaid
      ? undefined
      : {
          code: isIrreversible ? '41' : '51',
          declineClass: isIrreversible ? 'DECLINE_CLASS_IRREVERSIBLE' : 'DECLINE_CLASS_REVERSIBLE',
          message: 'Recusado.',
          reason: isIrreversible
            ? 'PAYMENT_FAILURE_REASON_LOST_OR_STOLEN_CARD'
            : 'PAYMENT_FAILURE_REASON_INSUFFICIENT_FUNDS',
        },
  });
  return { checkout, charge, customer };
}

function pendingOf(request: ChargeCycleRequest, askAgainAt: Date): ChargeCycleResponse {
  const { checkout, charge, customer } = responseOf(request, false, false);
  const pending = { ...charge, status: 'CHARGE_STATUS_PENDING', failure: undefined } as NonNullable<typeof charge>;
  return { checkout, charge: pending, customer, askAgainAt };
}

type Checkout = NonNullable<ChargeCycleResponse['checkout']>;
type Charge = NonNullable<ChargeCycleResponse['charge']>;

export function aCheckout(changes: Partial<Checkout>): Checkout {
  return {
    id: 'bill_1',
    devMode: true,
    url: 'http://pitanga.test/pay/bill_1',
    amountCents: 4_990,
    refundedAmountCents: 0,
    platformFeeCents: 0,
    items: [],
    status: 'CHECKOUT_STATUS_PAID',
    methods: ['PAYMENT_METHOD_CARD'],
    frequency: 'CHECKOUT_FREQUENCY_SUBSCRIPTION',
    coupons: [],
    couponsUsed: [],
    maxInstallments: 1,
    skipCustomer: false,
    skipReview: false,
    allowCoupons: false,
    metadataJson: '{}',
    createdAt: at,
    updatedAt: at,
    discountCents: 0,
    ...changes,
  };
}

export function aCharge(changes: Partial<Charge>): Charge {
  return {
    id: 'card_1',
    devMode: true,
    method: 'PAYMENT_METHOD_CARD',
    origin: 'CHARGE_ORIGIN_SUBSCRIPTION',
    amountCents: 4_990,
    refundedAmountCents: 0,
    platformFeeCents: 235,
    status: 'CHARGE_STATUS_PAID',
    expiresAt: undefined,
    metadataJson: '{}',
    createdAt: at,
    updatedAt: at,
    card: { brand: 'VISA', lastFour: '4242', installmentCount: 1, cardToken: 'card_tok_secret' },
    payer: { name: 'Ana', maskedTaxId: '123.***.***-**', isSameAsCustomer: true },
    coupons: [],
    ...changes,
  };
}
