import { addDays, saoPauloDay, startOfSaoPauloDay, type Tenant } from '@pitanga/core';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { refuseAbandonedStarts } from '../src/jobs/refuse-abandoned-starts';
import { call, startBilling, type Billing } from './billing-harness';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { openCheckout } from './payment-requests';
import { aStripeStore, resumeCard, stripeCard as cardOf, stripeToken } from './stripe-account';
import { pageSubscriptions, subscriptionRequests } from './subscription-requests';

const challenged = '4000002760003184';

let billing: Billing;
let stripe: FakeStripe;
let tenant: Tenant;
beforeAll(async () => {
  billing = await startBilling();
  stripe = await startFakeStripe(() => billing.clock.real());
});
afterAll(async () => {
  await billing.stop();
  await stripe.stop();
});
beforeEach(async () => {
  tenant = await aStripeStore(billing, stripe);
});

const { aPlan, byCard, started } = pageSubscriptions(() => billing);
const { aCycle } = subscriptionRequests(() => billing);
const methods = ['PAYMENT_METHOD_CARD' as const];

const stripeCard = (number?: string) => cardOf(stripe, number);
const resume = (id: string, isAbandoned?: boolean) => resumeCard(billing, id, isAbandoned);
const agreementOf = async () =>
  (await billing.db('agreements').where({ store_id: tenant.storeId }).first()) as {
    readonly subscription_id: string;
    readonly status: string;
  };
const lastIntent = (kind: 'payment_intent' | 'setup_intent') => stripe.books.all(kind)[0]?.id ?? '';

describe('a subscription by a card of Stripe', () => {
  it('begins with its first payment, and renews without its buyer', async () => {
    const { id } = await aPlan(tenant, { methods });
    const { subscriptionId = '', charge } = await byCard(tenant, id, stripeCard());
    expect(charge).toMatchObject({ status: 'CHARGE_STATUS_PAID', amountCents: 5_000 });
    expect(await started(tenant)).toHaveLength(1);
    expect((await aCycle(tenant, subscriptionId)).charge).toMatchObject({ status: 'CHARGE_STATUS_PAID' });
  });

  it('whose renewal the bank wants confirmed is declined for now: nobody is there to confirm it', async () => {
    const { id } = await aPlan(tenant, { methods });
    const { actionUrl, charge } = await byCard(tenant, id, stripeCard(challenged));
    expect([actionUrl, charge?.status]).toEqual([
      `http://pitanga.test/card-actions/${charge?.id ?? ''}`,
      'CHARGE_STATUS_PENDING',
    ]);
    expect(await started(tenant)).toEqual([]);
    stripe.intents.authenticate(lastIntent('payment_intent'), true);
    const { subscriptionId = '' } = await resume(charge?.id ?? '');
    expect(await started(tenant)).toMatchObject([{ subscriptionId }]);
    expect((await aCycle(tenant, subscriptionId)).charge).toMatchObject({
      status: 'CHARGE_STATUS_FAILED',
      failure: {
        code: 'authentication_required',
        reason: 'PAYMENT_FAILURE_REASON_AUTHENTICATION_FAILED',
        declineClass: 'DECLINE_CLASS_REVERSIBLE',
      },
    });
  });

  it('whose first payment the bank does not confirm is refused, and the payer may subscribe anew', async () => {
    const { id } = await aPlan(tenant, { methods });
    const { charge } = await byCard(tenant, id, stripeCard(challenged));
    stripe.intents.authenticate(lastIntent('payment_intent'), false);
    expect(await resume(charge?.id ?? '')).toMatchObject({ isDeclined: true, subscriptionId: undefined });
    expect((await agreementOf()).status).toBe('REFUSED');
    expect((await byCard(tenant, id, stripeCard())).charge?.status).toBe('CHARGE_STATUS_PAID');
  });
});

describe('a trial with a card of Stripe', () => {
  it('begins once the card is verified, without a charge, and its first cycle is charged', async () => {
    const { id } = await aPlan(tenant, { methods, trialDays: 7 });
    const { subscriptionId = '', charge } = await byCard(tenant, id, stripeCard());
    expect([charge, stripe.books.all('setup_intent')[0]?.['status']]).toEqual([undefined, 'succeeded']);
    expect((await aCycle(tenant, subscriptionId)).charge).toMatchObject({ status: 'CHARGE_STATUS_PAID' });
  });

  it('begins when its buyer is back from the bank, however often that is asked', async () => {
    const { id } = await aPlan(tenant, { methods, trialDays: 7 });
    const { actionUrl, subscriptionId } = await byCard(tenant, id, stripeCard(challenged));
    const { subscription_id: own } = await agreementOf();
    expect([actionUrl, subscriptionId]).toEqual([`http://pitanga.test/card-actions/${own}`, undefined]);
    expect(await resume(own)).toMatchObject({ actionUrl: `${stripe.origin}/3ds/${lastIntent('setup_intent')}` });
    stripe.intents.authenticate(lastIntent('setup_intent'), true);
    for (let time = 0; time < 2; time += 1) {
      expect(await resume(own)).toMatchObject({ subscriptionId: own, actionUrl: undefined, isDeclined: false });
    }
    expect(await started(tenant)).toHaveLength(1);
  });

  it('begins with a confirmation after midnight of a card that was given on the last day', async () => {
    const day = addDays(saoPauloDay(billing.clock.real()), 1);
    const midnight = startOfSaoPauloDay(day).getTime();
    billing.clock.advance(midnight - 60_000 - billing.clock.real().getTime());
    const { id } = await aPlan(tenant, { methods, dueDate: day });
    await byCard(tenant, id, stripeCard(challenged));
    const { subscription_id: own } = await agreementOf();
    billing.clock.advance(120_000);
    await expireOverdue(billing.deps);
    stripe.intents.authenticate(lastIntent('setup_intent'), true);
    expect(await resume(own)).toMatchObject({ subscriptionId: own, isDeclined: false });
    expect(await started(tenant)).toMatchObject([{ subscriptionId: own, trialDays: 1 }]);
    await expect(byCard(tenant, id, stripeCard())).rejects.toMatchObject({ reason: 'CHARGE_EXPIRED' });
  });

  it.each([
    [
      'the bank does not confirm',
      () => Promise.resolve(stripe.intents.authenticate(lastIntent('setup_intent'), false)),
    ],
    [
      'nobody confirms within ten minutes',
      async () => {
        billing.clock.advance(10 * 60_000 + 1);
        await refuseAbandonedStarts(billing.deps);
      },
    ],
  ])('whose card %s does not begin', async (_what, end) => {
    const { id } = await aPlan(tenant, { methods, trialDays: 7 });
    await byCard(tenant, id, stripeCard(challenged));
    await end();
    const { subscription_id: own } = await agreementOf();
    expect(await resume(own)).toMatchObject({ subscriptionId: undefined, isDeclined: true });
    expect(await started(tenant)).toEqual([]);
  });
});

describe('the card of a subscription that is replaced', () => {
  const replace = async (subscriptionId: string, number?: string) => {
    const token = await stripeToken(billing, stripe, tenant, number);
    return billing.agreements.replaceCard({ tenant, subscriptionId, token }, call());
  };

  it('is verified first, so that it can be charged without its buyer', async () => {
    const { id } = await aPlan(tenant, { methods });
    const { subscriptionId = '' } = await byCard(tenant, id, stripeCard());
    await replace(subscriptionId, '5555555555554444');
    const { charge } = await aCycle(tenant, subscriptionId);
    expect(charge).toMatchObject({ status: 'CHARGE_STATUS_PAID', card: { brand: 'MASTERCARD', lastFour: '4444' } });
  });

  it.each([
    ['is declined', '4000000000000002', 'CARD_DECLINED'],
    ['the bank wants confirmed', challenged, 'CARD_NEEDS_CONFIRMATION'],
  ])('that %s leaves the one before', async (_what, number, reason) => {
    const { id } = await aPlan(tenant, { methods });
    const { subscriptionId = '' } = await byCard(tenant, id, stripeCard());
    await expect(replace(subscriptionId, number)).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT', reason });
    expect((await aCycle(tenant, subscriptionId)).charge).toMatchObject({ card: { lastFour: '4242' } });
  });
});

describe('the payment page of a store with cards by Stripe', () => {
  it('is told Stripe’s fields and that there are no installments', async () => {
    const { id } = await openCheckout(billing, tenant, 5_000);
    expect(await billing.checkouts.resolveCheckout({ id }, call())).toMatchObject({
      cardFields: { kind: 'CARD_FIELDS_KIND_STRIPE', publishableKey: stripe.publishableKey },
      cardInstallmentsMax: 1,
    });
  });

  it('has no checkout with installments', async () => {
    await expect(openCheckout(billing, tenant, 5_000, { methods, maxInstallments: 3 })).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      reason: 'INSTALLMENTS_UNSUPPORTED',
    });
  });

  it('pauses a card that is declined again and again, though each time Stripe calls it otherwise', async () => {
    const codes: unknown[] = [];
    for (let time = 0; time < 6; time += 1) {
      const { id } = await openCheckout(billing, tenant, 5_000);
      for (let form = 0; form < 2; form += 1) {
        const done = await byCard(tenant, id, stripeCard('4000000000000341')).catch((error: unknown) => error);
        codes.push((done as { reason?: string }).reason ?? 'declined');
      }
    }
    expect(codes).toContain('CARD_ATTEMPTS_PAUSED');
  });
});
