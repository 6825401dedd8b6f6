import { pageCalls } from './page-calls';
import { aCardCharge, aCharge, aCheckout, aPaymentLink } from './messages';
import { typedCoupon, type WholeApi } from './whole-api';

export const natal = typedCoupon('natal');
export const tudo = typedCoupon('tudo');
export const tenant = { storeId: 'store_1', devMode: true };
export const methods = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_BOLETO'];
export const checkout = { ...aCheckout, methods, allowCoupons: true };
export const link = { ...aPaymentLink, methods, allowCoupons: true };
export const resolved = { tenant, checkout, merchantName: 'Loja', knowsPayer: false };
export const aLink = { ...resolved, checkout: link };
export const number = '4242424242424242';
export const cvv = '7391';
export const formId = 'F'.repeat(32);
export const visitor = 'V'.repeat(32);
export const card = {
  form: formId,
  number: '4242 4242 4242 4242',
  name: 'ANA SOUZA',
  expiry: '12/30',
  cvv,
  taxId: '529.982.247-25',
};
export const paid = { ...aCardCharge, checkoutId: 'bill_1' };
export const declined = {
  ...paid,
  status: 'CHARGE_STATUS_FAILED',
  failure: { code: '05', declineClass: 'DECLINE_CLASS_REVERSIBLE', message: 'não autorizado' },
};

/** The calls of a payment page whose checkout is {@link resolved} unless a test says otherwise. */
export const payPageCalls = (api: () => WholeApi) =>
  pageCalls(api, { 'checkouts.resolveCheckout': resolved, 'checkouts.openCheckoutPix': { charge: aCharge } });
