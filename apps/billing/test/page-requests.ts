import type { Charge, Checkout, PayCheckoutByCardRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { aCustomer, call, type Billing } from './billing-harness';
import { openCheckout, the } from './payment-requests';

const everyMethod = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_BOLETO'] as const;
export const link = { frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' as const };
export const approvedCard = { number: '4242424242424242', cvv: '7391' };

/** The payer of a boleto. */
export const aPayer = () => {
  const { name = '', taxId = '' } = aCustomer();
  return { name, taxId, email: undefined as string | undefined };
};

/** What a payment page sends to this billing. */
export function payPage(billing: () => Billing) {
  const aCheckout = (tenant: Tenant, over: Parameters<typeof openCheckout>[3] = {}): Promise<Checkout> =>
    openCheckout(billing(), tenant, 10_000, { methods: [...everyMethod], ...over });

  const byCard = (tenant: Tenant, checkoutId: string, over: Partial<PayCheckoutByCardRequest> = {}) => {
    const card = { ...approvedCard, expMonth: 12, expYear: 2036, holderName: 'ANA SOUZA' };
    return { tenant, checkoutId, ...card, installmentCount: 1, coupons: [], ...over };
  };
  const payByCard = (
    tenant: Tenant,
    checkoutId: string,
    over: Partial<PayCheckoutByCardRequest> = {},
    key = testIds.token(20),
  ) => billing().checkouts.payCheckoutByCard(byCard(tenant, checkoutId, over), call(key));

  const read = async (tenant: Tenant, id: string) => {
    const keys = { id, externalId: undefined, customerId: undefined, frequency: undefined };
    const { checkout, payments } = await billing().checkouts.getCheckout({ tenant, ...keys }, call());
    return { checkout, payments };
  };
  const statusesOf = async (tenant: Tenant, id: string) =>
    (await read(tenant, id)).payments.map(({ method, status }) => `${method.slice(15)} ${status}`).sort();
  const apply = (tenant: Tenant, checkoutId: string, coupons: string[], key?: string) =>
    billing().checkouts.applyCheckoutCoupons({ tenant, checkoutId, coupons }, call(key));
  const openPix = async (tenant: Tenant, checkoutId: string, visitor?: string): Promise<Charge> =>
    the(await billing().checkouts.openCheckoutPix({ tenant, checkoutId, visitor }, call()));
  const openBoleto = (tenant: Tenant, checkoutId: string, payer = aPayer(), coupons: string[] = []) =>
    billing().checkouts.openCheckoutBoleto({ tenant, checkoutId, payer, coupons }, call());
  const resolve = (id: string, visitor?: string) => billing().checkouts.resolveCheckout({ id, visitor }, call());
  return { aCheckout, byCard, payByCard, read, statusesOf, apply, openPix, openBoleto, resolve };
}
