import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { testIds, testInfra, waitFor, testTimeoutMs } from '@pitanga/testing';
import { startPlatform, type Platform } from '@pitanga/tools';
import { aCpf, clientOf, type Answer, type Client } from './api';
import { subscribe } from './subscribe';

const run = promisify(execFile);
const root = join(__dirname, '..', '..', '..');
const runner = join(root, 'tools', 'bin', 'run.cjs');
const dayMs = 86_400_000;

/** What the API answers, looked into freely. */
type Json = Answer['json'];

/** A row of an analyst's answer, numbers as numbers. */
type Row = Readonly<Record<string, string | number | boolean | null>>;

/** docs/analytics.md, done by a machine: what the history says is what the API says. */
describe('an analyst who has nothing but the history without personal data', () => {
  const prefix = `an${testIds.token(6).toLowerCase()}-`;
  const folder = mkdtempSync(join(tmpdir(), 'pitanga-analytics-'));
  let platform: Platform;
  let api: Client;
  let duckdb: DuckDBConnection;

  const ok = async (path: string, body: object): Promise<Json> => {
    const answer = await api.post(path, body);
    expect([path, answer.status, answer.json.error]).toEqual([path, 200, null]);
    return answer.json.data;
  };
  const pix = async (amount: number): Promise<string> => (await ok('/v2/transparents/create', { data: { amount } })).id;
  const pay = (id: string) => ok('/v2/transparents/simulate-payment', { id });
  const storeNow = async (): Promise<Date> => new Date((await api.get('/v2/test-clock/get')).json.data.now);
  const advance = async (days: number): Promise<void> => {
    await ok('/v2/test-clock/advance', { to: new Date((await storeNow()).getTime() + days * dayMs).toISOString() });
  };
  const saoPauloDay = (days: number): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date(Date.now() + days * dayMs));
  /** To half past ten in the evening of São Paulo, when it is the next day already in UTC. */
  const untilLate = async (): Promise<void> => {
    const late = new Date((await storeNow()).getTime() + dayMs);
    late.setUTCHours(1, 30, 0, 0);
    await ok('/v2/test-clock/advance', { to: late.toISOString() });
  };
  const plan = async (price: number, cycle: string, more: object = {}): Promise<string> =>
    (await ok('/v2/products/create', { externalId: `plan-${aCpf()}`, name: 'Plano', price, cycle, ...more })).id;
  const subscribed = async (productId: string, quantity = 1): Promise<string> =>
    (await subscribe(api, { productId, quantity })).id;
  const sql = (file: string): string => readFileSync(join(root, 'docs', 'analytics', file), 'utf8');
  const command = async (...args: readonly string[]): Promise<string> => {
    const options = { env: { ...process.env, PITANGA_DATA: dirname(platform.logs) }, maxBuffer: 256 * 1024 * 1024 };
    const { stdout } = await run(process.execPath, [runner, ...args, '--prefix', prefix], options);
    return stdout;
  };
  const exported = (): Promise<string> => command('history', '--folder', join(folder, 'history'));
  const query = async (file: string): Promise<readonly Row[]> => {
    const rows = (await duckdb.runAndReadAll(sql(file))).getRowObjectsJson();
    const mine = rows.filter(({ store_id, dev_mode }) => store_id === platform.demo.storeId && dev_mode === true);
    // Integers of 64 bits come as text.
    const numeric = (value: unknown): unknown =>
      typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    return mine.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, numeric(value)])),
    ) as readonly Row[];
  };

  beforeAll(async () => {
    platform = await startPlatform({ infra: testInfra(), prefix });
    api = clientOf(platform.demo, { timeoutMs: 5 * testTimeoutMs });
    await aBusinessYear();
    await exported();
    duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    await duckdb.run(`set file_search_path = '${folder}'`);
    // Twice: what is there already is not added again.
    for (let times = 0; times < 2; times += 1) await duckdb.run(sql('load.sql'));
  }, 5 * testTimeoutMs);
  afterAll(async () => {
    await platform.stop();
    duckdb.closeSync();
    rmSync(folder, { recursive: true, force: true });
  }, 2 * testTimeoutMs);

  async function aBusinessYear(): Promise<void> {
    const back = await pix(12_345);
    await pay(back);
    await pay(await pix(500_000));
    await pix(77_777);
    const customer = { name: 'Ana', cellphone: '11987654321', email: 'ana@example.com', taxId: aCpf() };
    await pay((await ok('/v2/transparents/create', { method: 'BOLETO', data: { amount: 33_333, customer } })).id);
    const code = `DEZ${aCpf()}`;
    await ok('/v2/coupons/create', { code, discountKind: 'PERCENTAGE', discount: 1_000, maxRedeems: -1 });
    await subscribed(await plan(3_333, 'WEEKLY'), 3);
    await subscribed(await plan(9_990, 'ANNUALLY'), 1);
    await subscribed(await plan(5_000, 'MONTHLY', { trialDays: 7 }));
    const changed = await subscribed(await plan(4_999, 'MONTHLY'));
    const ended = await subscribed(await plan(2_000, 'QUARTERLY'));
    await advance(19);
    // A first part of the history, and the rest at the end.
    await exported();
    await untilLate();
    await pay(await pix(4_321));
    await ok('/v2/subscriptions/change-plan', { id: changed, productId: await plan(70_001, 'SEMIANNUALLY') });
    await ok('/v2/subscriptions/cancel', { id: ended });
    await subscribed(await plan(8_000, 'MONTHLY', { trialDays: 30 }));
    // A part, and then the rest.
    for (const part of [{ amount: 345 }, {}]) {
      await ok('/v2/transparents/refund', { id: back, ...part });
      await waitFor('the refund', async () => {
        const [refund] = (await api.get(`/v2/refunds/list?originalId=${back}`)).json.data;
        return refund?.status === 'COMPLETE';
      });
    }
    // Answers when every fact before it has been seen by everybody, and so is on its topic.
    await advance(25);
  }

  it('knows the net revenue of every day of São Paulo by method', async () => {
    const rows = await query('revenue-by-day.sql');
    const { data } = (await api.get(`/v2/public-mrr/revenue?startDate=${saoPauloDay(-1)}&endDate=${saoPauloDay(50)}`))
      .json;
    const days = Map.groupBy(rows, (row) => String(row['day']));
    const byDay = [...days].map(([name, methods]) => {
      const sum = (column: string): number => methods.reduce((total, row) => total + Number(row[column]), 0);
      return [name, { amount: sum('net_cents'), count: sum('payments') }];
    });
    expect(Object.fromEntries(byDay)).toEqual(data.transactionsPerDay);
    expect(Object.keys(data.transactionsPerDay).length).toBeGreaterThan(5);
    expect(new Set(rows.map(({ method }) => method))).toEqual(new Set(['PIX', 'BOLETO', 'CARD']));
    expect(rows.reduce((total, row) => total + Number(row['net_cents']), 0)).toBe(data.totalRevenue);
  });

  it('knows the recurring revenue and the active subscriptions of today', async () => {
    const { data } = (await api.get('/v2/public-mrr/mrr')).json;
    expect(await query('mrr.sql')).toMatchObject([
      { mrr_cents: data.mrr, active_subscriptions: data.totalActiveSubscriptions },
    ]);
    // 9 999 × 52 and 9 990 × 1 and 5 000 × 12 and 70 001 × 2, twelfths; the last trial is not over.
    expect(data).toEqual({
      mrr: Math.floor((519_948 + 9_990 + 60_000 + 140_002 + 6) / 12),
      totalActiveSubscriptions: 5,
    });
  });

  it('knows what payments cost and how much of them went back, by month', async () => {
    const rows = await query('fees-by-month.sql');
    const total = (column: string): number => rows.reduce((sum, row) => sum + Number(row[column]), 0);
    const lines = async (kind: string): Promise<Json[]> => {
      const { data, pagination } = (await api.get(`/v2/bank-statement/list?kind=${kind}&limit=100`)).json;
      expect(pagination.hasMore).toBe(false);
      return data;
    };
    const movements = (entries: readonly Json[], kind: string): number =>
      entries
        .flatMap((entry): { kind: string; amount: number }[] => entry.movements)
        .reduce((sum, move) => (move.kind === kind ? sum + move.amount : sum), 0);
    const payments = await lines('PAYMENT');
    expect(rows.length).toBeGreaterThan(1);
    expect(total('paid_cents')).toBe(movements(payments, 'DEPOSIT'));
    expect(total('fees_cents')).toBe(movements(payments, 'WITHDRAW'));
    expect(total('refunded_cents')).toBe(movements(await lines('REFUND'), 'WITHDRAW'));
    expect(rows[0]).toMatchObject({ refund_percent: expect.anything(), fee_percent: expect.anything() });
  });

  it('knows what came in of each day, its fees and refunds, as the store is told', async () => {
    const sums = await duckdb.runAndReadAll(`
      select
        day::varchar as day,
        coalesce(sum(cents) filter (not is_refund), 0)::integer as amount,
        coalesce(sum(fee_cents) filter (not is_refund), 0)::integer as "platformFee",
        coalesce(sum(cents) filter (is_refund), 0)::integer as "refundedAmount"
      from money where dev_mode and store_id = '${platform.demo.storeId ?? ''}' group by all order by all`);
    const range = `startDate=${saoPauloDay(-1)}&endDate=${saoPauloDay(60)}`;
    const { days } = (await api.get(`/v2/revenue/received?${range}`)).json.data;
    expect(sums.getRowObjectsJson()).toEqual(
      days.map(({ day, amount, platformFee, refundedAmount }: Json) => ({ day, amount, platformFee, refundedAmount })),
    );
    expect(days.length).toBeGreaterThan(5);
  });

  it('adds what came since the export from Kafka, as public, and nothing twice', async () => {
    const count = async (): Promise<Json> =>
      (await duckdb.runAndReadAll('select count(*)::integer as events from events')).getRowObjectsJson()[0]?.['events'];
    const before = await count();
    const text = await command('events', '--json', '--public');
    writeFileSync(join(folder, 'events.ndjson'), text + text);
    await duckdb.run(sql('live.sql'));
    expect(await count()).toBe(before);
    await pay(await pix(1_234));
    await advance(1);
    writeFileSync(join(folder, 'events.ndjson'), await command('events', '--json', '--public'));
    await duckdb.run(sql('live.sql'));
    expect(await count()).toBeGreaterThan(before);
    const { data } = (await api.get('/v2/public-mrr/mrr')).json;
    expect(await query('mrr.sql')).toMatchObject([{ mrr_cents: data.mrr }]);
  });

  it('has nobody: no name, no e-mail, no tax id', async () => {
    const { events } = (
      await duckdb.runAndReadAll(`select string_agg(data::varchar) as events from events`)
    ).getRowObjectsJson()[0] as { events: string };
    expect(events).toContain('amountCents');
    expect(events.match(/"Ana"|ana@|\*\*\*/)?.[0]).toBeUndefined();
  });
});
