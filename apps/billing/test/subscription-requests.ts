import type { ChargeCycleRequest, Checkout, PayCheckoutByCardRequest, SubscribeByPixRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { aCheckout, aCustomer, call, readEvents, type Billing } from './billing-harness';

export const frequency = 'CHECKOUT_FREQUENCY_SUBSCRIPTION' as const;

export type Overrides = Parameters<typeof aCheckout>[2];

/** Requests about subscriptions to the billing that a test file has started. */
export function subscriptionRequests(billing: () => Billing) {
  async function aPlan(tenant: Tenant, priceCents = 5_000, trialDays?: number, cycle = true): Promise<string> {
    const externalId = testIds.token(10);
    const { product } = await billing().products.createProduct(
      {
        tenant,
        externalId,
        name: `Plan ${externalId}`,
        description: '',
        priceCents,
        currency: 'BRL',
        cycle: cycle ? 'BILLING_CYCLE_MONTHLY' : undefined,
        trialDays,
        imageUrl: undefined,
        fileUrl: undefined,
      },
      call(),
    );
    return product?.id ?? '';
  }

  async function subscriptionCheckout(tenant: Tenant, product: string, overrides: Overrides = {}): Promise<Checkout> {
    const request = aCheckout(tenant, [product], { frequency, ...overrides });
    const { checkout } = await billing().checkouts.createCheckout(request, call());
    if (!checkout) throw new Error('no checkout');
    return checkout;
  }

  function subscribe(tenant: Tenant, id: string, overrides: object = {}) {
    const request = {
      tenant,
      id,
      frequency,
      method: undefined,
      payer: undefined,
      coupons: [],
      cardNumber: undefined,
      installmentCount: 0,
      amountCents: undefined,
      late: false,
      visitor: undefined,
      chargeId: undefined,
      ...overrides,
    };
    return billing().checkouts.simulateCheckoutPayment(request, call());
  }

  const started = async (tenant: Tenant) =>
    (await readEvents(billing(), tenant))
      .filter(({ type }) => type === 'agreement.started')
      .map(({ payload }) => payload);

  /** Subscribes by card; returns the subscription's id. */
  async function aSubscription(tenant: Tenant, overrides: object = {}): Promise<string> {
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant));
    await subscribe(tenant, id, overrides);
    return String((await started(tenant)).at(-1)?.['subscriptionId']);
  }

  /** By default of the store's newest product. */
  async function cycleRequest(
    tenant: Tenant,
    subscriptionId: string,
    overrides: Partial<ChargeCycleRequest> = {},
  ): Promise<ChargeCycleRequest> {
    const ofStore = { store_id: tenant.storeId, dev_mode: tenant.devMode };
    const [newest] = (await billing().db('products').where(ofStore).orderBy('id', 'desc').limit(1)) as { id: string }[];
    const cycleNumber = overrides.cycleNumber ?? 1;
    return {
      tenant,
      subscriptionId,
      cycleNumber,
      attemptId: `${subscriptionId}:${String(cycleNumber)}:0`,
      amountCents: 5_000,
      productId: newest?.id ?? 'prod_none',
      quantity: 1,
      unitPriceCents: 5_000,
      discountCents: 0,
      usageCents: 0,
      carriedCents: 0,
      canCarry: true,
      usage: [],
      dueAt: billing().clock.real(),
      ...overrides,
    };
  }

  async function aCycle(tenant: Tenant, subscriptionId: string, overrides: Partial<ChargeCycleRequest> = {}) {
    return billing().agreements.chargeCycle(await cycleRequest(tenant, subscriptionId, overrides), call());
  }
  return { aPlan, subscriptionCheckout, subscribe, started, aSubscription, cycleRequest, aCycle };
}

const bothMethods = ['PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_PIX'] as const;

/** The payer's data as typed on a page. */
export const aPayer = () => {
  const { name = '', taxId = '', email } = aCustomer();
  return { name, taxId, email };
};

/** What a payer does on the page of a subscription checkout. */
export function pageSubscriptions(billing: () => Billing) {
  /** A subscription checkout of R$ 50,00 a month. */
  async function aPlan(
    tenant: Tenant,
    { trialDays, ...over }: NonNullable<Parameters<typeof aCheckout>[2]> & { readonly trialDays?: number } = {},
  ): Promise<Checkout> {
    const externalId = testIds.token(10);
    const product = { tenant, externalId, name: 'Plano', description: '', priceCents: 5_000, currency: 'BRL' };
    await billing().products.createProduct({ ...product, cycle: 'BILLING_CYCLE_MONTHLY', trialDays }, call());
    const request = aCheckout(tenant, [externalId], { frequency, methods: [...bothMethods], ...over });
    const { checkout } = await billing().checkouts.createCheckout(request, call());
    if (!checkout) throw new Error('no checkout');
    return checkout;
  }

  function cardForm(tenant: Tenant, checkoutId: string, over: Partial<PayCheckoutByCardRequest> = {}) {
    const { name: holderName, taxId, email } = aPayer();
    const card = { number: '4242424242424242', cvv: '7391', expMonth: 12, expYear: 2036, holderName };
    return { tenant, checkoutId, ...card, taxId, email, installmentCount: 1, coupons: [], ...over };
  }
  const byCard = (
    tenant: Tenant,
    checkoutId: string,
    over: Partial<PayCheckoutByCardRequest> = {},
    key = testIds.token(20),
  ) => billing().checkouts.payCheckoutByCard(cardForm(tenant, checkoutId, over), call(key));
  const byPix = (
    tenant: Tenant,
    checkoutId: string,
    over: Partial<SubscribeByPixRequest> = {},
    key = testIds.token(20),
  ) => billing().checkouts.subscribeByPix({ tenant, checkoutId, payer: aPayer(), coupons: [], ...over }, call(key));

  const resolve = (id: string, subscriptionId?: string) =>
    billing().checkouts.resolveCheckout({ id, subscriptionId }, call());
  const started = async (tenant: Tenant) =>
    (await readEvents(billing(), tenant))
      .filter(({ type }) => type === 'agreement.started')
      .map(({ payload }) => payload);

  return { aPlan, byCard, byPix, cardForm, resolve, started };
}
