import { startBeforeAll } from '@pitanga/testing';
import { aCheckout, call, readEvents, startBilling } from './billing-harness';
import { refund } from './money-back';
import { aCoupon, aCardToken } from './payment-requests';
import { frequency, subscriptionRequests, type Overrides } from './subscription-requests';

const billing = startBeforeAll(startBilling);

const { aPlan, subscriptionCheckout, subscribe, started, aSubscription, aCycle } = subscriptionRequests(() => billing);

describe('creating a subscription checkout', () => {
  test('has one product with a cycle, offers CARD by default, and never expires', async () => {
    const tenant = await billing.configuredStore();
    const checkout = await subscriptionCheckout(tenant, await aPlan(tenant, 5_000, 7), { maxRetry: 5 });
    expect(checkout).toMatchObject({
      frequency,
      status: 'CHECKOUT_STATUS_PENDING',
      methods: ['PAYMENT_METHOD_CARD'],
      amountCents: 5_000,
      trialDays: 7,
      maxRetry: 5,
      retryEveryDays: 1,
      maxInstallments: 1,
    });
    billing.clock.advance(90 * 86_400_000);
    const { checkout: later } = await billing.checkouts.getCheckout(
      { tenant, id: checkout.id, externalId: undefined, customerId: undefined, frequency },
      call(),
    );
    expect(later?.status).toBe('CHECKOUT_STATUS_PENDING');
  });

  test.each([
    ['a product without a cycle', { cycle: false }, {}, { reason: 'PRODUCT_WITHOUT_CYCLE' }],
    ['a boleto', {}, { methods: ['PAYMENT_METHOD_BOLETO'] }, { kind: 'INVALID_ARGUMENT' }],
    ['a first charge that is not ahead', {}, { dueDate: '2020-12-01' }, { kind: 'INVALID_ARGUMENT' }],
    ['no retries', {}, { maxRetry: 0 }, { kind: 'INVALID_ARGUMENT' }],
    ['31 days between retries', {}, { retryEveryDays: 31 }, { kind: 'INVALID_ARGUMENT' }],
  ])('refuses %s', async (_what, plan: { cycle?: boolean }, overrides, refusal) => {
    const tenant = await billing.configuredStore();
    const product = await aPlan(tenant, 5_000, undefined, plan.cycle ?? true);
    await expect(subscriptionCheckout(tenant, product, overrides as Overrides)).rejects.toMatchObject(refusal);
  });

  test('refuses two products, and Pix for a store without automatic Pix', async () => {
    const tenant = await billing.configuredStore();
    const [a, b] = [await aPlan(tenant), await aPlan(tenant)];
    const two = aCheckout(tenant, [a, b], { frequency });
    await expect(billing.checkouts.createCheckout(two, call())).rejects.toThrow('exactly 1 element');
    const production = await billing.configuredStore(false);
    const pix = subscriptionCheckout(production, await aPlan(production), { methods: ['PAYMENT_METHOD_PIX'] });
    await expect(pix).rejects.toThrow('PIX subscriptions require automatic Pix');
  });
});

describe('subscribing', () => {
  test('makes one subscription for each customer, with its first payment, and stays open for others', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant));
    const first = await subscribe(tenant, id);
    await subscribe(tenant, id);
    expect(first.checkout?.status).toBe('CHECKOUT_STATUS_PAID');
    const facts = await started(tenant);
    expect(new Set(facts.map(({ subscriptionId }) => subscriptionId)).size).toBe(2);
    expect(facts[0]).toMatchObject({ quantity: 1, unitPriceCents: 5_000, maxRetry: 3, retryEveryDays: 1 });
    expect(facts[0]).toMatchObject({ charge: { status: 'CHARGE_STATUS_PAID', origin: 'CHARGE_ORIGIN_SUBSCRIPTION' } });
    expect(JSON.stringify(facts)).not.toMatch(/card_tok_|ctok_/);
  });

  test('a customer subscribes once, until the agreement ends', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant));
    const payer = { name: 'Ana', taxId: '12345678909' };
    await subscribe(tenant, id, { payer });
    await expect(subscribe(tenant, id, { payer })).rejects.toMatchObject({ reason: 'ALREADY_SUBSCRIBED' });
    const subscriptionId = String((await started(tenant))[0]?.['subscriptionId']);
    await billing.agreements.endAgreement({ tenant, subscriptionId }, call());
    await subscribe(tenant, id, { payer });
    expect(await started(tenant)).toHaveLength(2);
  });

  test('one customer paying at once in parallel subscribes once and is charged once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant));
    const payer = { name: 'Ana', taxId: '12345678909' };
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => subscribe(tenant, id, { payer })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.paid')).toHaveLength(1);
  });

  test('a trial charges nothing and only asks the card; a card that would not pay begins none', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant, 5_000, 7));
    const declined = await subscribe(tenant, id, { cardNumber: '4000000000000002' });
    expect(declined.failure?.code).toBe('05');
    expect(await started(tenant)).toEqual([]);
    const { checkout, failure } = await subscribe(tenant, id, { cardNumber: '4000000000000341' });
    expect(failure).toBeUndefined();
    expect(checkout).toMatchObject({ status: 'CHECKOUT_STATUS_PAID', paidAmountCents: 0 });
    expect(await started(tenant)).toMatchObject([{ trialDays: 7 }]);
    expect((await started(tenant))[0]).not.toHaveProperty('charge');
    expect(await billing.db('charges').where({ store_id: tenant.storeId })).toEqual([]);
  });

  test('a declined card begins no subscription and leaves the checkout open', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant));
    const { checkout, failure } = await subscribe(tenant, id, { cardNumber: '4000000000009995' });
    expect([failure?.code, checkout?.status]).toEqual(['51', 'CHECKOUT_STATUS_PENDING']);
    expect(await started(tenant)).toEqual([]);
  });

  test('a coupon is counted once for each subscription, and frozen in it', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { discount: 1_000, maxRedeems: 1 });
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant), { coupons: [code], allowCoupons: true });
    const { checkout, payments } = await subscribe(tenant, id, { coupons: [code] });
    expect([checkout?.amountCents, payments[0]?.amountCents]).toEqual([5_000, 4_500]);
    expect(await started(tenant)).toMatchObject([{ coupons: [{ code, discount: 1_000 }] }]);
    await expect(subscribe(tenant, id, { coupons: [code] })).rejects.toMatchObject({ reason: 'COUPON_USED_UP' });
  });

  test('does not begin by a Pix of another amount, which is returned', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant), { methods: ['PAYMENT_METHOD_PIX'] });
    expect((await subscribe(tenant, id, { amountCents: 1 })).subscriptionId).toBeUndefined();
    expect(await started(tenant)).toEqual([]);
    expect((await readEvents(billing, tenant)).map(({ type }) => type)).toContain('charge.overpaid');
  });

  test('by Pix it begins with the first payment', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant), { methods: ['PAYMENT_METHOD_PIX'] });
    await subscribe(tenant, id);
    expect(await started(tenant)).toMatchObject([{ method: 'PAYMENT_METHOD_PIX' }]);
  });
});

describe('charging a cycle', () => {
  test('has its own checkout and charge, and a repeated attempt returns the same outcome', async () => {
    const tenant = await billing.configuredStore();
    const subscriptionId = await aSubscription(tenant);
    const first = await aCycle(tenant, subscriptionId);
    expect(first).toMatchObject({
      checkout: { status: 'CHECKOUT_STATUS_PAID', subscriptionId, cycleNumber: 1, frequency },
      charge: { status: 'CHARGE_STATUS_PAID', subscriptionId, amountCents: 5_000 },
    });
    const again = await Promise.all(Array.from({ length: 5 }, () => aCycle(tenant, subscriptionId)));
    expect(new Set(again.map(({ charge }) => charge?.id))).toEqual(new Set([first.charge?.id]));
    expect(JSON.stringify(first)).not.toContain('card_tok_');
  });

  test('keeps its checkout over the attempts of one cycle, each with a charge of its own', async () => {
    const tenant = await billing.configuredStore();
    const subscriptionId = await aSubscription(tenant);
    const bad = await aCardToken(billing, tenant, '4000000000000341');
    await billing.agreements.replaceCard({ tenant, subscriptionId, token: bad }, call());
    const failed = await aCycle(tenant, subscriptionId);
    expect(failed).toMatchObject({
      checkout: { status: 'CHECKOUT_STATUS_PENDING' },
      charge: { status: 'CHARGE_STATUS_FAILED', failure: { declineClass: 'DECLINE_CLASS_REVERSIBLE' } },
    });
    const good = await aCardToken(billing, tenant);
    await billing.agreements.replaceCard({ tenant, subscriptionId, token: good }, call());
    const paid = await aCycle(tenant, subscriptionId, { attemptId: `${subscriptionId}:1:1` });
    expect(paid.checkout?.id).toBe(failed.checkout?.id);
    expect(paid.checkout?.status).toBe('CHECKOUT_STATUS_PAID');
    expect(paid.charge?.id).not.toBe(failed.charge?.id);
    const replaced = (await readEvents(billing, tenant)).filter(({ type }) => type === 'agreement.card_replaced');
    expect(replaced.map(({ key, payload }) => [key, payload['lastFour']])).toEqual([
      [subscriptionId, '0341'],
      [subscriptionId, paid.charge?.card?.lastFour],
    ]);
  });

  test('collects nothing for an amount of zero, and is PAID', async () => {
    const tenant = await billing.configuredStore();
    const subscriptionId = await aSubscription(tenant);
    const free = await aCycle(tenant, subscriptionId, { amountCents: 0 });
    expect(free.checkout?.status).toBe('CHECKOUT_STATUS_PAID');
    expect(free.charge).toBeUndefined();
  });

  test('refuses an amount below the minimum of a charge to a caller that carries none, and writes nothing', async () => {
    const tenant = await billing.configuredStore();
    const subscriptionId = await aSubscription(tenant);
    for (const amountCents of [1, 99]) {
      await expect(aCycle(tenant, subscriptionId, { amountCents, canCarry: false })).rejects.toMatchObject({
        kind: 'FAILED_PRECONDITION',
        reason: 'AMOUNT_TOO_SMALL',
      });
    }
    expect((await aCycle(tenant, subscriptionId, { amountCents: 100 })).charge?.status).toBe('CHARGE_STATUS_PAID');
  });

  test('is refused for an ended agreement, another store and a voided attempt', async () => {
    const tenant = await billing.configuredStore();
    const subscriptionId = await aSubscription(tenant);
    const attemptId = `${subscriptionId}:1:0`;
    const stranger = await billing.configuredStore();
    await expect(aCycle(stranger, subscriptionId)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    const voided = await billing.agreements.voidCycleAttempt({ tenant, subscriptionId, attemptId }, call());
    expect(voided.outcome).toBe('ATTEMPT_OUTCOME_VOIDED');
    await expect(aCycle(tenant, subscriptionId)).rejects.toMatchObject({ reason: 'ATTEMPT_VOIDED' });
    await billing.agreements.endAgreement({ tenant, subscriptionId }, call());
    const next = aCycle(tenant, subscriptionId, { attemptId: `${subscriptionId}:1:1` });
    await expect(next).rejects.toMatchObject({ reason: 'AGREEMENT_ENDED' });
    await billing.agreements.endAgreement({ tenant, subscriptionId }, call());
    const ended = (await readEvents(billing, tenant)).filter(({ type }) => type === 'agreement.ended');
    expect(ended).toMatchObject([{ key: subscriptionId, payload: { subscriptionId } }]);
    expect((await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.paid')).toHaveLength(1);
  });

  test('voiding a finished attempt returns its outcome', async () => {
    const tenant = await billing.configuredStore();
    const subscriptionId = await aSubscription(tenant);
    const { charge } = await aCycle(tenant, subscriptionId);
    const attemptId = `${subscriptionId}:1:0`;
    const voided = await billing.agreements.voidCycleAttempt({ tenant, subscriptionId, attemptId }, call());
    expect(voided).toMatchObject({ outcome: 'ATTEMPT_OUTCOME_PAID', cycle: { charge: { id: charge?.id } } });
  });

  test('a race of charging and voiding ends as one or the other, never both', async () => {
    const tenant = await billing.configuredStore();
    for (let round = 1; round <= 30; round += 1) {
      const subscriptionId = await aSubscription(tenant);
      const attemptId = `${subscriptionId}:1:0`;
      const [charged, voided] = await Promise.allSettled([
        aCycle(tenant, subscriptionId),
        billing.agreements.voidCycleAttempt({ tenant, subscriptionId, attemptId }, call()),
      ]);
      if (voided.status === 'rejected') throw voided.reason;
      const wasPaid = charged.status === 'fulfilled';
      expect(voided.value.outcome).toBe(wasPaid ? 'ATTEMPT_OUTCOME_PAID' : 'ATTEMPT_OUTCOME_VOIDED');
    }
  });

  test('by automatic Pix the bank pays, or has no money', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await subscriptionCheckout(tenant, await aPlan(tenant), { methods: ['PAYMENT_METHOD_PIX'] });
    await subscribe(tenant, id);
    const subscriptionId = String((await started(tenant))[0]?.['subscriptionId']);
    expect((await aCycle(tenant, subscriptionId)).charge).toMatchObject({
      status: 'CHARGE_STATUS_PAID',
      payer: { isSameAsCustomer: true },
    });
    const poor = await aCycle(tenant, subscriptionId, { cycleNumber: 2, amountCents: 5_013 });
    expect(poor.charge?.status).toBe('CHARGE_STATUS_FAILED');
    await billing.agreements.simulateAuthorizationCancelled({ tenant, subscriptionId }, call());
    await expect(aCycle(tenant, subscriptionId, { cycleNumber: 3 })).rejects.toMatchObject({
      reason: 'AGREEMENT_ENDED',
    });
    expect((await readEvents(billing, tenant)).map(({ type }) => type)).toContain('agreement.revoked');
  });
});

describe('a subscription checkout among others', () => {
  test('is refused by the routes of other kinds, and lists leave its cycles out', async () => {
    const tenant = await billing.configuredStore();
    const subscriptionId = await aSubscription(tenant);
    const { checkout } = await aCycle(tenant, subscriptionId);
    const { checkouts } = await billing.checkouts.listCheckouts(
      {
        tenant,
        page: { limit: 10, after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined },
        frequencies: [frequency],
      },
      call(),
    );
    expect(checkouts).toHaveLength(1);
    for (const id of [checkouts[0]?.id ?? '', checkout?.id ?? '']) {
      const asked = { tenant, id, externalId: undefined, customerId: undefined };
      const oneTime = { ...asked, frequency: 'CHECKOUT_FREQUENCY_ONE_TIME' as const };
      await expect(billing.checkouts.getCheckout(oneTime, call())).rejects.toThrow('/v2/subscriptions/checkouts/get');
      expect((await billing.checkouts.getCheckout({ ...asked, frequency }, call())).checkout?.id).toBe(id);
    }
    const cycle = { tenant, id: checkout?.id ?? '', frequency };
    await expect(billing.checkouts.deleteCheckout(cycle, call())).rejects.toThrow('POST /v2/subscriptions/cancel');
    for (const id of [checkouts[0]?.id ?? '', cycle.id]) {
      await expect(refund(billing, tenant, id)).rejects.toThrow('Reembolso de assinatura não é suportado na v2');
    }
    const { checkout: deleted } = await billing.checkouts.deleteCheckout(
      { tenant, id: checkouts[0]?.id ?? '', frequency },
      call(),
    );
    expect(deleted?.status).toBe('CHECKOUT_STATUS_CANCELLED');
    await expect(subscribe(tenant, deleted?.id ?? '')).rejects.toMatchObject({ kind: 'FAILED_PRECONDITION' });
    expect((await aCycle(tenant, subscriptionId, { cycleNumber: 2 })).charge?.status).toBe('CHARGE_STATUS_PAID');
  });
});
