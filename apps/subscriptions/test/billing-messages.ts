import type { ChargeCycleRequest, ChargeCycleResponse, Coupon, Product } from '@pitanga/contracts';
import { testIds } from '@pitanga/testing';

const at = new Date('2026-11-20T15:00:00.000Z');

export function aProduct(priceCents: number, cycle: Product['cycle']): Product {
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

export function responseOf(request: ChargeCycleRequest, isPaid: boolean, isIrreversible: boolean): ChargeCycleResponse {
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

export function pendingOf(request: ChargeCycleRequest, askAgainAt: Date): ChargeCycleResponse {
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
    wallets: [],
    status: 'CHECKOUT_STATUS_PAID',
    methods: ['PAYMENT_METHOD_CARD'],
    frequency: 'CHECKOUT_FREQUENCY_SUBSCRIPTION',
    coupons: [],
    couponsUsed: [],
    maxInstallments: 1,
    passesFees: false,
    splits: [],
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
    splits: [],
    ...changes,
  };
}

export function aCoupon(code: string, discountKind: Coupon['discountKind'], discount: number): Coupon {
  return {
    code,
    devMode: true,
    discountKind,
    discount,
    status: 'COUPON_STATUS_ACTIVE',
    notes: undefined,
    maxRedeems: -1,
    redeemsCount: 0,
    startsAt: undefined,
    expiresAt: undefined,
    duration: 'COUPON_DURATION_FOREVER',
    durationInCycles: undefined,
    metadataJson: '{}',
    createdAt: at,
    updatedAt: at,
  };
}
