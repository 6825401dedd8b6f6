import type { Tenant } from '@pitanga/core';
import { aCheckout, aCustomer, aPixCharge, call, defaultSettings, type Billing } from './billing-harness';
import type { Route } from './burst-route';
import { disputeBurstRoutes } from './burst-dispute-routes';
import { aPaidPix, aRefund } from './money-back';
import { payPage } from './page-requests';
import { aBoletoCharge, aCardCharge, aCardToken, aCoupon, pay } from './payment-requests';
import { aProductRequest } from './product-requests';
import { pageSubscriptions, subscriptionRequests } from './subscription-requests';

const inDevMode = true;
const noProvider = ['PROVIDER_NOT_CONFIGURED'];
/** So many cards on one page look like the test of stolen ones. */
const cardRefused = ['PROVIDER_NOT_CONFIGURED', 'CARD_ATTEMPTS_PAUSED'];

/** Every write of billing but those of operators, by the name of its method. */
export function burstRoutes(billing: () => Billing): Readonly<Record<string, Route>> {
  const page = payPage(billing);
  const subscribers = pageSubscriptions(billing);
  const { aSubscription, cycleRequest } = subscriptionRequests(billing);
  const pix = { methods: ['PAYMENT_METHOD_PIX' as const] };
  const linkOf = (dev: Tenant, over: object = {}) =>
    page.aCheckout(dev, { frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS', ...over });
  const customerOf = async (tenant: Tenant): Promise<string> =>
    (await billing().customers.createCustomer({ tenant, customer: aCustomer() }, call())).customer?.id ?? '';
  return {
    // Charges.
    CreatePixCharge: [() => (tenant) => billing().charges.createPixCharge(aPixCharge(tenant), call()), noProvider],
    CreateBoletoCharge: [
      () => (tenant) => billing().charges.createBoletoCharge(aBoletoCharge(tenant), call()),
      noProvider,
    ],
    CreateCardCharge: [
      async (dev) => {
        const token = await aCardToken(billing(), dev);
        return (tenant) => billing().charges.createCardCharge(aCardCharge(tenant, token), call());
      },
      noProvider,
    ],
    SimulateChargePayment: [
      async (dev) => {
        const { charge } = await billing().charges.createPixCharge(aPixCharge(dev), call());
        return (tenant) =>
          billing().charges.simulateChargePayment({ tenant, id: charge?.id ?? '', late: false }, call());
      },
      ['CHARGE_PAID'],
      inDevMode,
    ],
    CreateTopUp: [
      () => (tenant) => billing().charges.createTopUp({ tenant, amountCents: 5_000, expiresInSeconds: 60 }, call()),
      noProvider,
    ],
    SimulateTopUpPayment: [
      async (dev) => {
        const request = { tenant: dev, amountCents: 5_000, expiresInSeconds: 60 };
        const { charge } = await billing().charges.createTopUp(request, call());
        return (tenant) =>
          billing().charges.simulateTopUpPayment({ tenant, id: charge?.id ?? '', late: false }, call());
      },
      ['CHARGE_PAID'],
      inDevMode,
    ],
    SimulateDispute: [
      async (dev) => {
        const { id } = await aPaidPix(billing(), dev);
        return (tenant) => billing().charges.simulateDispute({ tenant, id, outcome: 'DISPUTE_OUTCOME_OPENED' }, call());
      },
      ['NOT_DISPUTABLE'],
      inDevMode,
    ],
    // Checkouts and their pages.
    CreateCheckout: [
      () => (tenant) => billing().checkouts.createCheckout(aCheckout(tenant, ['none'], pix), call()),
      noProvider,
    ],
    UpdatePaymentLink: [
      async (dev) => {
        const { id } = await linkOf(dev);
        return (tenant) => billing().checkouts.updatePaymentLink({ tenant, id, ...pix }, call());
      },
      noProvider,
    ],
    DeleteCheckout: [
      async (dev) => {
        const { id } = await page.aCheckout(dev);
        return (tenant) => billing().checkouts.deleteCheckout({ tenant, id }, call());
      },
      ['CHECKOUT_NOT_FOUND'],
    ],
    SimulateCheckoutPayment: [
      async (dev) => {
        const { id } = await page.aCheckout(dev);
        return (tenant) => pay(billing(), tenant, id);
      },
      ['CHARGE_PAID'],
      inDevMode,
    ],
    ApplyCheckoutCoupons: [
      async (dev) => {
        const coupons = [await aCoupon(billing(), dev)];
        const { id: checkoutId } = await page.aCheckout(dev, { coupons, allowCoupons: true });
        return (tenant) => billing().checkouts.applyCheckoutCoupons({ tenant, checkoutId, coupons }, call());
      },
      [],
    ],
    OpenCheckoutPix: [
      async (dev) => {
        const { id: checkoutId } = await page.aCheckout(dev);
        return (tenant) => billing().checkouts.openCheckoutPix({ tenant, checkoutId }, call());
      },
      noProvider,
    ],
    OpenDiscountedPix: [
      async (dev) => {
        const coupons = [await aCoupon(billing(), dev)];
        const { id: checkoutId } = await linkOf(dev, { coupons, allowCoupons: true });
        return (tenant) => billing().checkouts.openDiscountedPix({ tenant, checkoutId, visitor: 'v', coupons }, call());
      },
      noProvider,
    ],
    OpenCheckoutBoleto: [
      async (dev) => {
        const { id } = await page.aCheckout(dev);
        return (tenant) => page.openBoleto(tenant, id);
      },
      noProvider,
    ],
    PayCheckoutByCard: [
      async (dev) => {
        const { id } = await page.aCheckout(dev);
        return (tenant) => page.payByCard(tenant, id);
      },
      cardRefused,
    ],
    SubscribeByPix: [
      async (dev) => {
        const { id } = await subscribers.aPlan(dev);
        return (tenant) => subscribers.byPix(tenant, id);
      },
      noProvider,
    ],
    SubscribeByCard: [
      async (dev) => {
        const { id } = await subscribers.aPlan(dev);
        return (tenant) => subscribers.byCard(tenant, id);
      },
      cardRefused,
    ],
    // What a merchant keeps.
    CreateCustomer: [() => customerOf, []],
    UpdateCustomer: [
      async (dev) => {
        const id = await customerOf(dev);
        return (tenant) => billing().customers.updateCustomer({ tenant, id, name: 'Bia' }, call());
      },
      [],
    ],
    DeleteCustomer: [
      async (dev) => {
        const id = await customerOf(dev);
        return (tenant) => billing().customers.deleteCustomer({ tenant, id }, call());
      },
      ['CUSTOMER_NOT_FOUND'],
    ],
    ErasePerson: [
      async (dev) => {
        const customerId = await customerOf(dev);
        return (tenant) => billing().customers.erasePerson({ tenant, key: { customerId } }, call());
      },
      [],
    ],
    CreateProduct: [() => (tenant) => billing().products.createProduct(aProductRequest(tenant), call()), []],
    UpdateProduct: [
      async (dev) => {
        const id = (await billing().products.createProduct(aProductRequest(dev), call())).product?.id ?? '';
        return (tenant) => billing().products.updateProduct({ tenant, id, name: 'Livro' }, call());
      },
      [],
    ],
    DeleteProduct: [
      async (dev) => {
        const id = (await billing().products.createProduct(aProductRequest(dev), call())).product?.id ?? '';
        return (tenant) => billing().products.deleteProduct({ tenant, id }, call());
      },
      ['PRODUCT_NOT_FOUND'],
    ],
    CreateCoupon: [() => (tenant) => aCoupon(billing(), tenant), []],
    ToggleCoupon: [
      async (dev) => {
        const code = await aCoupon(billing(), dev);
        return (tenant) => billing().coupons.toggleCoupon({ tenant, code }, call());
      },
      [],
    ],
    DeleteCoupon: [
      async (dev) => {
        const code = await aCoupon(billing(), dev);
        return (tenant) => billing().coupons.deleteCoupon({ tenant, code }, call());
      },
      ['COUPON_NOT_FOUND'],
    ],
    CreateCardToken: [() => (tenant) => aCardToken(billing(), tenant), noProvider],
    ConfigureBilling: [
      () =>
        ({ storeId }) =>
          billing().settings.configureBilling({ ...defaultSettings, storeId }, call()),
      [],
    ],
    // Money back.
    CreateRefund: [
      async (dev) => {
        const { id } = await aPaidPix(billing(), dev);
        return (tenant) => billing().refunds.createRefund(aRefund(tenant, id), call());
      },
      noProvider,
    ],
    ...disputeBurstRoutes(billing),
    // Renewals.
    ChargeCycle: [
      async (dev) => {
        const request = await cycleRequest(dev, await aSubscription(dev));
        return (tenant) => billing().agreements.chargeCycle({ ...request, tenant }, call());
      },
      noProvider,
    ],
    ChargeCycles: [
      async (dev) => {
        const request = await cycleRequest(dev, await aSubscription(dev));
        return (tenant) => billing().agreements.chargeCycles({ cycles: [{ ...request, tenant }] }, call());
      },
      [],
    ],
    VoidCycleAttempt: [
      async (dev) => {
        const subscriptionId = await aSubscription(dev);
        const attempt = { subscriptionId, attemptId: `${subscriptionId}:1:0` };
        return (tenant) => billing().agreements.voidCycleAttempt({ tenant, ...attempt }, call());
      },
      [],
    ],
    ReplaceCard: [
      async (dev) => {
        const [subscriptionId, token] = [await aSubscription(dev), await aCardToken(billing(), dev)];
        return (tenant) => billing().agreements.replaceCard({ tenant, subscriptionId, token }, call());
      },
      ['CARD_TOKEN_USED'],
    ],
    RedeemCoupon: [
      async (dev) => {
        const [subscriptionId, code] = [await aSubscription(dev), await aCoupon(billing(), dev)];
        return (tenant) => billing().agreements.redeemCoupon({ tenant, subscriptionId, code, preview: false }, call());
      },
      [],
    ],
    EndAgreement: [
      async (dev) => {
        const subscriptionId = await aSubscription(dev);
        return (tenant) => billing().agreements.endAgreement({ tenant, subscriptionId }, call());
      },
      [],
    ],
  };
}
