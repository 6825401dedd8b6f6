import { Webhook } from 'standardwebhooks';
import { waitFor, webhookReceiver, type WebhookReceiver, testTimeoutMs } from '@pitanga/testing';
import type { SharedPlatform } from '@pitanga/tools';
import { aCpf, clientOf, type Client } from './api';
import { joinPlatform } from './use-platform';

const secret = 'a-secret-of-more-than-thirty-two-characters';
const v2Events = ['transparent.completed', 'checkout.completed'];

describe('from an API key to a delivered webhook', () => {
  let platform: SharedPlatform;
  let api: Client;
  let receiver: WebhookReceiver;
  let v1Receiver: WebhookReceiver;

  beforeAll(async () => {
    platform = await joinPlatform();
    api = clientOf(platform.demo);
    receiver = await webhookReceiver();
    v1Receiver = await webhookReceiver();
    const hook = await api.post('/v2/webhooks/create', {
      name: 'v2',
      endpoint: receiver.url,
      secret,
      events: v2Events,
    });
    expect(hook.status).toBe(200);
    await api.post('/v2/webhooks/create', {
      name: 'v1',
      endpoint: v1Receiver.url,
      events: ['billing.paid'],
      v2: false,
    });
  }, 2 * testTimeoutMs);
  afterAll(async () => {
    await receiver.close();
    await v1Receiver.close();
  }, 2 * testTimeoutMs);

  const available = async (): Promise<number> => (await api.get('/v2/store/get')).json.data.balance.available;
  const eventFor = (id: string) =>
    waitFor('the webhook', () =>
      Promise.resolve(
        receiver.seen.map((seen) => ({ seen, body: JSON.parse(seen.body) })).find(({ seen }) => seen.body.includes(id)),
      ),
    );

  it('collects a Pix charge: paid once, in the balance, on the statement, delivered signed', async () => {
    const before = await available();
    const created = await api.post('/v2/transparents/create', {
      method: 'PIX',
      data: { amount: 12_345, description: 'Livro' },
    });
    expect(created.json).toMatchObject({
      success: true,
      error: null,
      data: { status: 'PENDING', receiptUrl: null, platformFee: 80 },
    });
    const { id, brCode, brCodeBase64 } = created.json.data;
    expect(brCode).toMatch(/^000201/);
    expect(Buffer.from(brCodeBase64.split(',')[1], 'base64').subarray(1, 4).toString()).toBe('PNG');

    const paid = await api.post(`/v2/transparents/simulate-payment?id=${id}`);
    expect(paid.json.data).toMatchObject({ status: 'PAID', paidAmount: 12_345, platformFee: 80 });
    expect(paid.json.data.receiptUrl).toMatch(/^http/);
    expect((await api.get(`/v2/transparents/check?id=${id}`)).json.data.status).toBe('PAID');

    const { seen, body } = await eventFor(id);
    expect(body).toMatchObject({
      event: 'transparent.completed',
      apiVersion: 2,
      devMode: true,
      data: { transparent: { id, status: 'PAID' } },
    });
    expect(body.id).toMatch(/^log_/);
    const headers = Object.fromEntries(Object.entries(seen.headers).map(([name, value]) => [name, String(value)]));
    const verifier = new Webhook(Buffer.from(secret).toString('base64'));
    expect(() => verifier.verify(seen.body, headers)).not.toThrow();
    expect(() => verifier.verify(`${seen.body} `, headers)).toThrow();

    await waitFor('the balance', async () => (await available()) === before + 12_345 - 80);
    const statement = await api.get('/v2/bank-statement/list?limit=1');
    expect(statement.json.data[0]).toMatchObject({
      kind: 'PAYMENT',
      status: 'COMPLETE',
      chargeId: id,
      movements: [
        { amount: 12_345, kind: 'DEPOSIT', balanceEffect: 'credit' },
        { amount: 80, kind: 'WITHDRAW', balanceEffect: 'debit' },
      ],
    });
    const receipt = await fetch(paid.json.data.receiptUrl as string);
    expect(receipt.status).toBe(200);
    expect(await receipt.text()).toContain('123,45');
  });

  it('gives a v1 Pix QR code and its payment the v1 shape, and shows the same charge in v2', async () => {
    const created = await api.post('/v1/pixQrCode/create', {
      amount: 500,
      expiresIn: 3600,
      description: 'x'.repeat(60),
    });
    expect(created.json).not.toHaveProperty('success');
    expect(created.headers.get('sunset')).toBe('Wed, 01 Mar 2028 00:00:00 GMT');
    const { id } = created.json.data;
    expect((await api.get(`/v1/pixQrCode/check?id=${id}`)).json).toMatchObject({
      error: null,
      data: { status: 'PENDING' },
    });
    const paid = await api.post(`/v1/pixQrCode/simulate-payment?id=${id}`, { metadata: { z: 1, a: '1.0' } });
    expect(paid.json.data).toMatchObject({ id, status: 'PAID' });
    expect((await api.get(`/v2/transparents/get?id=${id}`)).json.data.status).toBe('PAID');
    const body = await waitFor('the v1 webhook', () =>
      Promise.resolve(
        v1Receiver.seen.map((seen) => JSON.parse(seen.body)).find(({ data }) => data.pixQrCode?.id === id),
      ),
    );
    expect(body).toMatchObject({
      event: 'billing.paid',
      devMode: true,
      data: { payment: { amount: 500, fee: 80, method: 'PIX' } },
    });
    expect(body).not.toHaveProperty('apiVersion');
  });

  it('sells products in a checkout to an existing customer', async () => {
    const customer = await api.post('/v2/customers/create', {
      email: 'ana@example.com',
      name: 'Ana',
      cellphone: '11987654321',
      taxId: aCpf(),
    });
    const product = await api.post('/v2/products/create', {
      externalId: `book-${Date.now()}`,
      name: 'Livro',
      price: 2_500,
      currency: 'BRL',
    });
    const created = await api.post('/v2/checkouts/create', {
      items: [{ id: product.json.data.id, quantity: 2 }],
      customerId: customer.json.data.id,
      methods: ['PIX'],
      metadata: { order: 7 },
    });
    expect(created.json.data).toMatchObject({
      amount: 5_000,
      status: 'PENDING',
      platformFee: 0,
      metadata: { order: 7 },
    });
    const { id, url } = created.json.data;
    const page = await fetch(url as string);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('50,00');

    expect((await api.post(`/v2/checkouts/simulate-payment?id=${id}`)).json.data.status).toBe('PAID');
    const got = await api.get(`/v2/checkouts/get?id=${id}`);
    expect(got.json.data).toMatchObject({
      status: 'PAID',
      paidAmount: 5_000,
      platformFee: 80,
      payments: [{ method: 'PIX', amount: 5_000, status: 'PAID' }],
    });
    expect((await api.get('/v2/checkouts/list?limit=1')).json.data[0].id).toBe(id);
    const { body } = await eventFor(id);
    expect(body).toMatchObject({
      event: 'checkout.completed',
      data: { checkout: { id, status: 'PAID' }, customer: { name: 'Ana' } },
    });
    expect(body.data.customer.taxId).toMatch(/^\d{3}\.\*\*\*\.\*\*\*-\*\*$/);
    expect((await api.post(`/v2/checkouts/simulate-payment?id=${id}`)).status).toBe(400);
  });

  it('creates and lists v1 billings over the same core', async () => {
    const created = await api.post('/v1/billing/create', {
      frequency: 'ONE_TIME',
      methods: ['PIX'],
      products: [{ externalId: `v1-${Date.now()}`, name: 'Curso', description: 'Aula', quantity: 1, price: 9_900 }],
      returnUrl: 'https://example.com/back',
      completionUrl: 'https://example.com/done',
      customer: { name: 'Bia', cellphone: '11987654321', email: 'bia@example.com', taxId: aCpf() },
    });
    expect(created.json).toMatchObject({
      error: null,
      data: { amount: 9_900, status: 'PENDING', frequency: 'ONE_TIME' },
    });
    const list = await api.get('/v1/billing/list');
    expect(list.json.data[0].id).toBe(created.json.data.id);
  });

  it('answers a repeated Idempotency-Key with the stored answer and refuses another body', async () => {
    const headers = { 'idempotency-key': `key-${Date.now()}` };
    const body = { method: 'PIX', data: { amount: 1_000 } };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.post('/v2/transparents/create', body, { headers })),
    );
    const ok = answers.filter(({ status }) => status === 200);
    expect(new Set(ok.map(({ json }) => json.data.id)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(ok.filter(({ headers: h }) => h.get('idempotent-replayed') === 'true')).toHaveLength(ok.length - 1);
    const other = await api.post('/v2/transparents/create', { method: 'PIX', data: { amount: 1_001 } }, { headers });
    expect(other.status).toBe(422);
  });

  it('pages a list without a gap or a repeat while it grows', async () => {
    const created: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      created.unshift(
        (await api.post('/v2/transparents/create', { method: 'PIX', data: { amount: 2_000 + index } })).json.data.id,
      );
    }
    const first = await api.get('/v2/transparents/list?limit=2');
    expect(first.json.pagination).toMatchObject({ hasMore: true, before: null });
    await api.post('/v2/transparents/create', { method: 'PIX', data: { amount: 3_000 } });
    const second = await api.get(`/v2/transparents/list?limit=2&after=${first.json.pagination.next}`);
    const back = await api.get(`/v2/transparents/list?limit=2&before=${second.json.pagination.before}`);
    const ids = (answer: typeof first): string[] => answer.json.data.map(({ id }: { id: string }) => id);
    expect([...ids(first), ...ids(second)]).toEqual(created.slice(0, 4));
    expect(ids(back)).toEqual(ids(first));
  });

  it('keeps environments and permissions apart', async () => {
    const { prodKey, readOnlyKey } = platform.demo;
    const customer = await api.post('/v2/customers/create', { email: 'c@example.com' });
    const path = `/v2/customers/get?id=${customer.json.data.id}`;
    const foreign = await api.get(path, { key: prodKey });
    const absent = await api.get('/v2/customers/get?id=cust_000000000000000000000000', { key: prodKey });
    expect(foreign.status).toBe(404);
    expect(foreign.json).toEqual(absent.json);
    expect((await api.get(path, { key: readOnlyKey })).status).toBe(200);
    const refused = await api.post('/v2/customers/create', { email: 'x@example.com' }, { key: readOnlyKey });
    expect(refused.status).toBe(403);
    expect(refused.json).toMatchObject({ data: null, success: false });
    expect(refused.json.error).toContain('CUSTOMER:CREATE');
    const noProvider = await api.post(
      '/v2/transparents/create',
      { method: 'PIX', data: { amount: 1_000 } },
      { key: prodKey },
    );
    expect(noProvider.status).toBe(503);
    expect(noProvider.json.error).toBe('Provider for PIX is not configured for this store');
    expect((await api.get('/v2/transparents/list', { key: prodKey })).json.data).toEqual([]);
  });
});
