import { createHash } from 'node:crypto';
import { testIds, testInfra, testTimeoutMs, waitFor, webhookReceiver, type WebhookReceiver } from '@pitanga/testing';
import { createMember, serviceNames, startPlatform, type Platform } from '@pitanga/tools';
import { generate } from 'otplib';
import { aCpf, clientOf, type Answer, type Client } from './api';
import { openCollector, type Collector } from './collector';
import { searchDatabases, searchLogs, searchRedis, searchTopics } from './personal-data-search';
import { anEmail, personAt } from './person';
import { foundIn, spelled } from './planted-person';
import { subscribe } from './subscribe';

const amex = '378282246310005';
const cvv = '4829';

/**
 * Every secret that comes in or is made, through every way that it takes, and then every place where a process of the
 * platform could have written it: databases, topics, Redis, logs and traces at their most talkative.
 */
describe('a secret', () => {
  const prefix = `ps${testIds.token(6).toLowerCase()}-`;
  let platform: Platform;
  let collector: Collector;
  let receiver: WebhookReceiver;
  let api: Client;
  const secrets: Record<string, readonly string[]> = {
    cardNumber: [amex, '3782 822463 10005', '3782-822463-10005'],
    // Four digits are everywhere; what names them is not.
    cvv: [`"cvv":"${cvv}"`, `"cvv": "${cvv}"`, `cvv=${cvv}`, `cvv: '${cvv}'`, `cvv":${cvv}`],
  };

  beforeAll(async () => {
    collector = await openCollector();
    receiver = await webhookReceiver(({ path }) => ({ status: 200, body: `thank you for ${path}` }));
    const env = Object.fromEntries(
      serviceNames.map((name) => [
        name,
        { ...collector.settings, LOG_LEVEL: 'trace', ...(name === 'gateway' && { LOG_ACCOUNT_LINKS: 'false' }) },
      ]),
    );
    platform = await startPlatform({ infra: testInfra(), prefix, env });
    api = clientOf(platform.demo);
    const { devKey, prodKey, readOnlyKey } = platform.demo;
    Object.assign(secrets, { devKey: [devKey], prodKey: [prodKey], readOnlyKey: [readOnlyKey] });
    await keysAndWebhooks();
    await money();
    await people();
  }, 3 * testTimeoutMs);
  afterAll(async () => {
    await platform.stop();
    await receiver.close();
    collector.close();
  }, 2 * testTimeoutMs);

  const ok = async (path: string, body: object, headers = {}): Promise<Answer['json']> => {
    const answer = await api.post(path, body, { headers });
    expect([path, answer.status, answer.json.error]).toEqual([path, 200, null]);
    return answer.json.data;
  };
  /** The same request twice under one key, so that an answer which is kept for repeats is kept. */
  const twice = async (path: string, body: object): Promise<Answer['json']> => {
    const headers = { 'idempotency-key': testIds.token(12) };
    await ok(path, body, headers);
    return ok(path, body, headers);
  };

  async function keysAndWebhooks(): Promise<void> {
    const made = await ok('/v2/api-keys/create', { description: 'planted', permissions: ['CUSTOMER:READ'] });
    const rolled = await ok('/v2/api-keys/roll', { id: made.id, overlapHours: 1 });
    await api.get('/v2/customers/list', { key: rolled.key });
    const events = ['transparent.completed', 'checkout.completed', 'subscription.completed'];
    const { id, secret } = await twice('/v2/webhooks/create', { name: 'all', endpoint: receiver.url, events });
    const rotated = await ok(`/v2/webhooks/rotate-secret?id=${id}`, {});
    const own = `whsec_${Buffer.from(testIds.token(32)).toString('base64')}`;
    // Its calls have the secret in the address, and what they are answered repeats it.
    const legacy = { legacySecretQuery: true, legacySecretHeader: true };
    await ok('/v2/webhooks/create', { name: 'own', endpoint: receiver.url, events, secret: own, ...legacy });
    Object.assign(secrets, { createdKey: [made.key], rolledKey: [rolled.key] });
    Object.assign(secrets, { webhookSecret: [secret], rotatedSecret: [rotated.secret] });
    secrets['ownSecret'] = [own, encodeURIComponent(own)];
  }

  async function money(): Promise<void> {
    const taxId = aCpf();
    secrets['taxId'] = [taxId, taxId.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')];
    const customer = { name: 'Ana Planted', email: 'ana@planted.example', taxId, cellphone: '11987654321' };
    await twice('/v2/customers/create', customer);
    const token = await api.post(
      '/v2/card-tokens',
      { number: amex, expMonth: 12, expYear: 2031, cvv, holderName: 'ANA PLANTED' },
      { key: platform.demo.publicKey },
    );
    expect(token.status).toBe(200);
    secrets['cardToken'] = [token.json.data.id];
    const data = { amount: 5_000, cardToken: token.json.data.id, customer };
    await ok('/v2/transparents/create', { method: 'CARD', data });
    const { id } = await ok('/v2/transparents/create', { method: 'PIX', data: { amount: 5_000, customer } });
    await ok('/v2/transparents/simulate-payment', { id, payer: { name: 'Ana Planted', taxId } });
    const plan = { externalId: `plan-${aCpf()}`, name: 'Plano', price: 5_000, cycle: 'MONTHLY' };
    const productId = (await ok('/v2/products/create', plan)).id;
    await subscribe(api, { productId, checkout: { methods: ['CARD'] }, payment: { cardNumber: amex } });
    await waitFor('both webhooks', () =>
      Promise.resolve(receiver.seen.filter(({ body }) => body.includes('subscription.completed')).length === 2),
    );
  }

  async function people(): Promise<void> {
    const { storeId = '' } = platform.demo;
    const { email, password } = await createMember(platform.wiring, { storeId, email: anEmail('dona'), role: 'OWNER' });
    const person = personAt(platform.baseUrl);
    const signedIn = await person.call('POST', '/auth/sign-in', { email, password });
    const cookies = signedIn.headers.getSetCookie().flatMap((line) => /^[^=]+=([^;]{8,})/.exec(line)?.[1] ?? []);
    expect(cookies).not.toEqual([]);
    const { secret } = await person.must('POST', '/auth/totp/enrol', { currentPassword: password });
    const { recoveryCodes } = await person.must('POST', '/auth/totp/confirm', { code: await generate({ secret }) });
    await person.call('POST', '/auth/password/forgot', { email });
    await person.call('POST', '/auth/sign-in', { email, password: `${password}-wrong` });
    const mail = await linkInMail(email);
    await person.call('POST', '/auth/links/open', { token: mail });
    Object.assign(secrets, { password: [password], sessionCookie: cookies, totpSecret: [secret], recoveryCodes });
    Object.assign(secrets, { linkInMail: [mail] });
  }

  /** The token of the link in the mail for a new password, which the development page of mail shows. */
  function linkInMail(address: string): Promise<string> {
    return waitFor(`the mail to ${address}`, async () => {
      const list = await (await fetch(`${platform.baseUrl}/dev/mail`)).text();
      for (const [, path] of list.matchAll(/href="(\/dev\/mail\/log_\w+)"/g)) {
        const text = await (await fetch(`${platform.baseUrl}${String(path)}/html`)).text();
        const token = /\/dashboard\/[\w-]+#([\w.-]+)/.exec(text)?.[1];
        if (token !== undefined) return token;
      }
      return undefined;
    });
  }

  const values = () => spelled(secrets);

  it('was planted, of every kind', () => {
    expect(Object.keys(secrets).sort()).toEqual(
      [
        ...['cardNumber', 'cardToken', 'createdKey', 'cvv', 'devKey', 'linkInMail', 'ownSecret', 'password', 'prodKey'],
        ...['readOnlyKey', 'recoveryCodes', 'rolledKey', 'rotatedSecret', 'sessionCookie', 'taxId', 'totpSecret'],
        'webhookSecret',
      ].sort(),
    );
    for (const [name, texts] of Object.entries(secrets)) {
      expect([name, texts.length > 0 && texts.every((text) => text.length >= 8)]).toEqual([name, true]);
    }
  });

  it(
    'is in no row of any database',
    async () => {
      expect([...(await searchDatabases(platform, [values()]))].sort()).toEqual(allowedInDatabases);
    },
    testTimeoutMs,
  );

  it(
    'is in no message of any topic',
    async () => {
      expect([...(await searchTopics(prefix, [values()]))]).toEqual([]);
    },
    testTimeoutMs,
  );

  it('is in no key of Redis', async () => {
    const canary = `canary ${String(secrets['devKey'])}`;
    expect([...(await searchRedis(platform, [values()], canary))]).toEqual(['redis: devKey']);
    expect([...(await searchRedis(platform, [values()]))]).toEqual([]);
  });

  it('is in no log', () => {
    expect([...searchLogs(platform, [values()])]).toEqual([]);
  });

  it('is in no span', async () => {
    await waitFor('spans of every service', () =>
      Promise.resolve(new Set(collector.spans.map(({ service }) => service)).size === serviceNames.length),
    );
    const told = collector.spans.flatMap((span) => foundIn(JSON.stringify(span), values()));
    expect(told).toEqual([]);
  });

  it(
    'would be found: the search sees what is there on purpose, the hash of a key',
    async () => {
      const hash = createHash('sha256').update(platform.demo.devKey).digest('hex');
      const found = await searchDatabases(platform, [spelled({ hash: [hash] })]);
      expect([...found]).toEqual(['gateway.api_keys: hash']);
    },
    testTimeoutMs,
  );
});

/** What is in a database in the clear, with why it may be. */
const allowedInDatabases: readonly string[] = [];
