import { testInfra, waitFor, webhookReceiver, type WebhookReceiver, testTimeoutMs } from '@pitanga/testing';
import { startPlatform, type Platform } from '@pitanga/tools';
import { clientOf, type Answer, type Client } from './api';
import { anotherStore } from './other-store';

const dayMs = 86_400_000;
/** Times are whole milliseconds, from clocks of several processes. */
const clockToleranceMs = 1_000;

interface LoggedAttempt {
  readonly startedAt: string;
  readonly duration: number;
}

describe('the test clock', () => {
  let platform: Platform;
  let api: Client;
  let receiver: WebhookReceiver;
  let isDown = false;

  beforeAll(async () => {
    platform = await startPlatform({ infra: testInfra() });
    api = clientOf(platform.demo, { timeoutMs: 2 * testTimeoutMs });
    receiver = await webhookReceiver(() => ({ status: isDown ? 503 : 200 }));
    const events = ['transparent.completed', 'transparent.expired'];
    expect((await api.post('/v2/webhooks/create', { name: 'all', endpoint: receiver.url, events })).status).toBe(200);
  }, 2 * testTimeoutMs);
  afterAll(async () => {
    await platform.stop();
    await receiver.close();
  }, 2 * testTimeoutMs);

  const now = async (client = api): Promise<Date> => new Date((await client.get('/v2/test-clock/get')).json.data.now);
  const after = async (ms: number): Promise<Date> => new Date((await now()).getTime() + ms);
  const advance = async (to: Date): Promise<Answer> => {
    const answer = await api.post('/v2/test-clock/advance', { to: to.toISOString() });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    return answer;
  };
  const happened = ({ json }: Answer, id: string): string[] =>
    json.data.happenings.filter((it: { id: string }) => it.id === id).map((it: { type: string }) => it.type);
  const pix = async (data: object = {}): Promise<string> =>
    (await api.post('/v2/transparents/create', { data: { amount: 10_000, ...data } })).json.data.id;
  const callsAbout = (id: string) => receiver.seen.filter(({ body }) => JSON.parse(body).data.transparent.id === id);
  /** The delivery about it, once the log has this many attempts. */
  const attempted = (id: string, count: number, isWaiting = false) =>
    waitFor(`attempt ${String(count)}`, async () => {
      const logId = callsAbout(id)[0]?.headers['webhook-id'];
      const { data } = (await api.get(`/v2/webhooks/deliveries/get?id=${String(logId)}`)).json;
      return data?.attempts.length >= count && (!isWaiting || data.nextAttemptAt !== null) && data;
    });
  const balance = async () => (await api.get('/v2/store/get')).json.data.balance;
  const aPaidCard = async (amount: number, installmentCount = 1): Promise<string> => {
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvv: '739', holderName: 'Ana Souza' };
    const token = (await api.post('/v2/card-tokens', card, { key: platform.demo.publicKey })).json.data.id;
    return (await api.post('/v2/transparents/create', { method: 'CARD', data: { amount, installmentCount, token } }))
      .json.data.id;
  };

  it('stands at real time until it is moved', async () => {
    expect(Math.abs((await now()).getTime() - Date.now())).toBeLessThan(20_000);
  });

  it('settles a card payment after thirty days: on the statement, and available when the answer comes', async () => {
    const id = await aPaidCard(10_000);
    await waitFor('the pending money', async () => (await balance()).pending > 0);
    const before = await balance();
    const target = await after(31 * dayMs);
    const answer = await advance(target);
    expect(happened(answer, id)).toContain('charge.settled');
    expect(new Date(answer.json.data.now).getTime()).toBeGreaterThanOrEqual(target.getTime());
    const after31 = await balance();
    expect([after31.pending, after31.available - before.available]).toEqual([0, before.pending]);
    const [settlement] = (await api.get('/v2/bank-statement/list?kind=SETTLEMENT')).json.data;
    const sinceDue = new Date(settlement.createdAt).getTime() - (target.getTime() - dayMs);
    expect(settlement).toMatchObject({ status: 'COMPLETE' });
    expect(Math.abs(sinceDue)).toBeLessThan(60_000);
    const times = answer.json.data.happenings.map(({ at }: { at: string }) => at);
    expect(times).toEqual([...times].sort());
  });

  it('expires a Pix charge at its instant, and its webhook has been delivered with the time of the store', async () => {
    const id = await pix({ expiresIn: 86_400 });
    const charge = (await api.get(`/v2/transparents/get?id=${id}`)).json.data;
    expect(Math.abs(new Date(charge.createdAt).getTime() - (await now()).getTime())).toBeLessThan(20_000);
    const expiry = new Date(charge.expiresAt);
    await advance(new Date(expiry.getTime() - 60_000));
    expect((await api.get(`/v2/transparents/check?id=${id}`)).json.data.status).toBe('PENDING');
    const answer = await advance(new Date(expiry.getTime() + 60_000));
    expect((await api.get(`/v2/transparents/check?id=${id}`)).json.data.status).toBe('EXPIRED');
    expect(happened(answer, id)).toEqual(['charge.expired']);
    const [delivered] = callsAbout(id).map(({ body }) => JSON.parse(body));
    expect(delivered).toMatchObject({ event: 'transparent.expired', devMode: true });
    const lateMs = new Date(delivered.data.transparent.updatedAt).getTime() - expiry.getTime();
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(60_000);
  });

  it('retries a webhook that fails at every instant of the published table', async () => {
    const id = await pix();
    isDown = true;
    await api.post('/v2/transparents/simulate-payment', { id });
    const endOf = ({ startedAt, duration }: LoggedAttempt) => Date.parse(startedAt) + duration;
    // Five seconds of real time pass while one looks: the first retry is waited for, the others are reached.
    const [first, second] = (await attempted(id, 2)).attempts as [LoggedAttempt, LoggedAttempt];
    const retriedAfterMs = Date.parse(second.startedAt) - endOf(first);
    expect(retriedAfterMs).toBeGreaterThanOrEqual(5_000 - clockToleranceMs);
    for (const [index, seconds] of [300, 1_800, 7_200, 18_000, 36_000].entries()) {
      const count = index + 2;
      const { nextAttemptAt, attempts } = await attempted(id, count, true);
      // An attempt has real time, like its signature; its end, recorded a moment later, starts the wait.
      const aheadMs = (await now()).getTime() - Date.now();
      const due = Date.parse(nextAttemptAt);
      const waitsMs = due - endOf(attempts.at(-1) as LoggedAttempt) - aheadMs;
      expect(waitsMs).toBeGreaterThanOrEqual(seconds * 1_000 - clockToleranceMs);
      expect(waitsMs).toBeLessThan(seconds * 1_000 + 60_000);
      await advance(new Date(due - 120_000));
      expect(callsAbout(id)).toHaveLength(count);
      await advance(new Date(due + 1_000));
      expect(callsAbout(id)).toHaveLength(count + 1);
    }
    isDown = false;
    await advance(await after(30 * dayMs));
    expect(callsAbout(id)).toHaveLength(7);
  }, 180_000);

  it('ends the refund that is under way before it answers', async () => {
    const told: string[] = [];
    // It ends by itself after two seconds: on a slow machine that may be before the clock is moved.
    for (let tries = 0; tries < 5 && told.length === 0; tries += 1) {
      const id = await pix();
      await api.post('/v2/transparents/simulate-payment', { id });
      const { data: refund } = (await api.post('/v2/transparents/refund', { id })).json;
      const answer = await advance(await after(dayMs));
      expect((await api.get(`/v2/refunds/get?id=${refund.id}`)).json.data.status).toBe('COMPLETE');
      told.push(...happened(answer, refund.id));
    }
    expect(told).toContain('refund.completed');
  });

  it('is one at a time, only forward, at most ten years, and for nobody else', async () => {
    const target = await after(dayMs);
    const body = { to: target.toISOString() };
    const answers = await Promise.all([1, 2, 3].map(() => api.post('/v2/test-clock/advance', body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    // All three and a repeat have the answer of the one advance.
    const repeat = await api.post('/v2/test-clock/advance', body);
    expect(new Set([...answers, repeat].map(({ json }) => JSON.stringify(json))).size).toBe(1);
    const past = await api.post('/v2/test-clock/advance', { to: new Date(target.getTime() - 1).toISOString() });
    expect([past.status, past.json.error]).toEqual([400, expect.stringContaining("Property 'to' should be after")]);
    const far = await api.post('/v2/test-clock/advance', { to: '2099-01-01' });
    expect([far.status, far.json.error]).toEqual([400, "Property 'to' should be at most 10 years ahead"]);
    const prod = { key: platform.demo.prodKey };
    const error = 'The test clock is only available in dev mode';
    const refusal = { data: null, success: false, error, code: 'TEST_CLOCK_DEV_ONLY' };
    expect((await api.post('/v2/test-clock/advance', body, prod)).json).toEqual(refusal);
    expect((await api.get('/v2/test-clock/get', prod)).json).toEqual(refusal);
    const other = clientOf(await anotherStore(platform));
    expect(Math.abs((await now(other)).getTime() - Date.now())).toBeLessThan(20_000);
    expect((await now()).getTime() - Date.now()).toBeGreaterThan(60 * dayMs);
  });

  it(
    'goes on when a service was killed in the middle, and does everything once',
    async () => {
      const ids = await Promise.all([1, 2, 3].map(() => aPaidCard(20_000)));
      await waitFor('the pending money', async () => (await balance()).pending > 55_000);
      const before = await balance();
      const target = await after(40 * dayMs);
      const first = api.post('/v2/test-clock/advance', { to: target.toISOString() });
      await platform.services.ledger.kill9();
      expect((await first).status).toBeGreaterThanOrEqual(500);
      await platform.services.ledger.restart();
      await waitFor(
        'the advance',
        async () => {
          const answer = await api.post('/v2/test-clock/advance', { to: target.toISOString() });
          return answer.status === 200;
        },
        2 * testTimeoutMs,
      );
      expect(await balance()).toMatchObject({
        pending: 0,
        available: Number(before.available) + Number(before.pending),
      });
      for (const id of ids) {
        const lines = (await api.get(`/v2/bank-statement/list?kind=SETTLEMENT&search=${id}`)).json.data;
        expect(lines).toHaveLength(1);
      }
    },
    2 * testTimeoutMs,
  );

  it('passes two years with nothing due in a moment', async () => {
    const startedMs = performance.now();
    await advance(await after(2 * 365 * dayMs));
    const tookMs = performance.now() - startedMs;
    process.stdout.write(`two idle years took ${tookMs.toFixed(0)} ms\n`);
    expect(tookMs).toBeLessThan(30_000);
  });

  it('passes a year with a settlement a month, a step for each, within seconds', async () => {
    const id = await aPaidCard(120_000, 12);
    await waitFor('the pending money', async () => (await balance()).pending > 100_000);
    const startedMs = performance.now();
    const answer = await advance(await after(12 * 31 * dayMs));
    const tookMs = performance.now() - startedMs;
    process.stdout.write(`twelve settlements took ${tookMs.toFixed(0)} ms\n`);
    expect(happened(answer, id).filter((type) => type === 'charge.settled')).toHaveLength(12);
    expect(tookMs).toBeLessThan(45_000);
  });
});
