import { waitFor, webhookReceiver, type WebhookReceiver, testTimeoutMs } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import { Webhook } from 'standardwebhooks';
import { clientOf, type Answer, type Client } from './api';
import { joinPlatform } from './use-platform';

const hookEvents = ['transparent.completed', 'refund.failed'];

describe('a merchant looking after a webhook', () => {
  let platform: SharedPlatform;
  let api: Client;
  let receiver: WebhookReceiver;
  let webhookId: string;
  let secret: string;
  /** What the receiver answers. */
  let status = 200;

  beforeAll(async () => {
    platform = await joinPlatform();
    api = clientOf(platform.demo);
    receiver = await webhookReceiver(() => ({ status, body: `answered ${String(status)}` }));
    const created = await api.post('/v2/webhooks/create', { name: 'x', endpoint: receiver.url, events: hookEvents });
    ({ id: webhookId, secret } = created.json.data);
  }, 2 * testTimeoutMs);
  afterAll(() => receiver.close(), 2 * testTimeoutMs);

  const deliveries = async (query = ''): Promise<Answer['json'][]> =>
    (await api.get(`/v2/webhooks/deliveries?webhookId=${webhookId}${query}`)).json.data;
  const delivery = async (id: string) => (await api.get(`/v2/webhooks/deliveries/get?id=${id}`)).json.data;
  const shownAs = (wanted: string, isIt: (newest: Answer['json']) => boolean) =>
    waitFor(`a delivery ${wanted}`, async () => {
      const [newest] = await deliveries('&limit=1');
      return newest?.status === wanted && isIt(newest) && newest;
    });
  /** The delivery of a new payment, once the log shows it as `wanted`. */
  const paid = async (wanted: string, isIt: (newest: Answer['json']) => boolean = () => true) => {
    const [before] = await deliveries('&limit=1');
    const { data } = (await api.post('/v2/transparents/create', { data: { amount: 1_000 } })).json;
    await api.post('/v2/transparents/simulate-payment', { id: data.id });
    return await shownAs(wanted, (newest) => newest.id !== before?.id && isIt(newest));
  };
  const received = (id: string, count = 1) =>
    waitFor(`${String(count)} calls for ${id}`, () => {
      const calls = receiver.seen.filter(({ headers }) => headers['webhook-id'] === id);
      return Promise.resolve(calls.length === count && calls);
    });

  it('is shown its secret once', async () => {
    expect(secret).toMatch(/^whsec_/);
    const got = await api.get(`/v2/webhooks/get?id=${webhookId}`);
    expect(got.json.data).toMatchObject({ id: webhookId, events: hookEvents, v2: true, status: 'ACTIVE' });
    expect(got.text).not.toContain('whsec_');
  });

  it('tries it with a test event, which is signed, marked and logged', async () => {
    const sent = await api.post('/v2/webhooks/test', { id: webhookId, event: 'refund.failed' });
    expect(sent.json.data).toMatchObject({ webhookId, event: 'refund.failed', status: 'PENDING', test: true });
    const [call] = await received(sent.json.data.id);
    const payload = new Webhook(secret).verify(call!.body, call!.headers as Record<string, string>);
    expect(payload).toMatchObject({ id: sent.json.data.id, event: 'refund.failed', test: true });
    const logged = await shownAs('DELIVERED', ({ test }) => test);
    expect(logged).toMatchObject({ id: sent.json.data.id, test: true, attemptCount: 1, lastStatusCode: 200 });
    const refused = await api.post('/v2/webhooks/test', { id: webhookId, event: 'payout.failed' });
    expect(refused.status).toBe(400);
    expect(refused.json.error).toContain('transparent.completed, refund.failed');
  });

  it('rotates the secret, and both sign what comes next', async () => {
    const rotated = (await api.post('/v2/webhooks/rotate-secret', { id: webhookId })).json.data;
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    const { id } = await paid('DELIVERED');
    const [call] = await received(id);
    for (const key of [secret, rotated.secret]) {
      expect(() => new Webhook(key).verify(call!.body, call!.headers as Record<string, string>)).not.toThrow();
    }
  });

  it('finds a failed delivery in the log, sees why, and sends it again', async () => {
    status = 404;
    const failed = await paid('FAILED');
    expect((await deliveries('&status=FAILED&event=transparent.completed')).map(({ id }) => id)).toEqual([failed.id]);
    status = 200;
    const resent = await api.post('/v2/webhooks/deliveries/resend', { id: failed.id });
    expect(resent.json.data).toMatchObject({ id: failed.id, status: 'FAILED' });
    const calls = await received(failed.id, 2);
    await shownAs('DELIVERED', ({ id }) => id === failed.id);
    const shown = await delivery(failed.id);
    expect(shown.attempts).toMatchObject([
      { trigger: 'AUTO', statusCode: 404, responseHead: 'answered 404', errorClass: null },
      { trigger: 'MANUAL', statusCode: 200, responseHead: 'answered 200', errorClass: null },
    ]);
    expect(shown.body).toBe(calls[0]?.body);
    expect(calls[1]?.body).toBe(calls[0]?.body);
  });

  it('sees when the next attempt of a pending one is due', async () => {
    status = 503;
    const pending = await paid('PENDING', ({ attemptCount }) => attemptCount >= 1);
    const { attempts, nextAttemptAt } = await waitFor('the wait', async () => {
      const shown = await delivery(pending.id);
      return shown.nextAttemptAt !== null && shown;
    });
    const { startedAt, duration } = attempts.at(-1) as { startedAt: string; duration: number };
    const waitsMs = Date.parse(nextAttemptAt) - Date.parse(startedAt) - duration;
    // Who looks late finds it after the second attempt.
    const wantedMs = attempts.length === 1 ? 5_000 : 300_000;
    expect(waitsMs).toBeGreaterThanOrEqual(wantedMs - 1_000);
    expect(waitsMs).toBeLessThan(wantedMs + 30_000);
    status = 200;
    await api.post('/v2/webhooks/deliveries/resend', { id: pending.id });
    await shownAs('DELIVERED', ({ id }) => id === pending.id);
  });

  it('replays a window once for each Idempotency-Key', async () => {
    const before = receiver.seen.length;
    const log = await deliveries();
    const body = { webhookId, from: log.at(-1).createdAt, to: new Date(Date.now() + 1_000).toISOString() };
    const headers = { 'idempotency-key': `replay-${String(Date.now())}` };
    const first = await api.post('/v2/webhooks/replay', body, { headers });
    expect(first.json.data).toEqual({ ...body, count: log.length });
    const repeated = await api.post('/v2/webhooks/replay', body, { headers });
    expect(repeated.json).toEqual(first.json);
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    await waitFor('the replay', async () => {
      const shown = await Promise.all(log.map(({ id }) => delivery(id)));
      return shown.every(({ attemptCount }, index) => attemptCount === Number(log[index].attemptCount) + 1);
    });
    const again = receiver.seen.slice(before).map(({ headers: { 'webhook-id': id } }) => id);
    expect(again.sort()).toEqual(log.map(({ id }) => id).sort());
    const tooLong = { ...body, from: '2026-01-01', to: '2026-02-01' };
    expect((await api.post('/v2/webhooks/replay', tooLong)).json.error).toContain('7 days');
  });

  it('switches it off and on: nothing is sent meanwhile, not by hand either', async () => {
    const [logged] = await deliveries('&limit=1');
    expect((await api.post('/v2/webhooks/toggle', { id: webhookId })).json.data.status).toBe('DISABLED');
    for (const [path, body] of [
      ['deliveries/resend', { id: logged.id }],
      ['test', { id: webhookId }],
      ['replay', { webhookId, from: '2026-11-21', to: '2026-11-22' }],
    ] as const) {
      const refused = await api.post(`/v2/webhooks/${path}`, body);
      expect([refused.status, refused.json.error]).toEqual([
        400,
        'The webhook is disabled: enable it before anything is sent to it',
      ]);
    }
    expect((await api.post('/v2/webhooks/toggle', { id: webhookId })).json.data.status).toBe('ACTIVE');
    await paid('DELIVERED');
  });

  it('shares nothing of it with the other environment, and needs the permissions for it', async () => {
    const [logged] = await deliveries('&limit=1');
    const { prodKey: key, readOnlyKey } = platform.demo;
    expect((await api.get('/v2/webhooks/deliveries', { key })).json.data).toEqual([]);
    const absent = [
      await api.get(`/v2/webhooks/deliveries/get?id=${logged.id}`, { key }),
      await api.post('/v2/webhooks/deliveries/resend', { id: logged.id }, { key }),
    ];
    for (const { status: code, json } of absent) expect([code, json.error]).toEqual([404, 'Delivery not found']);
    for (const path of ['toggle', 'rotate-secret', 'test']) {
      const answer = await api.post(`/v2/webhooks/${path}`, { id: webhookId }, { key });
      expect([answer.status, answer.json.error]).toEqual([404, 'Webhook não encontrado.']);
      const refused = await api.post(`/v2/webhooks/${path}`, { id: webhookId }, { key: readOnlyKey });
      expect([refused.status, refused.json.error]).toEqual([403, expect.stringContaining('WEBHOOK:DELETE')]);
    }
    expect((await api.get('/v2/webhooks/deliveries', { key: readOnlyKey })).status).toBe(200);
  });
});
