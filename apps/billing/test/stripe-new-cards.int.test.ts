import type { Tenant } from '@pitanga/core';
import { finishCardActions } from '../src/jobs/finish-card-actions';
import { call, defaultSettings, readEvents, startBilling, type Billing } from './billing-harness';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { aStripeStore, resumeCard, sendEvent, stripeCard, stripeToken } from './stripe-account';
import { pageSubscriptions, subscriptionRequests } from './subscription-requests';

const challenged = '4000002500003155';
const methods = ['PAYMENT_METHOD_CARD' as const];
const minutesMs = 60_000;

let billing: Billing;
let stripe: FakeStripe;
let tenant: Tenant;
let subscriptionId: string;
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
  const { id } = await aPlan(tenant, { methods });
  ({ subscriptionId = '' } = await byCard(tenant, id, stripeCard(stripe)));
});

const { aPlan, byCard } = pageSubscriptions(() => billing);
const { aCycle } = subscriptionRequests(() => billing);
const lastSetup = () => stripe.books.all('setup_intent')[0]?.id ?? '';

const replace = async (number = challenged) =>
  billing.agreements.replaceCard(
    {
      tenant,
      subscriptionId,
      token: await stripeToken(billing, stripe, tenant, number),
      canConfirm: true,
      cycleNumber: 3,
      attempts: 1,
    },
    call(),
  );

/** Gives a card that its bank wants confirmed; answers the id of the page. */
async function asked(): Promise<string> {
  const { actionUrl = '' } = await replace();
  expect(actionUrl).toMatch(/^http:\/\/pitanga\.test\/card-actions\/crep_[0-9A-Za-z]{24}$/);
  return actionUrl.split('/').at(-1) ?? '';
}

const resume = (id: string, isAbandoned?: boolean) => resumeCard(billing, id, isAbandoned);
const cardOfNextCycle = async () => (await aCycle(tenant, subscriptionId)).charge?.card?.lastFour;
const replacedEvents = async () =>
  (await readEvents(billing, tenant))
    .filter(({ type }) => type === 'agreement.card_replaced')
    .map(({ payload }) => payload);

describe('a new card that its bank wants confirmed', () => {
  it('is at the bank until it is confirmed, and then replaces the one before, once', async () => {
    const id = await asked();
    expect(await resume(id)).toMatchObject({
      replacement: 'WAITING',
      isDeclined: false,
      actionUrl: `${stripe.origin}/3ds/${lastSetup()}`,
    });
    expect(await replacedEvents()).toEqual([]);
    const back = stripe.intents.authenticate(lastSetup(), true);
    expect(back).toContain(`http://pitanga.test/card-actions/${id}?back=1`);
    const states = await Promise.all([resume(id), resume(id), finishCardActions(billing.deps)]);
    expect(states[0]).toMatchObject({ replacement: 'DONE', actionUrl: undefined, isDeclined: false });
    expect(await resume(id)).toMatchObject({ replacement: 'DONE' });
    expect(await replacedEvents()).toMatchObject([{ subscriptionId, lastFour: '3155', cycleNumber: 3, attempts: 1 }]);
    expect(await cardOfNextCycle()).toBe('3155');
  });

  it('leaves the card before in use while it waits', async () => {
    await asked();
    expect(await cardOfNextCycle()).toBe('4242');
  });

  it('whose holder does not come back is replaced by the job, at once when Stripe tells of it', async () => {
    await asked();
    stripe.intents.authenticate(lastSetup(), true);
    await finishCardActions(billing.deps);
    expect(await replacedEvents()).toEqual([]);
    await sendEvent(billing, stripe, tenant);
    await Promise.all([finishCardActions(billing.deps), finishCardActions(billing.deps)]);
    expect(await replacedEvents()).toHaveLength(1);
  });

  it('is replaced without an event of Stripe too', async () => {
    await asked();
    stripe.intents.authenticate(lastSetup(), true);
    billing.clock.advance(31_000);
    await finishCardActions(billing.deps);
    expect(await replacedEvents()).toHaveLength(1);
  });

  it('that is not confirmed leaves the one before', async () => {
    const id = await asked();
    stripe.intents.authenticate(lastSetup(), false);
    expect(await resume(id)).toMatchObject({ replacement: 'REFUSED', isDeclined: true });
    expect(await cardOfNextCycle()).toBe('4242');
  });

  it('that is given up is ended at Stripe, and a late event changes nothing', async () => {
    const id = await asked();
    expect(await resume(id, true)).toMatchObject({ replacement: 'REFUSED', actionUrl: undefined });
    expect(stripe.books.find(lastSetup())?.['status']).toBe('canceled');
    const late = stripe.books.change(lastSetup(), { status: 'succeeded' });
    await sendEvent(billing, stripe, tenant, stripe.books.tell('setup_intent.succeeded', late));
    await finishCardActions(billing.deps);
    expect(await resume(id)).toMatchObject({ replacement: 'REFUSED' });
    expect(await replacedEvents()).toEqual([]);
  });

  it('that was confirmed before it is given up is replaced', async () => {
    const id = await asked();
    stripe.intents.authenticate(lastSetup(), true);
    expect(await resume(id, true)).toMatchObject({ replacement: 'DONE' });
  });

  it('ends after half an hour, at Stripe too', async () => {
    const id = await asked();
    billing.clock.advance(30 * minutesMs);
    await finishCardActions(billing.deps);
    expect(stripe.books.find(lastSetup())?.['status']).toBe('canceled');
    expect(await resume(id)).toMatchObject({ replacement: 'REFUSED' });
  });

  it('gives way to a newer one, also when it is confirmed afterwards', async () => {
    const older = await asked();
    const confirmed = lastSetup();
    await replace('5555555555554444');
    stripe.intents.authenticate(confirmed, true);
    expect(await resume(older)).toMatchObject({ replacement: 'REFUSED' });
    const newer = await asked();
    const newest = await asked();
    expect((await resume(newer)).replacement).toBe('REFUSED');
    stripe.intents.authenticate(lastSetup(), true);
    expect((await resume(newest)).replacement).toBe('DONE');
    expect((await replacedEvents()).map(({ lastFour }) => lastFour)).toEqual(['4444', '3155']);
  });

  it('replaces nothing in a subscription that has ended meanwhile', async () => {
    const id = await asked();
    await billing.agreements.endAgreement({ tenant, subscriptionId }, call());
    stripe.intents.authenticate(lastSetup(), true);
    expect(await resume(id)).toMatchObject({ replacement: 'REFUSED' });
    expect(await replacedEvents()).toEqual([]);
  });

  it('is finished in a store that was closed meanwhile', async () => {
    const id = await asked();
    await close();
    stripe.intents.authenticate(lastSetup(), true);
    expect(await resume(id)).toMatchObject({ replacement: 'DONE' });
  });

  it('whose answer was lost is asked for anew, and no address of the first is left', async () => {
    stripe.loseAnswer(/POST \/v1\/setup_intents$/, 'cut');
    const id = await asked();
    stripe.intents.authenticate(lastSetup(), true);
    expect(await resume(id)).toMatchObject({ replacement: 'DONE' });
  });

  it('that Stripe no longer lets us read waits ever longer, and is given up after a day', async () => {
    const id = await asked();
    stripe.books.change(lastSetup(), { object: 'forgotten' });
    const due = new Set<number>();
    for (let time = 0; time < 12; time += 1) {
      await expect(resume(id)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
      await finishCardActions(billing.deps);
      const [runAt] = (await billing.db('card_replacements').where({ id }).pluck('run_at')) as Date[];
      due.add(Number(runAt));
      billing.clock.advance(90 * minutesMs);
    }
    expect(due.size).toBeLessThan(7);
    billing.clock.advance(8 * 60 * minutesMs);
    await finishCardActions(billing.deps);
    expect(await resume(id)).toMatchObject({ replacement: 'REFUSED' });
  });

  it('is of nobody else: an id that does not exist is not found', async () => {
    await asked();
    await expect(resume('crep_000000000000000000000000')).rejects.toMatchObject({
      kind: 'NOT_FOUND',
      reason: 'CARD_REPLACEMENT_NOT_FOUND',
    });
  });
});

async function close(): Promise<void> {
  const terms = {
    methodsDev: ['PAYMENT_METHOD_CARD' as const],
    methodsProd: ['PAYMENT_METHOD_CARD' as const],
    boletoSettlementDays: 1,
    cardSettlementDays: 30,
    isClosed: true,
    version: 9,
  };
  await billing.settings.configureBilling({ ...defaultSettings, storeId: tenant.storeId, terms }, call());
}

describe('a trial in a store that was closed meanwhile', () => {
  it('begins once its buyer is back from the bank, and no other begins', async () => {
    const { id } = await aPlan(tenant, { methods, trialDays: 7 });
    const { actionUrl = '' } = await byCard(tenant, id, stripeCard(stripe, challenged));
    await close();
    stripe.intents.authenticate(lastSetup(), true);
    const own = actionUrl.split('/').at(-1) ?? '';
    expect(await resume(own)).toMatchObject({ subscriptionId: own, isDeclined: false });
    await expect(byCard(tenant, id, stripeCard(stripe))).rejects.toMatchObject({ reason: 'STORE_CLOSED' });
  });

  it('is given up by a buyer who wants to pay in another way', async () => {
    const { id } = await aPlan(tenant, { methods, trialDays: 7 });
    const { actionUrl = '' } = await byCard(tenant, id, stripeCard(stripe, challenged));
    const own = actionUrl.split('/').at(-1) ?? '';
    expect(await resume(own, true)).toMatchObject({ isDeclined: true, actionUrl: undefined });
    stripe.intents.authenticate(lastSetup(), true);
    expect(await resume(own)).toMatchObject({ isDeclined: true, subscriptionId: undefined });
  });
});
