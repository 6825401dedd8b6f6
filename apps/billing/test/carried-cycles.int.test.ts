import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { call, defaultSettings, readEvents, startBilling } from './billing-harness';
import { subscriptionRequests } from './subscription-requests';

const billing = startBeforeAll(startBilling);

const { aPlan, subscriptionCheckout, subscribe, started, aSubscription, aCycle } = subscriptionRequests(() => billing);

/** The operator changes what a store pays. */
const setFees = ({ storeId }: Tenant, pixFeeCents: number, cardFixedCents: number) =>
  billing.settings.configureBilling(
    {
      ...defaultSettings,
      pixFeeCents,
      cardFees: { singleBasisPoints: 0, shortBasisPoints: 0, longBasisPoints: 0, fixedCents: cardFixedCents },
      storeId,
    },
    call(),
  );

const rangeOf = (tenant: Tenant, subscriptionId: string) =>
  billing.agreements.getCollectableRange({ tenant, subscriptionId }, call());

async function aPixSubscription(tenant: Tenant, priceCents: number): Promise<string> {
  const { id } = await subscriptionCheckout(tenant, await aPlan(tenant, priceCents), {
    methods: ['PAYMENT_METHOD_PIX'],
  });
  await subscribe(tenant, id, { method: 'PAYMENT_METHOD_PIX' });
  return String((await started(tenant)).at(-1)?.['subscriptionId']);
}

describe('a cycle of which the store can collect nothing', () => {
  test('is settled without a charge, by an attempt that repeats its answer', async () => {
    const tenant = await billing.configuredStore();
    const id = await aSubscription(tenant);
    await setFees(tenant, 80, 200);
    const first = await aCycle(tenant, id, { amountCents: 200 });
    expect(first).toMatchObject({ checkout: { status: 'CHECKOUT_STATUS_PAID', amountCents: 0 }, charge: undefined });
    const again = await aCycle(tenant, id, { amountCents: 200 });
    expect([again.checkout?.id, again.charge]).toEqual([first.checkout?.id, undefined]);
    expect((await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.created')).toHaveLength(1);
  });

  test('is collected with the next one, in a line of its own', async () => {
    const tenant = await billing.configuredStore();
    const id = await aSubscription(tenant);
    await setFees(tenant, 80, 200);
    const { charge, checkout } = await aCycle(tenant, id, { amountCents: 5_200, carriedCents: 200 });
    expect(charge).toMatchObject({ amountCents: 5_200, platformFeeCents: 200, status: 'CHARGE_STATUS_PAID' });
    expect(checkout).toMatchObject({
      amountCents: 5_200,
      items: [
        { quantity: 1, unitPriceCents: 5_000 },
        { quantity: 1, unitPriceCents: 200 },
      ],
    });
  });

  test('is settled at a retry whose amount has become too little since the first attempt', async () => {
    const tenant = await billing.configuredStore();
    const id = await aPixSubscription(tenant, 5_013);
    const failed = await aCycle(tenant, id, { amountCents: 213 });
    expect(failed).toMatchObject({ charge: { status: 'CHARGE_STATUS_FAILED', amountCents: 213 } });
    await setFees(tenant, 300, 60);
    const retried = await aCycle(tenant, id, { amountCents: 213, attemptId: `${id}:1:2` });
    expect(retried).toMatchObject({ checkout: { status: 'CHECKOUT_STATUS_PAID', amountCents: 0 }, charge: undefined });
    expect(retried.checkout?.id).toBe(failed.checkout?.id);
  });

  test('is refused for its fee to a caller that carries nothing', async () => {
    const tenant = await billing.configuredStore();
    const id = await aSubscription(tenant);
    await setFees(tenant, 80, 200);
    const refused = aCycle(tenant, id, { amountCents: 200, canCarry: false });
    await expect(refused).rejects.toMatchObject({ reason: 'AMOUNT_BELOW_FEE' });
  });
});

describe('what earlier cycles left', () => {
  test('never brings a charge by Pix above the price that the payer authorised', async () => {
    const tenant = await billing.configuredStore();
    const id = await aPixSubscription(tenant, 5_000);
    expect(await rangeOf(tenant, id)).toEqual({ minCents: 100, carryMaxCents: 5_000 });
    const cycle = { amountCents: 4_900 + 300, carriedCents: 300, unitPriceCents: 4_900 };
    const { charge } = await aCycle(tenant, id, cycle);
    expect(charge).toMatchObject({ amountCents: 5_000, status: 'CHARGE_STATUS_PAID' });
    const dearer = { cycleNumber: 2, amountCents: 6_000 + 300, carriedCents: 300, unitPriceCents: 6_000 };
    expect((await aCycle(tenant, id, dearer)).charge).toMatchObject({ amountCents: 6_000 });
  });

  test('is limited by a card only as every charge is', async () => {
    const tenant = await billing.configuredStore();
    const id = await aSubscription(tenant);
    await setFees(tenant, 80, 200);
    expect(await rangeOf(tenant, id)).toEqual({ minCents: 201, carryMaxCents: 9_999_999_999 });
    await expect(rangeOf(await billing.configuredStore(), id)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  });
});

test('says what could be collected with other fees, which stay as they are', async () => {
  const tenant = await billing.configuredStore();
  const cardFees = { singleBasisPoints: 0, shortBasisPoints: 0, longBasisPoints: 0, fixedCents: 60 };
  const smallest = (pixFeeCents: number, fixedCents: number) =>
    billing.settings.getSmallestAmounts({ tenant, pixFeeCents, cardFees: { ...cardFees, fixedCents } }, call());
  expect(await smallest(150, 200)).toEqual({ pixCents: 151, cardCents: 201 });
  expect(await smallest(80, 60)).toEqual({ pixCents: 100, cardCents: 100 });
  expect(await rangeOf(tenant, await aSubscription(tenant))).toMatchObject({ minCents: 100 });
});

describe('a first payment below what its method can collect', () => {
  const other = '; este valor pode ser cobrado por PIX';

  test('is refused with the methods of the store that could, when its checkout is created', async () => {
    const tenant = await billing.configuredStore();
    await setFees(tenant, 80, 200);
    const plan = await aPlan(tenant, 150);
    await expect(subscriptionCheckout(tenant, plan)).rejects.toMatchObject({
      reason: 'AMOUNT_BELOW_FEE',
      message: `O valor mínimo para CARD é R$ 2,01${other}`,
    });
    const both = { methods: ['PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_PIX'] as const };
    expect(await subscriptionCheckout(tenant, plan, { methods: [...both.methods] })).toMatchObject({
      methods: ['PAYMENT_METHOD_PIX'],
    });
  });

  test.each([undefined, 7])('is refused when the customer subscribes, with a trial of %s days', async (trialDays) => {
    const tenant = await billing.configuredStore();
    const methods = ['PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_PIX'] as const;
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant, 150, trialDays), { methods: [...methods] });
    await setFees(tenant, 80, 200);
    await expect(subscribe(tenant, id)).rejects.toMatchObject({
      reason: 'AMOUNT_BELOW_FEE',
      message: `O valor mínimo para CARD é R$ 2,01${other}`,
    });
    expect(await started(tenant)).toEqual([]);
    await subscribe(tenant, id, { method: 'PAYMENT_METHOD_PIX' });
    expect(await started(tenant)).toHaveLength(1);
  });
});

describe('what subscriptions can collect', () => {
  test('is told of many stores at once as of each alone, without those that are unknown to their store', async () => {
    const [one, other] = [await billing.configuredStore(), await billing.configuredStore()];
    const mine = await aSubscription(one);
    const ids = [mine, await aPixSubscription(one, 3_000), await aSubscription(other)] as const;
    await setFees(one, 250, 300);
    const asked = [
      { tenant: one, subscriptionId: ids[0] },
      { tenant: one, subscriptionId: ids[1] },
      { tenant: other, subscriptionId: ids[2] },
    ];
    const foreign = { tenant: other, subscriptionId: mine };
    const { ranges } = await billing.agreements.getCollectableRanges({ subscriptions: asked }, call());
    for (const { tenant, subscriptionId } of asked) {
      expect(ranges[subscriptionId]).toEqual(await rangeOf(tenant, subscriptionId));
    }
    expect((await billing.agreements.getCollectableRanges({ subscriptions: [foreign] }, call())).ranges).toEqual({});
  });
});
