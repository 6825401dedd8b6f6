import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  testInfra,
  testTimeoutMs,
  throwAwayCa,
  tlsFront,
  waitFor,
  webhookReceiver,
  type TlsFront,
  type WebhookReceiver,
} from '@pitanga/testing';
import { serviceNames, startPlatform, type Platform } from '@pitanga/tools';
import { undescribed } from '@pitanga/tools/event-checks';
import { startRuledKafka, type RuledKafka } from '@pitanga/tools/ruled-kafka';
import { startSecuredPostgres, type SecuredPostgres } from '@pitanga/tools/secured-postgres';
import { clientOf, type Client } from './api';
import { subscribe } from './subscribe';

/** Each service by TLS to all three engines, as a user of Kafka that may do what the catalogue says: as in production. */
describe('a platform whose engines speak TLS, and whose Kafka refuses what no rule names', () => {
  let kafka: RuledKafka | undefined;
  let postgres: SecuredPostgres | undefined;
  let redis: TlsFront | undefined;
  let platform: Platform | undefined;
  let api: Client;
  let receiver: WebhookReceiver | undefined;

  beforeAll(async () => {
    [kafka, postgres] = await Promise.all([startRuledKafka(), startSecuredPostgres()]);
    const { settingsFor } = kafka;
    const { port: redisPort, password } = new URL(testInfra().redis);
    const ca = throwAwayCa();
    redis = await tlsFront(Number(redisPort), ca.issue('redis'));
    const REDIS_URL = `rediss://:${password}@127.0.0.1:${String(redis.port)}`;
    platform = await startPlatform({
      infra: { postgres: postgres.url, redis: REDIS_URL, kafka: kafka.address },
      prefix: '',
      prepareWays: () =>
        Promise.resolve(
          Object.fromEntries(
            serviceNames.map((name) => [name, { ...settingsFor(name), REDIS_TLS_CA: ca.certificate }]),
          ),
        ),
    });
    api = clientOf(platform.demo, { timeoutMs: 2 * testTimeoutMs });
    receiver = await webhookReceiver();
    const events = ['transparent.completed', 'subscription.renewed', 'payout.completed'];
    expect((await api.post('/v2/webhooks/create', { name: 'all', endpoint: receiver.url, events })).status).toBe(200);
  }, 3 * testTimeoutMs);
  afterAll(async () => {
    await platform?.stop();
    await receiver?.close();
    await Promise.all([kafka?.stop(), postgres?.stop(), redis?.close()]);
  }, 2 * testTimeoutMs);

  const told = (event: string) =>
    waitFor(event, () => Promise.resolve(receiver?.seen.some(({ body }) => JSON.parse(body).event === event)));

  it('collects, pays out and renews, and tells of it', async () => {
    const { id } = (await api.post('/v2/transparents/create', { data: { amount: 100_000 } })).json.data;
    expect((await api.post(`/v2/transparents/simulate-payment?id=${id}`)).json.data.status).toBe('PAID');
    await told('transparent.completed');
    const payout = { amount: 1_000, externalId: 'a-payout', pixKey: 'ana@example.com', pixKeyType: 'EMAIL' };
    expect((await api.post('/v2/payouts/create', payout)).status).toBe(200);
    await told('payout.completed');
    const product = { name: 'Plano', price: 1_000, currency: 'BRL', cycle: 'MONTHLY', externalId: 'a-plan' };
    const productId = (await api.post('/v2/products/create', product)).json.data.id;
    await subscribe(api, { productId });
    const now = new Date((await api.get('/v2/test-clock/get')).json.data.now);
    const to = new Date(now.getTime() + 32 * 86_400_000).toISOString();
    // Waits until every group has read what the others told, and so asks for the offsets of all.
    expect((await api.post('/v2/test-clock/advance', { to })).status).toBe(200);
    await told('subscription.renewed');
  });

  it('tells analysts what the AsyncAPI document describes', async () => {
    const events = (await kafka?.readAs('full-analyst')) ?? [];
    const types = new Set(events.map(({ type }) => type));
    expect([...types]).toEqual(expect.arrayContaining(['charge.paid', 'journal.posted', 'subscription.renewed']));
    expect(undescribed(events)).toEqual([]);
  });

  it('is refused nothing', () => {
    const folder = platform?.logs ?? '';
    const logs = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(
      logs
        .join('')
        .match(
          /.*(not authorized|authorization failed|find group coordinator|self-signed|signature failure|altnames|WRONGPASS).*/i,
        )?.[0],
    ).toBeUndefined();
  });
});
