import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyBetweenStandIns, type Row } from './copy-stand-ins';

describe('the copy of a subscription from AbacatePay', () => {
  const { serve, copy } = copyBetweenStandIns();
  const nextChargeAt = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const subscription = {
    ...{ id: 'subs_1', status: 'ACTIVE', method: 'CARD', amount: 9900, checkoutId: 'bill_there' },
    ...{ customerId: 'cust_1', nextChargeAt, trialDays: null, retryPolicy: { maxRetry: 2, retryEvery: 3 } },
  };
  const plan = { id: 'prod_1', externalId: 'clube', price: 9900, cycle: 'MONTHLY' };
  const payer = { id: 'cust_1', email: 'ana@example.com', taxId: '52998224725' };

  const sourceOf = (...rows: Row[]) =>
    serve(({ path }) => {
      if (path === 'subscriptions/list') return [200, rows, { hasMore: false }];
      if (path === 'checkouts/get') return [200, { items: [{ id: 'prod_1', quantity: 1 }] }];
      if (path === 'products/get') return [200, plan];
      return path === 'customers/get' ? [200, payer] : [404, null];
    });
  /** A store that has the product and the customer, and what was offered here. */
  async function targetWith(over: Record<string, unknown> = {}, mailed = (): Row => ({})) {
    const state: { offered: Row | null; subscriptions: Row[] } = { offered: null, subscriptions: [] };
    const server = await serve(({ path, body }) => {
      if (path === 'products/get') return [200, { ...plan, id: 'prod_here', ...over }];
      if (path === 'customers/get') return [200, { ...payer, id: 'cust_here' }];
      if (path === 'subscriptions/list') return [200, state.subscriptions, { hasMore: false }];
      if (path === 'subscriptions/checkouts/get') return state.offered === null ? [404, null] : [200, state.offered];
      if (path === 'subscriptions/checkouts/send') return [200, mailed()];
      if (path === 'subscriptions/checkouts/delete') state.offered = null;
      if (path === 'subscriptions/create')
        state.offered = {
          ...body,
          id: 'bill_1',
          status: 'PENDING',
          dueDate: body['firstChargeDate'],
          url: 'http://pay',
        };
      return [200, state.offered ?? {}];
    });
    const made = () => server.calls.filter(({ path }) => path === 'subscriptions/create').map(({ body }) => body);
    return { ...server, state, made };
  }
  const move = (source: { url: string }, target: { url: string }, ...args: string[]) =>
    copy(source, target, '--only', 'subscriptions', ...args);

  it('offers its customer one that charges nothing before the next charge there, once', async () => {
    const [source, target] = [await sourceOf(subscription), await targetWith()];
    expect((await move(source, target, '--dry-run')).said).toContain('1 would copy');
    expect(target.made()).toEqual([]);
    const first = await move(source, target);
    expect([first.code, first.said]).toEqual([
      0,
      expect.stringMatching(/copied +subs_1\n +send this .*: http:\/\/pay\n/),
    ]);
    const [body] = target.made();
    expect(body).toMatchObject({
      externalId: 'abacatepay-subs_1',
      items: [{ id: 'prod_here', quantity: 1 }],
      customerId: 'cust_here',
      methods: ['CARD', 'PIX'],
      retryPolicy: { maxRetry: 2, retryEvery: 3 },
      metadata: { abacatepayId: 'subs_1' },
    });
    const saoPaulo = new Date(new Date(nextChargeAt).getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
    expect(body?.['firstChargeDate']).toBe(saoPaulo);
    const again = await move(source, target);
    expect([again.said, target.made()]).toEqual([
      expect.stringMatching(/already there +subs_1\n.*http:\/\/pay/),
      [body],
    ]);
  });

  it('asks its customer by mail where that is wanted, also one of an earlier run, and says what became of it', async () => {
    const outcomes = ['QUEUED', 'SENT_BEFORE', 'LIMIT_REACHED'];
    const [source, target] = [await sourceOf(subscription), await targetWith({}, () => ({ mail: outcomes.shift() }))];
    const sent = () =>
      target.calls.filter(({ path }) => path === 'subscriptions/checkouts/send').map(({ body }) => body);
    await move(source, target);
    await move(source, target, '--mail', '--dry-run');
    expect(sent()).toEqual([]);
    for (const said of ['mailed to ana@example.com', 'its customer was mailed before', 'not mailed: 1000 were'])
      expect((await move(source, target, '--mail')).said).toContain(said);
    expect(sent()).toEqual(Array.from({ length: 3 }, () => ({ id: 'bill_1' })));
  });

  it('offers it anew when the charge there has moved, and never one that was taken, which it tells to end there', async () => {
    const [source, target] = [await sourceOf(subscription), await targetWith()];
    await move(source, target);
    target.state.offered = { ...target.state.offered, dueDate: '2026-01-31' };
    expect((await move(source, target)).said).toMatch(/ copied +subs_1/);
    expect(target.made()).toHaveLength(2);
    target.state.offered = { ...target.state.offered, dueDate: '2026-01-31', status: 'PAID' };
    target.state.subscriptions = [{ status: 'ACTIVE' }];
    const { code, said } = await move(source, target);
    expect([code, said]).toEqual([1, expect.stringMatching(/differs +subs_1 +\(taken here: cancel it there before/)]);
    expect(target.made()).toHaveLength(2);
  });

  it.each([
    ['of another price here', {}, { price: 10_900 }, 'it costs 9900 MONTHLY there, 10900 MONTHLY here'],
    ['that is paused', { pausedAt: nextChargeAt }, {}, 'it is paused there'],
    ['that ends', { cancelAt: nextChargeAt }, {}, 'it ends there on'],
    ['that is due', { nextChargeAt: '2026-01-01T12:00:00Z' }, {}, 'its charge of 2026-01-01 is still to be made there'],
  ])('offers none %s', async (_, over, product, why) => {
    const target = await targetWith(product);
    const { code, said } = await move(await sourceOf({ ...subscription, ...over }), target);
    expect([code, said, target.made()]).toEqual([1, expect.stringContaining(`(${why}`), []]);
  });

  it('leaves out one that was cancelled there, and takes the methods that the store has', async () => {
    const source = await sourceOf({ ...subscription, id: 'subs_0', status: 'CANCELLED' }, subscription);
    const made: unknown[] = [];
    const target = await targetWith();
    const card = await serve((call) => {
      if (call.path === 'subscriptions/create') {
        made.push(call.body['methods']);
        if ((call.body['methods'] as string[]).includes('PIX'))
          return [400, null, undefined, 'No.', 'NO_AUTOMATIC_PIX'];
        return [200, { url: 'http://pay' }];
      }
      if (call.path === 'subscriptions/checkouts/get') return [404, null];
      return [200, call.path === 'products/get' ? { ...plan, id: 'prod_here' } : { ...payer, id: 'cust_here' }];
    });
    const links = join(mkdtempSync(join(tmpdir(), 'pitanga-links-')), 'links.csv');
    const { said } = await move(source, card, '--links', links);
    expect([said.includes('subs_0'), made, target.made()]).toEqual([false, [['CARD', 'PIX'], ['CARD']], []]);
    expect(readFileSync(links, 'utf8')).toMatch(
      /^subscription,.*\nsubs_1,cust_here,ana@example\.com,\d{4}-\d\d-\d\d,http:\/\/pay\n$/,
    );
  });
});
