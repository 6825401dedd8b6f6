import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { testIds, testInfra, testTimeoutMs, waitFor, webhookReceiver, type WebhookReceiver } from '@pitanga/testing';
import { createManagingKey, serviceNames, startPlatform, type Platform } from '@pitanga/tools';
import { aCpf, clientOf, type Answer, type Client } from './api';
import {
  auditEntries,
  commands,
  documentedRemains,
  searchDatabases,
  searchHistory,
  searchLogs,
  searchRedis,
  searchTopics,
} from './personal-data-search';
import { askInPortal } from './customer-portal';
import { aPerson, foundIn, spellings } from './planted-person';
import { subscribe } from './subscribe';

type Json = Answer['json'];

const run = promisify(execFile);

const events = [
  ...['completed', 'refunded', 'disputed', 'lost'].flatMap((what) => [`checkout.${what}`, `transparent.${what}`]),
  ...['completed', 'renewed', 'cancelled'].map((what) => `subscription.${what}`),
  'transfer.completed',
];

/** docs/personal-data.md, held against a whole platform: what is exported, and what an erasure leaves. */
describe('a person and their rights', () => {
  const prefix = `pd${testIds.token(6).toLowerCase()}-`;
  /** A customer, and somebody who pays without being one. */
  const ana = aPerson('Anacleta');
  const payer = aPerson('Zebedeu');
  const [ofAna, ofPayer] = [spellings(ana), spellings(payer)];
  let platform: Platform;
  let api: Client;
  let receiver: WebhookReceiver;
  let customerId: string;
  let subscriptionId: string;

  beforeAll(async () => {
    // The most that services can be made to write.
    const env = Object.fromEntries(serviceNames.map((name) => [name, { LOG_LEVEL: 'trace' }]));
    platform = await startPlatform({ infra: testInfra(), prefix, env });
    api = clientOf(platform.demo);
    receiver = await webhookReceiver();
    await ok('/v2/webhooks/create', { name: 'all', endpoint: receiver.url, events });
    await ok('/v2/webhooks/create', { name: 'v1', endpoint: receiver.url, events: ['billing.paid'], v2: false });
    await aSubscription();
    // Its deliveries wait for their next attempt while the erasure goes over them.
    await ok('/v2/webhooks/create', { name: 'dead', endpoint: 'http://127.0.0.1:9/nobody', events });
    await everything();
  }, 3 * testTimeoutMs);
  afterAll(async () => {
    await platform.stop();
    await receiver.close();
  }, 2 * testTimeoutMs);

  const ok = async (path: string, body: object, options = {}): Promise<Json> => {
    const answer = await api.post(path, body, options);
    expect([path, answer.status, answer.json.error]).toEqual([path, 200, null]);
    return answer.json.data;
  };
  const pay = (id: string, who: { name: string; taxId: string }) => {
    const keyed = { headers: { 'idempotency-key': `pay-${id}` } };
    return ok('/v2/transparents/simulate-payment', { id, payer: { name: who.name, taxId: who.taxId } }, keyed);
  };
  const customer = { name: ana.name, email: ana.email, taxId: ana.taxId, cellphone: ana.cellphone };
  const charge = async (method: string, data: object): Promise<string> =>
    (await ok('/v2/transparents/create', { method, data })).id;

  /** With its first renewal, a month later. */
  async function aSubscription(): Promise<void> {
    const record = { ...customer, zipCode: ana.zipCode, metadata: { nick: ana.nick } };
    const keyed = { headers: { 'idempotency-key': 'create-ana' } };
    customerId = (await ok('/v2/customers/create', record, keyed)).id;
    const plan = { externalId: `plan-${aCpf()}`, name: 'Plano', price: 5_000, cycle: 'MONTHLY' };
    const productId = (await ok('/v2/products/create', plan)).id;
    const more = { checkout: { customerId, methods: ['CARD'] }, payment: { cardNumber: '4242424242424242' } };
    const { id, createdAt } = await subscribe(api, { productId, ...more });
    subscriptionId = id;
    await ok('/v2/test-clock/advance', { to: new Date(Date.parse(createdAt) + 32 * 86_400_000).toISOString() });
  }

  /** Every other way by which data of a person comes in. */
  async function everything(): Promise<void> {
    const payOne = async (data: object) => pay(await charge('PIX', data), payer);
    const paid = [payOne({ amount: 600_000, customer }), payOne({ amount: 2_000 })];
    const sales = [checkoutWithCoupon(), boletoWithRefund(), disputedCard(), portalWithRequest()];
    await Promise.all([...paid, ...sales, namedInRequests()]);
    await waitFor('the balance', async () => (await api.get('/v2/store/get')).json.data.balance.available > 500_000);
    const sent = { externalId: `out-${aCpf()}`, amount: 5_000, pixKey: ana.taxId, pixKeyType: 'CPF' };
    await ok('/v2/pix/send', sent);
    // Once every service has all of it, nothing comes later that an erasure could meet by chance.
    const wanted = ['transparent.lost', 'transparent.refunded', 'subscription.renewed', 'transfer.completed'];
    await waitFor('every webhook', () => Promise.resolve(wanted.every(told)));
  }

  const told = (event: string): boolean => receiver.seen.some(({ body }) => body.includes(`"${event}"`));

  async function checkoutWithCoupon(): Promise<void> {
    const externalId = `item-${aCpf()}`;
    await ok('/v2/products/create', { externalId, name: 'Livro', price: 3_333 });
    const code = `CUPOM${aCpf()}`;
    await ok('/v2/coupons/create', { code, discountKind: 'PERCENTAGE', discount: 1_000, maxRedeems: 2 });
    const body = { items: [{ id: externalId, quantity: 1 }], methods: ['PIX'], customerId, coupons: [code] };
    const { id } = await ok('/v2/checkouts/create', body);
    await ok('/v2/checkouts/simulate-payment', { id, coupons: [code] });
  }

  /** The customer says there who they are. */
  async function portalWithRequest(): Promise<void> {
    const reason = `Sou ${ana.nick}`;
    await askInPortal(ok, { id: customerId, email: ana.email }, reason);
    const asked = (await api.get(`/v2/refund-requests/list?customerId=${customerId}`)).json.data;
    expect(asked).toMatchObject([{ status: 'OPEN', reason }]);
  }

  async function boletoWithRefund(): Promise<void> {
    const id = await charge('BOLETO', { amount: 12_345, customer });
    await pay(id, ana);
    await waitFor('its webhook', () => Promise.resolve(receiver.seen.some(({ body }) => body.includes(id))));
    await ok('/v2/transparents/refund', { id, pixKey: ana.email, pixKeyType: 'EMAIL' });
    await waitFor('the refund', async () => {
      const [refund] = (await api.get(`/v2/refunds/list?originalId=${id}`)).json.data;
      return refund?.status === 'COMPLETE';
    });
  }

  async function disputedCard(): Promise<void> {
    const card = { number: '5555555555554444', expMonth: 12, expYear: 2035, cvv: '739', holderName: ana.cardHolder };
    const cardToken = (await ok('/v2/card-tokens', card, { key: platform.demo.publicKey })).id;
    const id = await charge('CARD', { amount: 9_000, cardToken, customer });
    const dispute = (outcome: string) => ok('/v2/transparents/simulate-dispute', { id, outcome });
    await dispute('opened');
    const [opened] = (await api.get(`/v2/disputes/list?chargeId=${id}`)).json.data;
    const customerCommunication = `${ana.name} <${ana.email}>, ${ana.nick}`;
    await ok('/v2/disputes/answer', { id: opened.id, evidence: { customerCommunication }, submit: false });
    await dispute('lost');
  }

  /** In URLs, in bodies that are refused, and as somebody who signs in: for the logs and the request log. */
  async function namedInRequests(): Promise<void> {
    for (const [name, value] of Object.entries({ taxId: ana.taxId, email: ana.email, name: ana.name })) {
      const list = await api.get(`/v2/customers/list?${name}=${encodeURIComponent(value)}`);
      expect([name, list.status, list.json.data?.length]).toEqual([name, 200, 1]);
    }
    const refused = [
      await api.get(`/v2/customers/export?taxId=${ana.taxId}`),
      await api.post('/v2/customers/create', { ...customer, email: ana.nick }),
      await api.post('/v2/customers/create', { ...customer, taxId: ana.email }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
    const key = await createManagingKey(platform.wiring, platform.demo, ['MEMBER:CREATE']);
    await ok('/v2/members/invite', { email: ana.email, role: 'VIEWER' }, { key });
  }

  const exported = async (body: object, key = platform.demo.devKey): Promise<Answer> =>
    api.post('/v2/customers/export', body, { key });
  const erase = (body: object) => ok('/v2/customers/erase', body);
  /** Of both at once, because everything is read. */
  const held = async () => {
    const both = [ofAna, ofPayer];
    const searches = [searchDatabases(platform, both), searchTopics(prefix, both), searchRedis(platform, both)];
    return [...(await Promise.all(searches)).flatMap((found) => [...found]), ...searchLogs(platform, both)];
  };
  /** Only what the documentation says may be found, and where a consumer is still at work, that is waited for. */
  const erased = (values: typeof ofAna) =>
    waitFor('the erasure in every database', async () => {
      const found = [...(await searchDatabases(platform, [values]))].filter((finding) => !remains.has(finding));
      if (found.length > 0) throw new Error(`still there: ${found.join(', ')}`);
      return true;
    });
  const remains = documentedRemains();

  it('exports everything: each value, from each service', async () => {
    const { text, json, status } = await waitFor('every service', async () => {
      const answer = await exported({ id: customerId });
      return answer.json.data.records.payoutsReceived && answer;
    });
    expect(status).toBe(200);
    expect(foundIn(text, ofAna)).toEqual([...ofAna.keys()]);
    // The payer of one of her charges is in her copy as its payer.
    expect(foundIn(text, ofPayer)).toEqual(['name', 'maskedTaxId']);
    const { records, customerIds } = json.data;
    expect(customerIds).toEqual([customerId]);
    expect(Object.keys(records)).toEqual([
      'customers',
      'checkouts',
      'charges',
      'refunds',
      'disputes',
      'disputeAnswers',
      'cards',
      'paymentAgreements',
      'customerPortals',
      'refundRequests',
      'couponRedemptions',
      'subscriptions',
      'subscriptionCycles',
      'statementEntries',
      'payoutsReceived',
      'webhookDeliveries',
      'mails',
      'events',
    ]);
    expect(records.charges).toHaveLength(7);
    expect((await exported({ taxId: ana.taxId })).json.data.records).toEqual(records);
  });

  it('exports a payer who is no customer, and says of nobody that nothing is held', async () => {
    const { json, text } = await exported({ taxId: payer.taxId });
    expect(json.data.customerIds).toEqual([]);
    expect(json.data.records.charges.map(({ payerName }: Json) => payerName)).toEqual([payer.name, payer.name]);
    expect(json.data.records.webhookDeliveries.length).toBeGreaterThan(0);
    expect(foundIn(text, ofPayer)).toEqual(['name', 'maskedTaxId']);
    expect(foundIn(text, ofAna)).toEqual([]);
    const { prodKey: key } = platform.demo;
    for (const body of [{ taxId: aCpf() }, { id: 'cust_000000000000000000000000' }]) {
      expect((await exported(body)).status).toBe(404);
    }
    expect((await api.get(`/v2/customers/export?id=${customerId}`, { key })).status).toBe(404);
    expect((await exported({ taxId: ana.taxId }, key)).status).toBe(404);
  });

  it('exports to an operator by a command what it exports by the API', async () => {
    const args = ['export', '--store', platform.demo.storeId ?? '', '--env', 'dev', '--id', customerId];
    const env = { ...process.env, PITANGA_DATA: dirname(platform.logs) };
    const { stdout } = await run(process.execPath, [commands, 'customers', ...args], { env });
    const { records } = (await exported({ id: customerId })).json.data;
    expect((JSON.parse(stdout) as { records: object }).records).toEqual(records);
  });

  it('finds what it searches for before anything is erased', async () => {
    const found = await searchDatabases(platform, [ofAna]);
    expect([...found]).toEqual(
      expect.arrayContaining([
        'billing.customers: name',
        'billing.cards: cardHolder',
        'billing.charges: name',
        'ledger.statement_entries: email',
        'subscriptions.last_payments: name',
        'webhooks.delivery_bodies: name',
      ]),
    );
    expect([...(await searchRedis(platform, [ofAna], ana.email))]).toEqual(['redis: email']);
  });

  it(
    'tells analysts of nobody, in a history that no erasure changes',
    async () => {
      expect([...(await searchHistory(prefix, [ofAna, ofPayer]))]).toEqual([]);
    },
    2 * testTimeoutMs,
  );

  it('erases a payer and leaves the customer of the same charge', async () => {
    expect(await erase({ taxId: payer.taxId })).toMatchObject({ customerIds: [], waitsFor: [] });
    await erased(ofPayer);
    expect((await exported({ taxId: payer.taxId })).status).toBe(404);
    expect(foundIn((await exported({ id: customerId })).text, ofAna)).toEqual([...ofAna.keys()]);
    expect(await erase({ taxId: payer.taxId })).toEqual({ customerIds: [], requestedAt: null, waitsFor: [] });
  });

  it(
    'erases a customer from every database, and leaves only what is documented, there and in topics and logs',
    async () => {
      const first = await erase({ id: customerId });
      expect(first).toMatchObject({ customerIds: [customerId], waitsFor: ['SUBSCRIPTION'] });
      await ok('/v2/subscriptions/cancel', { id: subscriptionId });
      const again = await erase({ id: customerId });
      expect(again).toEqual({ ...first, waitsFor: [] });
      await erased(ofAna);
      const left = new Set(await held());
      expect([...left].filter((finding) => !remains.has(finding))).toEqual([]);
      // What the page says that stays is really there: it says nothing out of caution.
      expect([...remains].filter((finding) => !left.has(finding))).toEqual([]);
    },
    testTimeoutMs,
  );

  it('keeps amounts and ids, and leaves audit entries without personal data', async () => {
    const { records } = (await exported({ id: customerId })).json.data;
    expect(records.charges.map(({ amountCents }: Json) => amountCents).sort((a: number, b: number) => a - b)).toEqual([
      2_500, 3_000, 5_000, 5_000, 9_000, 12_345, 600_000,
    ]);
    expect(records.customers).toMatchObject([{ id: customerId, deletedAt: expect.any(String) }]);
    const entries = await auditEntries(platform);
    expect(entries.filter(({ action }) => action === 'person.erasure_requested')).toMatchObject([
      { target_type: 'PAYER', target_id: expect.stringMatching(/^payer_[0-9A-Za-z]{24}$/) },
      { target_type: 'CUSTOMER', target_id: customerId },
      { target_type: 'CUSTOMER', target_id: customerId },
    ]);
    const exports = entries.filter(({ action }) => action === 'person.exported');
    expect(new Set(exports.map(({ actor_kind: kind }) => kind))).toEqual(new Set(['KEY', 'OPERATOR']));
  });
});
