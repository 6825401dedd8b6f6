import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { saoPauloDay } from '@pitanga/core';
import { freePort, testTimeoutMs, waitFor } from '@pitanga/testing';
import type { Demo } from '@pitanga/tools';
import { aCpf, clientOf, type Client } from './api';
import { follow } from './guides/follower';
import { readPage } from './guides/pages';
import { anotherStore } from './other-store';
import { findInMail } from './sent-mail';
import { usePlatform } from './use-platform';

const program = join(__dirname, '../../docs/public/copy-from-abacatepay.mjs');

type Row = Readonly<Record<string, unknown>>;

/**
 * A store of Pitanga in the place of one at AbacatePay, whose v2 API is the same. Before it stands a server that adds to
 * its lists what only the other side has, and is away for the first request.
 */
async function standIn(demo: Demo, extra: Readonly<Record<string, readonly Row[]>>): Promise<Server & { url: string }> {
  const port = await freePort();
  let isAway = true;
  const server = createServer((request, response) => {
    if (isAway) {
      isAway = false;
      response.writeHead(503, { 'retry-after': '1' }).end('{}');
      return;
    }
    const { pathname } = new URL(request.url ?? '', demo.baseUrl);
    const headers = { authorization: request.headers.authorization ?? '' };
    void fetch(demo.baseUrl + String(request.url), { headers }).then(async (answer) => {
      const body = (await answer.json()) as { data: unknown; pagination?: { hasMore: boolean } };
      const added = body.pagination?.hasMore === false ? (extra[pathname] ?? []) : [];
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...body, data: Array.isArray(body.data) ? [...body.data, ...added] : body.data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(server, { url: `http://127.0.0.1:${String(port)}` });
}

describe('moving a store from AbacatePay', () => {
  const platform = usePlatform();
  let here: Client;
  let target: Demo;
  let source: Server & { url: string };
  let subscription: Row;
  const taxId = aCpf();

  beforeAll(async () => {
    target = await anotherStore(platform);
    here = clientOf(target);
    await fill();
    source = await standIn(platform.demo, {
      '/v2/products/list': [
        { id: 'prod_p', externalId: 'quadro', name: 'Quadro', price: 9900, imageUrl: 'http://192.0.2.1/quadro.png' },
        { id: 'prod_d', externalId: 'caneca', name: 'Caneca', price: 3900, currency: 'USD' },
      ],
      '/v2/customers/list': [
        { id: 'cust_m', email: 'masked@example.com', taxId: '123.***.***-**' },
        { id: 'cust_n', email: '', name: 'Sem e-mail' },
      ],
    });
  }, 3 * testTimeoutMs);
  afterAll(() => source.close());

  async function make(path: string, body: Row): Promise<Row> {
    const answer = await platform.api.post(`/v2/${path}`, body);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json.data as Row;
  }

  /** More products than a page, two customers of one e-mail, and a coupon in each state. */
  async function fill(): Promise<void> {
    for (let n = 0; n < 101; n += 1)
      await make('products/create', { externalId: `livro-${n}`, name: 'Livro', price: 4900 });
    const plan = {
      externalId: 'clube',
      name: 'Clube',
      description: 'Um livro',
      price: 5990,
      cycle: 'MONTHLY',
      trialDays: 7,
    };
    await make('products/create', plan);
    await make('customers/create', { email: 'ana@example.com', name: 'Ana', taxId, metadata: { vip: true } });
    for (const name of ['Bia', 'Bento']) await make('customers/create', { email: 'casa@example.com', name });
    const coupon = { discountKind: 'PERCENTAGE', discount: 1000 };
    await make('coupons/create', { ...coupon, code: 'DEZ', notes: 'Lançamento', maxRedeems: 3 });
    await make('coupons/create', { ...coupon, code: 'PARADO' });
    await make('coupons/toggle', { id: 'PARADO' });
    await make('coupons/create', { ...coupon, code: 'GASTO', maxRedeems: 1 });
    for (const code of ['DEZ', 'GASTO']) await redeem(code);
    await make('webhooks/create', {
      name: 'Loja',
      endpoint: 'http://127.0.0.1:9/hook',
      events: ['checkout.completed'],
    });
    await subscribe();
  }

  /** Ana has a trial of seven days of the plan. */
  async function subscribe(): Promise<void> {
    const { id: customerId } = (await platform.api.get(`/v2/customers/get?taxId=${taxId}`)).json.data;
    const { id } = await make('subscriptions/create', { items: [{ id: 'clube' }], customerId });
    await make('subscriptions/checkouts/simulate-payment', { id });
    subscription = (await platform.api.get(`/v2/subscriptions/list?checkoutId=${String(id)}`)).json.data[0];
  }

  async function redeem(code: string): Promise<void> {
    const product = (await platform.api.get('/v2/products/get?externalId=livro-0')).json.data;
    const checkout = await make('checkouts/create', { items: [{ id: product.id, quantity: 1 }], coupons: [code] });
    await make(`checkouts/simulate-payment?id=${String(checkout['id'])}`, { coupons: [code] });
  }

  interface Run {
    readonly code: number;
    readonly lines: readonly string[];
    readonly error: string;
  }
  function run(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Run> {
    const own = { ABACATEPAY_URL: source.url, ABACATEPAY_KEY: platform.demo.devKey, PITANGA_URL: target.baseUrl };
    return new Promise((resolve) => {
      execFile(process.execPath, [program, ...args], { env: { ...own, ...env } }, (failure, stdout, stderr) => {
        resolve({ code: Number(failure?.code ?? 0), lines: stdout.trim().split('\n'), error: stderr.trim() });
      });
    });
  }
  const copy = (...args: string[]): Promise<Run> => run({ PITANGA_KEY: target.devKey }, ...args);
  const listed = async (path: string): Promise<Row[]> => (await here.get(`/v2/${path}/list`)).json.data as Row[];

  it('says first what it would do, and writes nothing', async () => {
    const { code, lines } = await copy('--dry-run');
    expect(code).toBe(1);
    // Both simulated payments have made a customer of their payer, who gave no e-mail.
    expect(lines.at(-1)).toBe(
      'Nothing was written. products: 103 would copy, 1 not copied; ' +
        'customers: 3 not copied, 4 would copy; coupons: 1 not copied, 2 would copy; ' +
        'webhooks: 1 would copy; subscriptions: 1 would copy',
    );
    expect(await Promise.all(['products', 'customers', 'coupons'].map(listed))).toEqual([[], [], []]);
  });

  it('copies everything that the other store can say, once', async () => {
    const first = await copy();
    expect([first.code, first.error]).toEqual([1, '']);
    expect(first.lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^product +copied +quadro {2}\(without its picture .*could not be downloaded\)$/),
        expect.stringMatching(/^product +not copied +caneca {2}\(its currency is USD\)$/),
        expect.stringMatching(/^customer +copied +cust_m {2}\(without its tax id, which is masked there\)$/),
        expect.stringMatching(/^customer +not copied +cust_n {2}\(it has no e-mail, which is mandatory\)$/),
        expect.stringMatching(/^coupon +not copied +GASTO {2}\(it is used up\)$/),
      ]),
    );
    const before = await Promise.all(['products', 'customers', 'coupons'].map(listed));

    const again = await copy();
    expect(again.lines.filter((line) => / (copied|differs) /.test(line.replace('not copied', '')))).toEqual([]);
    expect(await Promise.all(['products', 'customers', 'coupons'].map(listed))).toEqual(before);
  });

  it('copies their fields', async () => {
    const plan = (await here.get('/v2/products/get?externalId=clube')).json.data;
    expect(plan).toMatchObject({ name: 'Clube', description: 'Um livro', price: 5990, cycle: 'MONTHLY', trialDays: 7 });
    const ana = (await here.get(`/v2/customers/get?taxId=${taxId}`)).json.data;
    expect(ana).toMatchObject({
      name: 'Ana',
      email: 'ana@example.com',
      metadata: { vip: true, abacatepayId: expect.stringMatching(/^cust_/) },
    });
    const household = (await here.get('/v2/customers/list?email=casa@example.com')).json.data as Row[];
    expect(household.map(({ name }) => name).sort()).toEqual(['Bento', 'Bia']);
    expect((await listed('coupons')).map(({ code, status, maxRedeems }) => [code, status, maxRedeems])).toEqual(
      expect.arrayContaining([
        ['DEZ', 'ACTIVE', 2],
        ['PARADO', 'INACTIVE', -1],
      ]),
    );
  });

  it('copies the webhook disabled, and the subscription as an offer that charges nothing before its next charge', async () => {
    expect((await listed('webhooks')).map(({ name, status }) => [name, status])).toEqual([['Loja', 'DISABLED']]);
    const externalId = `abacatepay-${String(subscription['id'])}`;
    const offered = (await here.get(`/v2/subscriptions/checkouts/get?externalId=${externalId}`)).json.data;
    const day = saoPauloDay(new Date(String(subscription['nextChargeAt'])));
    expect(offered).toMatchObject({ status: 'PENDING', dueDate: day, amount: 5990 });
    const mailed = async () => (await copy('--only', 'subscriptions', '--mail')).lines.join();
    expect([await mailed(), await mailed()]).toEqual([
      expect.stringContaining('mailed to ana@example.com'),
      expect.stringContaining('its customer was mailed before'),
    ]);
    const link = new RegExp(`/pay/(${String(offered.id)})`);
    await waitFor('the mail', () => findInMail(platform.baseUrl, 'ana@example.com', link));
    expect((await here.post('/v2/subscriptions/checkouts/simulate-payment', { id: offered.id })).status).toBe(200);
    const [taken] = (await here.get(`/v2/subscriptions/list?checkoutId=${String(offered.id)}`)).json.data as Row[];
    expect([taken?.['status'], saoPauloDay(new Date(String(taken?.['nextChargeAt'])))]).toEqual(['ACTIVE', day]);
    const { code, lines } = await copy('--only', 'subscriptions');
    expect([code, lines[0]]).toEqual([1, expect.stringContaining('taken here: cancel it there before')]);
  });

  it('changes nothing that is there, and says where it differs', async () => {
    const { id } = (await here.get('/v2/products/get?externalId=clube')).json.data;
    expect((await here.post('/v2/products/update', { id, price: 6990 })).status).toBe(200);
    const { code, lines } = await copy('--only', 'products');
    expect(code).toBe(1);
    expect(lines).toContainEqual(expect.stringMatching(/differs +clube {2}\(price 5990 there, 6990 here\)$/));
    expect((await here.get('/v2/products/get?externalId=clube')).json.data.price).toBe(6990);
  });

  it('ends at once where it may not or should not go on', async () => {
    const runs = await Promise.all([
      run({ PITANGA_KEY: target.prodKey }),
      run({ PITANGA_KEY: target.readOnlyKey, ABACATEPAY_KEY: 'abc_dev_wrong' }),
      run({ PITANGA_KEY: platform.demo.devKey }),
      run({}),
      run({ PITANGA_KEY: target.devKey }, '--only', 'charges'),
    ]);
    expect(runs.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
    expect(runs.map(({ error }) => error)).toEqual([
      expect.stringContaining('test records would become real'),
      expect.stringMatching(/products\/list: .*key/),
      expect.stringContaining('both keys are the same'),
      expect.stringContaining('PITANGA_KEY is missing'),
      expect.stringContaining('and not charges'),
    ]);
    expect((await here.get('/v2/products/list', { key: target.prodKey })).json.data).toEqual([]);
  });

  it('leads a reader of the guide through the move', async () => {
    const [from, to] = await Promise.all([anotherStore(platform), anotherStore(platform)]);
    const product = { externalId: 'curso', name: 'Curso', price: 19_900 };
    expect((await clientOf(from).post('/v2/products/create', product)).status).toBe(200);
    const page = readPage('guides/abacatepay', 'pt');
    if (page === undefined) throw new Error('there is no guide of the move');
    const { reasons } = await follow(page, {
      PITANGA_URL: to.baseUrl,
      PITANGA_KEY: to.devKey,
      ABACATEPAY_URL: from.baseUrl,
      ABACATEPAY_KEY: from.devKey,
    });
    expect(reasons).toEqual([]);
    expect((await clientOf(to).get('/v2/products/get?externalId=curso')).json.data).toMatchObject(product);
  });
});
