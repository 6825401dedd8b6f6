import { waitFor, webhookReceiver, type WebhookReceiver, testTimeoutMs } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import { aCpf, clientOf, type Client } from './api';
import { subscribe, type SubscribeOptions } from './subscribe';
import { joinPlatform } from './use-platform';

const events = ['completed', 'trial_started', 'renewed', 'cancelled', 'plan_changed', 'payment_failed'].map(
  (what) => `subscription.${what}`,
);
const dayMs = 86_400_000;

interface Told {
  readonly id: string;
  readonly event: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into it freely, as a receiver would
  readonly data: any;
}

describe('subscriptions under a moved clock', () => {
  let platform: SharedPlatform;
  let api: Client;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    platform = await joinPlatform();
    api = clientOf(platform.demo, { timeoutMs: 5 * testTimeoutMs });
    receiver = await webhookReceiver();
    await api.post('/v2/webhooks/create', { name: 'all', endpoint: receiver.url, events });
  }, 2 * testTimeoutMs);
  afterAll(() => receiver.close(), 2 * testTimeoutMs);

  const now = async (): Promise<Date> => new Date((await api.get('/v2/test-clock/get')).json.data.now);
  const advance = async (to: Date): Promise<void> => {
    const answer = await api.post('/v2/test-clock/advance', { to: to.toISOString() });
    expect([answer.status, answer.json.error]).toEqual([200, null]);
  };
  const told = (subscriptionId: string): Told[] => {
    const seen = new Map<string, Told>();
    for (const { body } of receiver.seen) {
      const event = JSON.parse(body) as Told;
      if (event.data.subscription?.id === subscriptionId) seen.set(event.id, event);
    }
    // A log id sorts by its event; deliveries of one moment may overtake each other.
    return [...seen.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  };
  const eventsOf = (id: string): string[] => told(id).map(({ event }) => event.replace('subscription.', ''));
  const product = async (body: object): Promise<string> => {
    const externalId = `plan-${aCpf()}`;
    const answer = await api.post('/v2/products/create', { externalId, name: 'Plano', price: 5_000, ...body });
    expect(answer.status).toBe(200);
    return answer.json.data.id;
  };
  const subscribed = async (productId: string, options: Partial<SubscribeOptions> = {}): Promise<string> =>
    (await subscribe(api, { productId, ...options })).id;
  const get = async (id: string) => (await api.get(`/v2/subscriptions/get?id=${id}`)).json.data;

  it(
    'a card that declines after the trial is tried four times and then cancelled, with one cancellation',
    async () => {
      const plan = await product({ cycle: 'MONTHLY', trialDays: 7 });
      const start = await now();
      const id = await subscribed(plan, { payment: { cardNumber: '4000000000000341' } });
      expect(await get(id)).toMatchObject({ status: 'ACTIVE', trialDays: 7 });
      await advance(new Date(start.getTime() + 13 * dayMs));
      const expected = ['trial_started', ...Array.from({ length: 4 }, () => 'payment_failed'), 'cancelled'];
      await waitFor('the end', () => Promise.resolve(eventsOf(id).length >= expected.length), testTimeoutMs);
      expect(eventsOf(id)).toEqual(expected);
      expect(await get(id)).toMatchObject({
        status: 'CANCELLED',
        cancelledDueTo: 'max_payment_retries_exceeded',
        nextChargeAt: null,
      });
      const failures = told(id).filter(({ event }) => event === 'subscription.payment_failed');
      expect(failures.map(({ data }) => data.retryNumber)).toEqual([0, 1, 2, 3]);
      expect(failures.every(({ data }) => data.payment.status === 'FAILED' && data.payment.reason !== '')).toBe(true);
    },
    2 * testTimeoutMs,
  );

  it(
    'a replaced card pays the open cycle at once, and the anchor stays',
    async () => {
      const start = await now();
      const id = await subscribed(await product({ cycle: 'MONTHLY', trialDays: 1 }), {
        payment: { cardNumber: '4000000000000341' },
      });
      await advance(new Date(start.getTime() + 2.5 * dayMs));
      await waitFor('a failure', () => Promise.resolve(eventsOf(id).includes('payment_failed')));
      const { trialEndsAt } = await get(id);
      const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvv: '123', holderName: 'Ana' };
      const token = (await api.post('/v2/card-tokens', card, { key: platform.demo.publicKey })).json.data.id;
      expect((await api.post('/v2/subscriptions/update-card', { id, cardToken: token })).status).toBe(200);
      await waitFor('the renewal', () => Promise.resolve(eventsOf(id).includes('renewed')));
      const { nextChargeAt } = await get(id);
      const days = (new Date(nextChargeAt as string).getTime() - new Date(trialEndsAt as string).getTime()) / dayMs;
      expect(days).toBeGreaterThanOrEqual(28);
      expect(days).toBeLessThanOrEqual(31);
    },
    2 * testTimeoutMs,
  );

  it('usage and a new plan are in the next charge, and nothing is charged after a cancel', async () => {
    const start = await now();
    const id = await subscribed(await product({ cycle: 'MONTHLY' }));
    const metered = await product({ price: 150 });
    const usage = { id, productId: metered, units: 4, action: 'add' };
    expect((await api.post('/v2/subscriptions/record-usage', usage)).json.data).toMatchObject({ unitPrice: 150 });
    const bigger = await product({ cycle: 'MONTHLY', price: 9_000 });
    const change = await api.post('/v2/subscriptions/change-plan', { id, productId: bigger, quantity: 2 });
    expect(change.json.data).toMatchObject({ status: 'PENDING', newAmount: 18_000 });
    expect((await get(id)).amount).toBe(5_000);
    await advance(new Date(start.getTime() + 32 * dayMs));
    await waitFor('the renewal', () => Promise.resolve(eventsOf(id).includes('renewed')));
    const renewed = told(id).find(({ event }) => event === 'subscription.renewed');
    expect(renewed?.data.payment.amount).toBe(18_600);
    expect((await get(id)).amount).toBe(18_000);
    expect((await api.post('/v2/subscriptions/cancel', { id })).json.data.status).toBe('CANCELLED');
    expect((await api.post('/v2/subscriptions/cancel', { id })).status).toBe(404);
    await advance(new Date(start.getTime() + 120 * dayMs));
    expect(eventsOf(id).filter((event) => event === 'renewed')).toHaveLength(1);
    expect(eventsOf(id).filter((event) => event === 'cancelled')).toHaveLength(1);
  }, 200_000);

  it('what is too little to be charged fails nothing and is in the next charge', async () => {
    const code = `TUDO${aCpf()}`;
    await api.post('/v2/coupons/create', {
      code,
      discountKind: 'PERCENTAGE',
      discount: 10_000,
      maxRedeems: 1,
      duration: 'FOREVER',
    });
    const plan = await product({ cycle: 'WEEKLY' });
    const start = await now();
    const id = await subscribed(plan, { checkout: { coupons: [code] }, payment: { coupons: [code] } });
    const usage = { id, productId: await product({ price: 60 }), units: 1, action: 'add' };
    const upcoming = async () => (await api.get(`/v2/subscriptions/upcoming?id=${id}`)).json.data.next;
    await api.post('/v2/subscriptions/record-usage', usage);
    expect(await upcoming()).toMatchObject({ usageAmount: 60, carriedOut: 60, amount: 0 });
    await advance(new Date(start.getTime() + 8 * dayMs));
    await api.post('/v2/subscriptions/record-usage', usage);
    expect(await upcoming()).toMatchObject({ usageAmount: 120, carriedOut: 0, amount: 120 });
    await advance(new Date(start.getTime() + 15 * dayMs));
    await waitFor('both renewals', () =>
      Promise.resolve(eventsOf(id).filter((event) => event === 'renewed').length === 2),
    );
    expect(eventsOf(id)).not.toContain('payment_failed');
    const { data: cycles } = (await api.get(`/v2/subscriptions/cycles?id=${id}`)).json;
    expect(cycles).toMatchObject([
      { number: 2, status: 'PAID', amount: 120, usage: 120 },
      { number: 1, status: 'PAID', amount: 0, usage: 0, chargeId: null },
    ]);
    await api.post('/v2/subscriptions/cancel', { id });
  }, 200_000);

  it(
    'a payer who cancels in the bank app ends a Pix subscription',
    async () => {
      const plan = await product({ cycle: 'MONTHLY' });
      const pix = { methods: ['PIX'] };
      const byApi = await subscribed(plan, { checkout: pix });
      const revoked = await api.post('/v2/subscriptions/simulate-authorization-cancelled', { id: byApi });
      const cancelled = {
        status: 'CANCELLED',
        cancelledDueTo: 'pix_automatic_authorization_refused',
        nextChargeAt: null,
      };
      expect(revoked.status).toBe(200);
      await waitFor('its end', async () => (await get(byApi)).status === 'CANCELLED');
      expect(await get(byApi)).toMatchObject(cancelled);
      const again = await api.post('/v2/subscriptions/simulate-authorization-cancelled', { id: byApi });
      expect([again.status, again.json.error]).toEqual([400, 'This subscription takes no more charges']);

      await waitFor('the event', () => Promise.resolve(eventsOf(byApi).includes('cancelled')));
      expect(eventsOf(byApi)).toEqual(['completed', 'cancelled']);
      expect(told(byApi).at(-1)?.data.subscription).toMatchObject({ status: 'CANCELLED' });
      const byCard = await subscribed(plan);
      const refused = await api.post('/v2/subscriptions/simulate-authorization-cancelled', { id: byCard });
      expect([refused.status, refused.json.error]).toEqual([400, 'Only PIX subscriptions have an authorization']);
    },
    2 * testTimeoutMs,
  );

  it('refuses what no subscription may be, with the route or the reason', async () => {
    const oneOff = await product({});
    const refused = await api.post('/v2/subscriptions/create', { items: [{ id: oneOff }] });
    expect([refused.status, refused.json.error]).toEqual([422, 'Product must have a billing cycle']);
    const id = await subscribed(await product({ cycle: 'WEEKLY' }));
    const { checkoutId } = await get(id);
    const wrong = await api.get(`/v2/checkouts/get?id=${checkoutId}`);
    expect([wrong.status, wrong.json.error]).toEqual([
      400,
      'Este id é de um checkout de assinatura; use GET /v2/subscriptions/checkouts/get',
    ]);
    const refund = await api.post('/v2/checkouts/refund', { id: checkoutId });
    expect([refund.status, refund.json.error]).toEqual([400, 'Reembolso de assinatura não é suportado na v2']);
    expect((await api.get('/v2/subscriptions/get?id=subs_nothing')).status).toBe(404);
  });
});
