import { waitFor, webhookReceiver, type WebhookReceiver, testTimeoutMs } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import { aCpf, clientOf, type Client } from './api';
import { subscribe } from './subscribe';
import { joinPlatform } from './use-platform';

const dayMs = 86_400_000;
/** São Paulo has had no summer time since 2019. */
const saoPauloMs = 3 * 3_600_000;
const months = 24;
const events = ['completed', 'trial_started', 'renewed', 'cancelled', 'plan_changed', 'payment_failed'].map(
  (what) => `subscription.${what}`,
);

/** The n-th monthly date from an anchor, on its day and hour in São Paulo or on the last day of a shorter month. */
function monthly(anchor: Date, n: number): Date {
  const local = new Date(anchor.getTime() - saoPauloMs);
  const day = local.getUTCDate();
  const lastDay = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + n + 1, 0)).getUTCDate();
  const date = new Date(local);
  date.setUTCDate(1);
  date.setUTCMonth(local.getUTCMonth() + n);
  date.setUTCDate(Math.min(day, lastDay));
  return new Date(date.getTime() + saoPauloMs);
}

/** 3.5 % and 60 centavos (docs/behaviour/money.md#fees); the amounts here have no half centavo. */
const feeOf = (amount: number): number => (amount * 35) / 1_000 + 60;

interface Line {
  readonly subscription: 'A' | 'B';
  readonly event: string;
  readonly amount: number | null;
  /** The date it was due, when it was paid within a minute of it; else when it was paid. */
  readonly due: string | null;
}

/** A moved clock runs on while it does what is due, so that everything is a little late. */
function dueOf(at: string, dates: readonly Date[]): string {
  const ms = new Date(at).getTime();
  return dates.find((date) => ms >= date.getTime() && ms < date.getTime() + 60_000)?.toISOString() ?? at;
}

describe('two years of two subscriptions, line by line', () => {
  let platform: SharedPlatform;
  let api: Client;
  let receiver: WebhookReceiver;
  let start: Date;
  let a: { id: string; anchor: Date };
  let b: { id: string; anchor: Date };
  let end: Date;

  beforeAll(async () => {
    platform = await joinPlatform();
    api = clientOf(platform.demo, { timeoutMs: 5 * testTimeoutMs });
    receiver = await webhookReceiver();
    await api.post('/v2/webhooks/create', { name: 'all', endpoint: receiver.url, events });
    start = new Date((await api.get('/v2/test-clock/get')).json.data.now);
    a = await subscribeTo({ price: 5_000 });
    b = await subscribeTo({ price: 3_000, trialDays: 7 });
  }, 2 * testTimeoutMs);
  afterAll(() => receiver.close(), 2 * testTimeoutMs);

  async function subscribeTo(plan: object): Promise<{ id: string; anchor: Date }> {
    const product = { externalId: `plan-${aCpf()}`, name: 'Plano', cycle: 'MONTHLY', ...plan };
    const productId: string = (await api.post('/v2/products/create', product)).json.data.id;
    const { id, trialEndsAt, createdAt } = await subscribe(api, { productId });
    return { id, anchor: new Date(trialEndsAt ?? createdAt) };
  }

  async function ok(path: string, body: object): Promise<void> {
    const answer = await api.post(path, body);
    expect([path, answer.status, answer.json.error]).toEqual([path, 200, null]);
  }

  /** What A costs at its n-th renewal: usage in the third, another plan from the sixth on, cancelled after the 20th. */
  const amountOfA = (n: number): number => (n >= 6 ? 9_000 : 5_000) + (n === 3 ? 600 : 0);
  const lastOfA = 20;
  const renewalsOfB = (): number[] => {
    const all = Array.from({ length: months + 1 }, (_, n) => n);
    return all.filter((n) => monthly(b.anchor, n) <= end);
  };

  const dates = (): Date[] => [a, b].flatMap(({ anchor }) => Array.from({ length: 26 }, (_, n) => monthly(anchor, n)));

  it(
    'follows every month: the recurring revenue is what the two of them pay',
    async () => {
      const metered = { externalId: `units-${aCpf()}`, name: 'Unidades', price: 150 };
      const unitsId = (await api.post('/v2/products/create', metered)).json.data.id;
      const bigger = { externalId: `plan-${aCpf()}`, name: 'Maior', cycle: 'MONTHLY', price: 9_000 };
      const biggerId = (await api.post('/v2/products/create', bigger)).json.data.id;
      const seen: unknown[] = [];
      const expected: unknown[] = [];
      for (let month = 1; month <= months; month += 1) {
        end = new Date(monthly(a.anchor, month).getTime() + 60_000);
        await ok('/v2/test-clock/advance', { to: end.toISOString() });
        if (month === 2)
          await ok('/v2/subscriptions/record-usage', { id: a.id, productId: unitsId, units: 4, action: 'add' });
        if (month === 5) await ok('/v2/subscriptions/change-plan', { id: a.id, productId: biggerId, quantity: 1 });
        if (month === lastOfA) await ok('/v2/subscriptions/cancel', { id: a.id });
        const { data } = (await api.get('/v2/public-mrr/mrr')).json;
        seen.push([month, data]);
        const ofA = month < 6 ? 5_000 : month < lastOfA ? 9_000 : 0;
        expected.push([month, { mrr: ofA + 3_000, totalActiveSubscriptions: month < lastOfA ? 2 : 1 }]);
      }
      expect(seen).toEqual(expected);
    },
    5 * testTimeoutMs,
  );

  it(
    'tells each webhook of it, in order, with its amount and its date',
    async () => {
      const line = (subscription: 'A' | 'B', event: string, amount: number | null = null, at?: Date): Line => ({
        subscription,
        event: `subscription.${event}`,
        amount,
        due: at?.toISOString() ?? null,
      });
      const expectedOfA = [
        line('A', 'completed', 5_000, a.anchor),
        ...Array.from({ length: lastOfA }, (_, n) => line('A', 'renewed', amountOfA(n + 1), monthly(a.anchor, n + 1))),
        line('A', 'cancelled', amountOfA(lastOfA), monthly(a.anchor, lastOfA)),
      ];
      expectedOfA.splice(6, 0, line('A', 'plan_changed'));
      const expectedOfB = [
        line('B', 'trial_started'),
        ...renewalsOfB().map((n) => line('B', 'renewed', 3_000, monthly(b.anchor, n))),
      ];
      const lines = (id: string): Line[] => {
        const bodies = new Map(receiver.seen.map(({ body }) => [JSON.parse(body).id as string, JSON.parse(body)]));
        const own = [...bodies.values()].filter(({ data }) => data.subscription.id === id);
        return own
          .sort((one, other) => (one.id < other.id ? -1 : 1))
          .map(({ event, data }) => ({
            subscription: id === a.id ? 'A' : 'B',
            event,
            amount: data.payment?.amount ?? null,
            due: data.payment?.paidAt ? dueOf(data.payment.paidAt, dates()) : null,
          }));
      };
      const count = expectedOfA.length + expectedOfB.length;
      await waitFor(
        'all webhooks',
        () => Promise.resolve(lines(a.id).length + lines(b.id).length >= count),
        testTimeoutMs,
      );
      expect(lines(a.id)).toEqual(expectedOfA);
      expect(lines(b.id)).toEqual(expectedOfB);
    },
    2 * testTimeoutMs,
  );

  it('has each payment and each settlement in the statement, and the balance is their sum', async () => {
    const amounts = [
      ...[5_000, ...Array.from({ length: lastOfA }, (_, n) => amountOfA(n + 1))].map((amount, n) => ({
        amount,
        at: monthly(a.anchor, n),
      })),
      ...renewalsOfB().map((n) => ({ amount: 3_000, at: monthly(b.anchor, n) })),
    ].sort((one, other) => one.at.getTime() - other.at.getTime());
    const all = async (kind: string) =>
      (await api.get(`/v2/bank-statement/list?kind=${kind}&limit=100`)).json.data.reverse() as {
        createdAt: string;
        movements: { amount: number; balanceEffect: string }[];
      }[];
    const payments = (await all('PAYMENT')).map(({ createdAt, movements }) => ({
      due: dueOf(createdAt, dates()),
      amounts: movements.map(({ amount }) => amount),
    }));
    expect(payments).toEqual(
      amounts.map(({ amount, at }) => ({ due: at.toISOString(), amounts: [amount, feeOf(amount)] })),
    );
    // By card the money is available 30 days after its payment.
    const settled = amounts.filter(({ at }) => at.getTime() + 30 * dayMs <= end.getTime());
    const settlements = (await all('SETTLEMENT')).map(({ movements }) => movements.map(({ amount }) => amount));
    expect(settlements).toEqual(settled.map(({ amount }) => [amount - feeOf(amount)]));
    const { balance } = (await api.get('/v2/store/get')).json.data;
    const sum = (lines: typeof amounts): number =>
      lines.reduce((total, { amount }) => total + amount - feeOf(amount), 0);
    expect([balance.available, balance.pending]).toEqual([sum(settled), sum(amounts) - sum(settled)]);
    expect(end.getTime() - start.getTime()).toBeGreaterThan(729 * dayMs);
  });
});
