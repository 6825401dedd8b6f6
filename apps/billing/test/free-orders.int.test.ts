import { startBeforeAll } from '@pitanga/testing';
import { call, readEvents, startBilling } from './billing-harness';
import { aCoupon, openCheckout } from './payment-requests';

const billing = startBeforeAll(startBilling);

test('an order that coupons leave nothing to pay of has a buyer: a checkout keeps them, and its event names them, of a link, too', async () => {
  const tenant = await billing.configuredStore();
  const code = await aCoupon(billing, tenant, { discount: 10_000 });
  const payer = { name: 'Ana Souza', taxId: '52998224725', email: 'ana@example.com' };
  const order = async (changes: object) => {
    const open = await openCheckout(billing, tenant, 5_000, { coupons: [code], allowCoupons: true, ...changes });
    const asked = { tenant, checkoutId: open.id, coupons: [code], payer };
    return (await billing.checkouts.applyCheckoutCoupons(asked, call())).checkout;
  };
  const once = await order({});
  const many = await order({ frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' });
  const facts = (await readEvents(billing, tenant)).filter(({ type }) => type === 'checkout.paid');
  const customer = { name: 'Ana Souza', email: 'ana@example.com' };
  expect(facts).toMatchObject([
    { key: once?.id, payload: { customer: { ...customer, id: once?.customerId }, checkout: { couponsUsed: [code] } } },
    { key: many?.id, payload: { customer, checkout: { couponsUsed: [code] } } },
  ]);
  expect(once?.customerId).toMatch(/^cust_/);
  expect(many?.customerId).toBeUndefined();
});
