import { createMetrics, type Stalls } from '@pitanga/runtime';
import { types } from 'pg';
import { freshDatabase, type FreshDatabase } from '../test/fresh-database';
import { connect, type Tx } from './connect';
import { inTransaction } from './transaction';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

async function valueOf(sql: string): Promise<unknown> {
  const { rows } = await database.db.raw<{ rows: { value: unknown }[] }>(`select ${sql} as value`);
  return rows[0]?.value;
}

describe('connect', () => {
  it('reads bigint as a number and refuses what a number cannot hold', async () => {
    expect(await valueOf('9007199254740991::bigint')).toBe(Number.MAX_SAFE_INTEGER);
    expect(await valueOf('array[1, null, -9007199254740991]::bigint[]')).toEqual([1, null, -Number.MAX_SAFE_INTEGER]);
    await expect(valueOf('9007199254740992::bigint')).rejects.toThrow('bigint out of the safe range');
    await expect(valueOf('array[9007199254740993]::bigint[]')).rejects.toThrow('bigint out of the safe range');
  });

  it('keeps json as the exact text it was given', async () => {
    const text = '{"b": 1.50, "a":1,  "a":"\\u00e7"}';
    const { rows } = await database.db.raw<{ rows: { value: unknown }[] }>('select ?::json as value', [text]);
    expect(rows[0]?.value).toBe(text);
    expect(await valueOf(`'{"a": 1}'::jsonb`)).toEqual({ a: 1 });
  });

  it('reads timestamptz as an instant and date as a calendar day', async () => {
    expect(await valueOf(`'2026-11-20 12:00:00.123-03'::timestamptz`)).toEqual(new Date('2026-11-20T15:00:00.123Z'));
    expect(await valueOf(`'2026-11-20'::date`)).toBe('2026-11-20');
    expect(await valueOf(`array['2026-11-20']::date[]`)).toEqual(['2026-11-20']);
  });

  it('leaves the parsers of other users of the driver alone', () => {
    const parserOf = types.getTypeParser as (oid: number) => (text: string) => unknown;
    expect(parserOf(20)('1')).toBe('1');
  });

  it('notes a slow statement by its name or text, and a long wait for a connection', async () => {
    const noted: unknown[] = [];
    const stalls: Stalls = {
      note: (cause, durationMs, details) => void (durationMs > 250 && noted.push([cause, details])),
    };
    const db = connect({ url: database.url, applicationName: 'stalls', poolMax: 1, metrics: createMetrics(), stalls });
    await Promise.all([db.raw('select  pg_sleep(?)', [0.3]), db.raw('select 1').options({ name: 'waits' })]);
    await db.raw('select pg_sleep(0.3)').options({ name: 'sleeps' });
    await db.destroy();
    expect(noted).toEqual([
      ['statement', { statement: 'select pg_sleep($1)' }],
      ['pool', { pool: 'requests', outcome: 'acquired' }],
      ['statement', { statement: 'sleeps' }],
    ]);
  });

  it('limits statements and idle transactions, and names itself to the server', async () => {
    expect(await valueOf(`current_setting('statement_timeout')`)).toBe('15s');
    expect(await valueOf(`current_setting('idle_in_transaction_session_timeout')`)).toBe('30s');
    expect(await valueOf(`current_setting('application_name')`)).toBe('database tests');
  });

  it('keeps the values of a failed statement out of the error text', async () => {
    const failing = database.db('nowhere').where({ email: 'ana@example.com' });
    const error = await failing.then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    );
    expect(error?.message).toContain('relation "nowhere" does not exist');
    expect(`${String(error?.message)} ${String(error?.stack)}`).not.toContain('ana@example.com');
  });

  it('runs statements of a transaction that are started together in the order of their start', async () => {
    const found = await inTransaction(database.db, async (tx) => {
      const valueNow = async (): Promise<unknown> => {
        const { rows } = await tx.raw<{ rows: { value: unknown }[] }>(
          `select count(*)::int as value from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
        );
        return rows[0]?.value;
      };
      const lock = async (id: number): Promise<void> => {
        await tx.raw('select pg_advisory_xact_lock(:id)', { id }).options({ name: 'lock_in_turn' });
      };
      const [before, , between, , after] = await Promise.all([valueNow(), lock(1), valueNow(), lock(2), valueNow()]);
      return [before, between, after];
    });
    expect(found).toEqual([0, 1, 2]);
  });

  it('fails a transaction with the error of the first statement that failed, and rolls back what was sent behind it', async () => {
    await database.db.raw('create table together (id int primary key)');
    const insert = (tx: Tx, id: number) =>
      tx.raw('insert into together values (?)', [id]).options({ name: 'insert_together' });
    const failing = inTransaction(database.db, (tx) => Promise.all([insert(tx, 1), insert(tx, 1), insert(tx, 2)]));
    await expect(failing).rejects.toThrow('duplicate key');
    expect(await valueOf('(select count(*) from together)')).toBe(0);
  });

  it('opens at most poolMax connections', async () => {
    const small = connect({ url: database.url, applicationName: 'small pool', poolMax: 2 });
    // Two transactions hold a connection each while the others wait.
    const held = await Promise.all([small.transaction(), small.transaction()]);
    const waiting = Array.from({ length: 8 }, () => small.raw('select 1'));
    for (const transaction of held) await transaction.rollback();
    await Promise.all(waiting);
    const { rows } = await small.raw<{ rows: { count: number }[] }>(
      `select count(*) as count from pg_stat_activity where application_name = 'small pool'`,
    );
    expect(rows[0]?.count).toBe(2);
    await small.destroy();
  });

  it('measures how long work waits for a connection, and who never got one', async () => {
    const metrics = createMetrics();
    const single = connect({ url: database.url, applicationName: 'measured', poolMax: 1, metrics });
    // Its connection is open before anybody's wait is measured against a tenth of a second.
    await single.raw('select 1');
    const atOnce = async (): Promise<number> => {
      const [, count] =
        /_bucket\{le="0.1",pool="requests",outcome="acquired"\} (\d+)/.exec(await metrics.metrics()) ?? [];
      return Number(count);
    };
    const before = await atOnce();
    await Promise.all([1, 2, 3].map(() => single.raw('select pg_sleep(0.15)')));
    const text = await metrics.metrics();
    expect(text).toContain('pitanga_database_pool_wait_seconds_count{pool="requests",outcome="acquired"} 4');
    expect(text).toContain('pitanga_database_pool_wait_seconds_count{pool="requests",outcome="failed"} 0');
    // The second and the third waited for those before them.
    expect(await atOnce()).toBe(before + 1);
    expect(text).toContain('pitanga_database_pool_connections{pool="requests",state="idle"} 1');
    await single.destroy();

    const others = createMetrics();
    const refused = connect({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'refused', metrics: others });
    await expect(refused.raw('select 1')).rejects.toThrow();
    expect(await others.metrics()).toContain(
      'pitanga_database_pool_wait_seconds_count{pool="requests",outcome="failed"} 1',
    );
    await refused.destroy();
  });

  it('plans a named statement once per connection', async () => {
    const single = connect({ url: database.url, applicationName: 'named', poolMax: 1 });
    const named = (value: number) => single.raw('select ?::int as value', [value]).options({ name: 'named_test' });
    await named(1);
    await named(2);
    const { rows } = await single.raw<{ rows: { name: string; runs: number }[] }>(
      'select name, generic_plans + custom_plans as runs from pg_prepared_statements',
    );
    expect(rows).toEqual([{ name: 'named_test', runs: 2 }]);
    await expect(single.raw('select 3').options({ name: 'named_test' })).rejects.toThrow('must be unique');
    await single.destroy();
  });

  it('prepares nothing behind a pooler that keeps no prepared statements', async () => {
    const single = connect({ url: database.url, applicationName: 'unnamed', poolMax: 1, preparedStatements: false });
    const named = single.raw<{ rows: unknown[] }>('select ?::int as value', [7]).options({ name: 'named_test' });
    expect((await named).rows).toEqual([{ value: 7 }]);
    const inside = await inTransaction(single, (tx) =>
      tx.raw<{ rows: unknown[] }>('select 8 as value').options({ name: 'b' }),
    );
    expect(inside.rows).toEqual([{ value: 8 }]);
    const { rows } = await single.raw<{ rows: unknown[] }>('select name from pg_prepared_statements');
    expect(rows).toEqual([]);
    await single.destroy();
  });

  it('works again after the server has closed its connections', async () => {
    const pool = connect({ url: database.url, applicationName: 'cut off', poolMax: 1 });
    await pool.raw('select 1');
    await database.db.raw(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'cut off'`,
    );
    // The first query may still meet the dead connection; the pool must then have let it go.
    await pool.raw('select 1').catch(() => undefined);
    const { rows } = await pool.raw<{ rows: unknown[] }>('select 1 as one');
    expect(rows).toEqual([{ one: 1 }]);
    await pool.destroy();
  });
});

describe('a transaction', () => {
  it('is what a lock takes: the compiler refuses a pool, whose statement would release the lock at once', async () => {
    const lock = (tx: Tx): boolean => tx.isTransaction === true;
    expect(await inTransaction(database.db, (tx) => Promise.resolve(lock(tx)))).toBe(true);
    // @ts-expect-error A pool is no transaction.
    expect(lock(database.db)).toBe(false);
  });
});
