import { copyBetweenStandIns, type Row } from './copy-stand-ins';

/** What no store of Pitanga says in the place of one at AbacatePay; the move itself is tested in apps/e2e. */
describe('the copy from AbacatePay', () => {
  const { serve, copy, all } = copyBetweenStandIns();

  it('finishes a coupon that an earlier run left active, and changes no other', async () => {
    const coupon = { discountKind: 'PERCENTAGE', discount: 1000 };
    const source = await all(
      { ...coupon, code: 'PARADO', status: 'INACTIVE' },
      { ...coupon, code: 'OUTRO', status: 'INACTIVE', discount: 500 },
      { ...coupon, code: 'ATIVO', status: 'ACTIVE' },
    );
    const here = new Map<unknown, Row>([
      ['OUTRO', { ...coupon, status: 'ACTIVE' }],
      ['ATIVO', { ...coupon, status: 'INACTIVE' }],
    ]);
    let mayToggle = false;
    const target = await serve(({ path, id, body }) => {
      if (path === 'coupons/get') return here.has(id) ? [200, here.get(id)] : [404, null];
      if (path === 'coupons/toggle' && !mayToggle) return [400, null];
      if (path === 'coupons/create') here.set(body['code'], { ...body, status: 'ACTIVE' });
      else here.set(body['id'], { ...here.get(body['id']), status: 'INACTIVE' });
      return [200, body];
    });
    const statuses = () => ['PARADO', 'OUTRO', 'ATIVO'].map((code) => here.get(code)?.['status']);

    expect((await copy(source, target, '--only', 'coupons')).said).toMatch(/not copied +PARADO/);
    expect(statuses()).toEqual(['ACTIVE', 'ACTIVE', 'INACTIVE']);
    mayToggle = true;
    expect((await copy(source, target, '--only', 'coupons', '--dry-run')).said).toMatch(/would copy +PARADO/);
    expect(statuses()).toEqual(['ACTIVE', 'ACTIVE', 'INACTIVE']);
    const { code, said } = await copy(source, target, '--only', 'coupons');
    expect([code, said]).toEqual([1, expect.stringMatching(/copied +PARADO\n.*differs +OUTRO .*\n.*differs +ATIVO /)]);
    expect(statuses()).toEqual(['INACTIVE', 'ACTIVE', 'INACTIVE']);
    expect((await copy(source, target, '--only', 'coupons')).said).toMatch(/already there +PARADO/);
  });

  it('copies the validity of a coupon that is still to be used, without a start that has passed', async () => {
    const coupon = { discountKind: 'PERCENTAGE', discount: 1000, status: 'ACTIVE' };
    const [past, later, last] = [-1, 1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const source = await all(
      { ...coupon, code: 'FUTURO', startsAt: later, expiresAt: last },
      { ...coupon, code: 'CORRENTE', startsAt: past, expiresAt: last },
      { ...coupon, code: 'VENCIDO', status: 'EXPIRED', expiresAt: past },
    );
    const target = await serve(({ path, body }) => (path === 'coupons/get' ? [404, null] : [200, body]));
    expect((await copy(source, target, '--only', 'coupons')).said).toMatch(/not copied +VENCIDO +\(it has ended\)/);
    const created = target.calls.filter(({ path }) => path === 'coupons/create').map(({ body }) => body);
    expect(created).toMatchObject([
      { code: 'FUTURO', startsAt: later, expiresAt: last },
      { code: 'CORRENTE', expiresAt: last },
    ]);
    expect(created[1]).not.toHaveProperty('startsAt');
  });

  it.each([
    ['none', () => null],
    ['the same one', () => 'cupom_1'],
    ['two in turn', (page: number) => `cupom_${page % 2}`],
  ])('ends where a list has more and says after %s', async (_, nextOf) => {
    let page = 0;
    const source = await serve(() => [200, [], { hasMore: true, next: nextOf((page += 1)) }]);
    const { code, said } = await copy(source, await all(), '--only', 'coupons');
    expect([code, said]).toEqual([2, `${source.url} has more of coupons/list, and does not say where\n`]);
  });

  it('copies a product without a trial, of which the other side says 0 days', async () => {
    const product = { externalId: 'clube', name: 'Clube', price: 5990, cycle: 'MONTHLY' };
    const source = await all({ ...product, id: 'prod_1', trialDays: 0 });
    const target = await serve(({ path, body }) => (path === 'products/get' ? [404, null] : [200, body]));
    expect((await copy(source, target, '--only', 'products')).code).toBe(0);
    expect(target.calls.at(-1)).toMatchObject({ path: 'products/create', body: product });
    expect(target.calls.at(-1)?.body).not.toHaveProperty('trialDays');
  });

  it('makes a webhook disabled, with a new secret that it says once, and takes it for the same afterwards', async () => {
    const webhook = { id: 'webh_1', name: 'Loja', devMode: true };
    const source = await all(
      {
        ...webhook,
        endpoint: 'https://shop.example/hook?webhookSecret=antigo&loja=1',
        events: ['checkout.completed', 'moon.full'],
      },
      { ...webhook, endpoint: 'https://shop.example/***', events: ['checkout.completed'] },
      { ...webhook, endpoint: 'https://shop.example/v1', events: ['billing.paid'] },
    );
    const here: Row[] = [];
    const valid = ['checkout.completed', 'billing.paid'];
    const target = await serve(({ path, body }) => {
      if (path === 'webhooks/list') return [200, here, { hasMore: false }];
      const events = body['events'] as string[];
      if (events.some((event) => !valid.includes(event)))
        return [400, null, undefined, `Unknown; valid events of a v2 webhook: ${valid.join(', ')}`];
      const id = `webh_${String(here.length)}`;
      here.push({ id, endpoint: String(body['endpoint']).replace('loja=1', 'loja=***'), events });
      return [200, { ...body, id, secret: `whsec_${id}` }];
    });
    expect((await copy(source, target, '--only', 'webhooks', '--dry-run')).said).toContain('2 would copy');
    expect(here).toEqual([]);
    const first = await copy(source, target, '--only', 'webhooks');
    expect(first.said).toMatch(
      /copied +Loja {2}https:\S+\?loja=1 +\(without the events moon\.full, which are none here\)/,
    );
    expect(first.said).toMatch(/whsec_webh_0[^]*whsec_webh_1/);
    expect(first.said).toMatch(/not copied +Loja .*\*\*\* +\(the API does not show its whole address\)/);
    const sent = target.calls.filter(({ path }) => path !== 'webhooks/list');
    // One call each, and one more without the unknown event: no event can be sent between two of them.
    expect(sent.map(({ path, body }) => [path, body['status']])).toEqual(
      Array.from({ length: 3 }, () => ['webhooks/create', 'DISABLED']),
    );
    expect(sent.map(({ body }) => [body['endpoint'], body['v2']])).toEqual(
      expect.arrayContaining([
        ['https://shop.example/hook?loja=1', true],
        ['https://shop.example/v1', false],
      ]),
    );
    expect(JSON.stringify(sent)).not.toContain('antigo');
    const again = await copy(source, target, '--only', 'webhooks');
    expect(again.said).toContain('1 differs, 1 not copied, 1 already there');
    expect(again.said).not.toContain('whsec_');
  });
});
