import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';

const program = join(__dirname, '../public/copy-from-abacatepay.mjs');

type Row = Readonly<Record<string, unknown>>;
interface Call {
  readonly path: string;
  readonly id: string | null;
  readonly body: Row;
}
/** An answer: a status below 300 has `data`, any other is refused. */
type Answer = readonly [status: number, data: unknown, pagination?: Row];

/** What no store of Pitanga says in the place of one at AbacatePay; the move itself is tested in apps/e2e. */
describe('the copy from AbacatePay', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  async function serve(answer: (call: Call) => Answer): Promise<{ url: string; calls: Call[] }> {
    const calls: Call[] = [];
    const server = createServer((request, response) => {
      void textOf(request).then((text) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
        const path = pathname.replace('/v2/', '');
        const call = { path, id: searchParams.get('id'), body: (text === '' ? {} : JSON.parse(text)) as Row };
        calls.push(call);
        const [status, data, pagination] = answer(call);
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ data, pagination, ...(status >= 300 && { error: 'No.', code: 'INVALID_BODY' }) }),
        );
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, calls };
  }

  interface Run {
    readonly code: number;
    readonly said: string;
  }
  function copy(source: { url: string }, target: { url: string }, ...args: string[]): Promise<Run> {
    const env = { ABACATEPAY_URL: source.url, ABACATEPAY_KEY: 'a', PITANGA_URL: target.url, PITANGA_KEY: 'pit_dev_1' };
    return new Promise((resolve) => {
      execFile(process.execPath, [program, ...args], { env, timeout: 30_000 }, (failure, stdout, stderr) => {
        resolve({ code: failure === null ? 0 : Number(failure.code), said: stdout + stderr });
      });
    });
  }
  const all = (...rows: Row[]) => serve(() => [200, rows, { hasMore: false, next: null }]);

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
});
