import { everyTenant, type PageRequest, type Tenant } from '@pitanga/core';
import { connect } from '@pitanga/database';
import { createMetrics } from '@pitanga/runtime';
import { aTenant, silentLog, testClock, testDatabase, testIds, waitFor, type TestDatabase } from '@pitanga/testing';
import type { LoggedRequest, RequestLogFilter } from '../src/request-log/request-log';
import { insertRequests, listRequests, turnRequestLog } from '../src/request-log/request-log-repository';
import { startRequestLog } from '../src/request-log/request-log-writer';
import { v1Operations } from './v1-operations';
import { v2Operations } from './v2-operations';
import { caller, wholeApi } from './whole-api';

const clock = testClock(new Date());
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('gateway');
});
afterAll(() => database.close());

const startLog = (more: { db?: TestDatabase['db']; waitingMax?: number } = {}) => {
  const metrics = createMetrics();
  const options = { db: database.db, clock, ids: testIds, log: silentLog, metrics, flushEveryMs: 10, ...more };
  return { log: startRequestLog(options), metrics };
};

function anEntry(tenant: Tenant, more: Partial<LoggedRequest> = {}): LoggedRequest {
  const createdAt = more.createdAt ?? clock.real();
  return {
    tenant,
    id: testIds.next('requestLog', createdAt),
    requestId: testIds.next('request', createdAt),
    actor: { kind: 'KEY', id: 'key_1' },
    method: 'GET',
    route: '/v2/customers/list',
    status: 200,
    code: undefined,
    durationMs: 3,
    query: undefined,
    body: undefined,
    createdAt,
    ...more,
  };
}

const idsOf = async (tenant: Tenant, filter: RequestLogFilter, page: PageRequest = { limit: 100 }, scanMax = 20_000) =>
  (await listRequests(database.db, tenant, page, filter, scanMax)).items.map(({ id }) => id);

const rowsOf = async (tenant: Tenant) =>
  (await database.db('request_log').where({ store_id: tenant.storeId }).orderBy('id')) as Record<string, unknown>[];

describe('the request log', () => {
  it('has every request with a caller, as it was answered, and none without', async () => {
    const { log } = startLog();
    const api = await wholeApi({ requestLog: log });
    api.answering({ 'customers.listCustomers': { customers: [], page: undefined } });
    await api.get('/v2/customers/list?limit=5');
    await api.post('/v2/customers/create', { email: 'no e-mail', name: 'Ana' });
    await api.get('/v2/customers/list', 'unknown key');
    await api.get('/v2/nowhere');
    await api.post('/v1/customer/create', {}, 'powerless');
    const forbidden = await waitFor('the last request', async () => {
      const rows: Record<string, unknown>[] = await database.db('request_log').where({ route: '/v1/customer/create' });
      return rows.length > 0 && rows;
    });
    await log.stop();
    // Within a millisecond the order of ids is random.
    const [refused, listed, ...others] = (await rowsOf(caller.tenant)).sort(
      (a, b) => Number(b['status']) - Number(a['status']),
    );
    expect(others).toEqual([]);
    expect(listed).toMatchObject({
      method: 'GET',
      route: '/v2/customers/list',
      status: 200,
      code: null,
      query: '{"limit":5}',
      body: null,
      actor_kind: 'KEY',
      actor_id: caller.actor.id,
      dev_mode: true,
    });
    expect(refused).toMatchObject({ status: 400, code: 'INVALID_ARGUMENT', body: '{"email":"***","name":"***"}' });
    expect(forbidden).toMatchObject([{ status: 403, code: 'PERMISSION_MISSING' }]);
    await api.app.close();
  });

  it('has no personal data and no secret, whatever field of whatever operation they are sent in', async () => {
    const { log } = startLog();
    const api = await wholeApi({ requestLog: log });
    const marks = ['Ana Souza', 'ana@example.com', '123.456.789-09', '12345678909', '4242424242424242', 'pit_dev_k3y'];
    const mark = marks.join(' ');
    for (const { call, body, key, answers } of [...v1Operations, ...v2Operations]) {
      const [method, url = ''] = call.split(' ');
      const path = url.replace(/\?.*/, '');
      const query = new URLSearchParams(
        [...new URL(url, 'http://x').searchParams.keys()].map((name): [string, string] => [name, mark]),
      );
      query.append('ana@example.com', mark);
      for (const input of [body, marked(body ?? {}, mark)]) {
        api.answering(answers);
        if (method === 'POST') await api.post(`${path}?${query.toString()}`, input, key);
        else await api.get(`${path}?${query.toString()}`, key);
      }
    }
    await log.stop();
    await api.app.close();
    const { rows } = await database.db.raw<{ rows: { text: string }[] }>(
      'select request_log::text as text from request_log',
    );
    expect(rows.length).toBeGreaterThan(200);
    const leaks = [...marks, 'Souza', 'ana@', '98765', 'example.com', 'Avenida', 'shown-once'];
    expect(rows.filter(({ text }) => leaks.some((leak) => text.includes(leak)))).toEqual([]);
    // It does log what they were about.
    expect(rows.some(({ text }) => text.includes('taxId'))).toBe(true);
  });

  it('drops and counts what waits for a database that is away, and no request waits for it', async () => {
    const away = connect({ url: 'postgres://127.0.0.1:1/none', applicationName: 'test', acquireTimeoutMs: 200 });
    const { log, metrics } = startLog({ db: away, waitingMax: 10 });
    const tenant = aTenant();
    for (let n = 0; n < 25; n += 1) log.add(anEntry(tenant));
    expect(await metrics.getSingleMetricAsString('pitanga_request_log_dropped_total')).toContain(' 15');
    await log.stop();
    expect(await metrics.getSingleMetricAsString('pitanga_request_log_dropped_total')).toContain(' 25');
    await away.destroy();
  });

  it('writes everything that came while the database was slow, in batches', async () => {
    const { log } = startLog();
    const tenant = aTenant();
    for (let n = 0; n < 1_203; n += 1) log.add(anEntry(tenant));
    await waitFor('the entries', async () => (await rowsOf(tenant)).length === 1_203);
    await log.stop();
  });
});

describe('the list of requests', () => {
  const tenant = aTenant();
  const kinds = [
    { method: 'POST', route: '/v2/customers/create', status: 400, code: 'INVALID_ARGUMENT' },
    { method: 'GET', route: '/v2/customers/list', status: 200, actor: { kind: 'USER', id: 'user_1' } as const },
    { method: 'POST', route: '/v2/refunds/create', status: 404 },
  ];
  let entries: LoggedRequest[];
  beforeAll(async () => {
    entries = Array.from({ length: 30 }, (_, n) => {
      clock.advance(1);
      return anEntry(tenant, kinds[n % 3]);
    }).reverse();
    await insertRequests(database.db, entries);
  });

  const filters: [RequestLogFilter, (entry: LoggedRequest) => boolean][] = [
    [{}, () => true],
    [{ method: 'POST' }, ({ method }) => method === 'POST'],
    [{ route: '/v2/customers/create' }, ({ route }) => route === '/v2/customers/create'],
    [{ status: 404 }, ({ status }) => status === 404],
    [{ statusClass: 4 }, ({ status }) => status >= 400],
    [{ actorId: 'user_1' }, ({ actor }) => actor.id === 'user_1'],
    [{ method: 'POST', statusClass: 2 }, () => false],
    [{ dashboardReads: false }, ({ actor, method }) => actor.kind !== 'USER' || method !== 'GET'],
    [{ dashboardReads: true }, () => true],
  ];

  it.each(filters)(
    'filters by %j, page by page, also where a page scans fewer entries than it has',
    async (filter, is) => {
      const expected = entries.filter(is).map(({ id }) => id);
      expect(await idsOf(tenant, filter)).toEqual(expected);
      for (const scanMax of [7, 20_000]) {
        const seen: string[] = [];
        let after: string | undefined;
        for (;;) {
          const page = await listRequests(database.db, tenant, { limit: 4, after }, filter, scanMax);
          seen.push(...page.items.map(({ id }) => id));
          after = page.next;
          expect(page.hasMore).toBe(after !== undefined);
          if (after === undefined) break;
        }
        expect(seen).toEqual(expected);
      }
    },
  );

  it('ends where the dates asked for end, however many entries lie beyond them', async () => {
    const own = aTenant();
    const hourMs = 3_600_000;
    const at = (hours: number) => new Date(clock.real().getTime() + hours * hourMs);
    const around = [-3, -2, 0, 2, 3].flatMap((hours) => Array.from({ length: 10 }, () => hours));
    await insertRequests(
      database.db,
      around.map((hours) => anEntry(own, { createdAt: at(hours) })),
    );
    const all = (await listRequests(database.db, own, { limit: 100 }, {})).items;
    const range = { limit: 5, createdFrom: at(-1), createdTo: at(1) };
    const inVain = { status: 404 };
    const first = await listRequests(database.db, own, range, inVain, 12);
    expect(first).toEqual({ items: [], hasMore: false, next: undefined, before: undefined });
    const back = { ...range, before: all.at(25)?.id };
    expect(await listRequests(database.db, own, back, inVain, 7)).toMatchObject({ items: [], before: undefined });
    // A range with more entries than one page scans still continues.
    const narrow = await listRequests(database.db, own, range, inVain, 7);
    expect(narrow).toMatchObject({ items: [], hasMore: true, next: all.at(26)?.id });
    const rest = await listRequests(database.db, own, { ...range, after: narrow.next }, inVain, 7);
    expect(rest).toMatchObject({ items: [], hasMore: false, next: undefined });
  });

  it('finds a request by its id, and nothing of another store or environment', async () => {
    const [entry] = entries;
    expect(await idsOf(tenant, { requestId: entry?.requestId })).toEqual([entry?.id]);
    for (const other of [aTenant(), { ...tenant, devMode: !tenant.devMode }]) {
      expect(await idsOf(other, { requestId: entry?.requestId })).toEqual([]);
      expect(await idsOf(other, {})).toEqual([]);
      await expect(idsOf(other, {}, { limit: 5, after: entry?.id })).rejects.toMatchObject({
        kind: 'INVALID_ARGUMENT',
      });
    }
  });

  it('keeps 30 days: whole days are dropped, and what had no partition is deleted', async () => {
    const own = aTenant();
    const dayMs = 86_400_000;
    const now = clock.real();
    const at = (days: number) => new Date(now.getTime() + days * dayMs);
    const [old, today, later] = [-40, 0, 20].map((days) => anEntry(own, { createdAt: at(days) }));
    await insertRequests(database.db, [old!, today!, later!]);
    await turnRequestLog(database.db, everyTenant, now);
    expect(await idsOf(own, {})).toEqual([later!.id, today!.id]);
    expect(await turnRequestLog(database.db, everyTenant, at(32))).toBeGreaterThan(0);
    expect(await idsOf(own, {})).toEqual([later!.id]);
  });
});

/** The same fields with the mark as every text and name of metadata, and one field more. */
function marked(value: unknown, mark: string): object {
  const replace = (one: unknown): unknown => {
    if (typeof one === 'string') return mark;
    if (Array.isArray(one)) return one.map(replace);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, field]) => [name, replace(field)]));
  };
  return { ...(replace(value) as object), [mark]: mark, metadata: { [mark]: mark } };
}
