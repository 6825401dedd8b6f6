import { pageCalls } from './page-calls';
import { CheckoutItem } from '@pitanga/contracts';
import { aCardCharge, aCharge, aSubscriptionCheckout } from './messages';
import { typedCoupon, type WholeApi } from './whole-api';

export const natal = typedCoupon('natal');
export const tenant = { storeId: 'store_1', devMode: true };
export const item = CheckoutItem.fromPartial({
  productId: 'prod_1',
  name: 'Clube <do> Livro',
  unitPriceCents: 5_000,
  quantity: 1,
  cycle: 'BILLING_CYCLE_MONTHLY',
});
export const plan = {
  ...aSubscriptionCheckout,
  amountCents: 5_000,
  items: [item],
  methods: ['PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_PIX'],
  allowCoupons: true,
  trialDays: undefined,
};
export const resolved = { tenant, checkout: plan, merchantName: 'Loja', knowsPayer: false };
export const withTrial = { ...resolved, checkout: { ...plan, trialDays: 7 } };
export const discounted = { ...plan, amountCents: 4_500, discountCents: 500, couponsUsed: ['NATAL'] };
export const active = {
  subscriptionId: 'subs_1',
  status: 'SUBSCRIPTION_START_STATUS_ACTIVE',
  prices: [],
  method: 'PAYMENT_METHOD_CARD',
  amountCents: 4_500,
  coupons: ['NATAL'],
  charge: { ...aCardCharge, receiptUrl: 'https://pitanga.example/receipts/card_1' },
};
export const starting = {
  ...active,
  status: 'SUBSCRIPTION_START_STATUS_STARTING',
  method: 'PAYMENT_METHOD_PIX',
  charge: aCharge,
};
/** By automatic Pix in production, where nothing is paid at the start. */
export const authorizing = {
  ...starting,
  charge: undefined,
  authorization: {
    brCode: '00020126180014br.gov.bcb.pix6304AAAA',
    qrPng: Buffer.from('png'),
    expiresAt: new Date('2027-01-01T00:00:00Z'),
  },
};
export const formId = 'F'.repeat(32);
export const cvv = '7391';
export const payer = { form: formId, name: 'ANA SOUZA', taxId: '529.982.247-25', email: 'ana@example.com' };
export const card = { ...payer, number: '4242 4242 4242 4242', expiry: '12/30', cvv };

/** The calls of a page whose checkout is {@link resolved} unless a test says otherwise. */
export const subscribePageCalls = (api: () => WholeApi) => pageCalls(api, { 'checkouts.resolveCheckout': resolved });
