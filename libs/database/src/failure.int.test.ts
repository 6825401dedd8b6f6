import { freshDatabase, type FreshDatabase } from '../test/fresh-database';
import { connect, type Db } from './connect';
import { databaseFailure } from './failure';
import { inTransaction } from './transaction';

let database: FreshDatabase;
const pools: Db[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  await database.db.raw('create table things (id int primary key)');
  await database.db.raw('insert into things values (1)');
});
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.destroy();
});
afterAll(() => database.drop());

function poolOf(url: string): Db {
  const pool = connect({ url, applicationName: 'busy', poolMax: 1 });
  pools.push(pool);
  return pool;
}

const failureOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => error,
  );
const busy = { kind: 'UNAVAILABLE', reason: 'DATABASE_BUSY', message: 'The service is busy; try again.' };
const lockIt = 'select id from things for update';

describe('an error of a database that did nothing is an invitation to try again', () => {
  it('when the pool has no connection to give', async () => {
    const pool = poolOf(database.url);
    const taken = await pool.transaction();
    const failures = await Promise.all([
      failureOf(pool.raw('select 1')),
      failureOf(inTransaction(pool, (tx) => tx.raw('select 1'))),
    ]);
    await taken.rollback();
    for (const failure of failures) {
      expect(databaseFailure(failure)).toMatchObject({ ...busy, cause: failure });
      expect(failure).toMatchObject({ name: 'KnexTimeoutError' });
    }
  });

  it('when no server answers, or one refuses the connection', async () => {
    const away = await failureOf(poolOf('postgres://nobody@127.0.0.1:1/none').raw('select 1'));
    expect(away).toMatchObject({ code: 'ECONNREFUSED' });
    const url = new URL(database.url);
    url.pathname = '/none';
    const refused = await failureOf(inTransaction(poolOf(url.href), (tx) => tx.raw('select 1')));
    expect(refused).toMatchObject({ code: '3D000' });
    for (const failure of [away, refused]) expect(databaseFailure(failure)).toMatchObject(busy);
  });

  it('when a lock or a statement took too long, and its transaction is undone', async () => {
    const pool = poolOf(database.url);
    const slow = failureOf(
      inTransaction(pool, async (tx) => {
        await tx.raw('insert into things values (2)');
        await tx.raw(`set local statement_timeout = '50ms'`);
        await tx.raw('select pg_sleep(5)');
      }),
    );
    expect(databaseFailure(await slow)).toMatchObject(busy);
    const holder = await database.db.transaction();
    await holder.raw(lockIt);
    const locked = failureOf(
      inTransaction(pool, async (tx) => {
        await tx.raw('insert into things values (3)');
        await tx.raw(`set local lock_timeout = '50ms'`);
        await tx.raw(lockIt);
      }),
    );
    expect(databaseFailure(await locked)).toMatchObject(busy);
    await holder.rollback();
    expect(await database.db('things').select('id')).toEqual([{ id: 1 }]);
  });

  it('when it ended one of two transactions that waited for each other', async () => {
    await database.db.raw('insert into things values (8), (9) on conflict do nothing');
    const pools = [poolOf(database.url), poolOf(database.url)] as const;
    const [first, second] = [await pools[0].transaction(), await pools[1].transaction()];
    await first.raw('select id from things where id = 8 for update');
    await second.raw('select id from things where id = 9 for update');
    const failures = await Promise.all([
      failureOf(first.raw('select id from things where id = 9 for update').then(() => first.commit())),
      failureOf(second.raw('select id from things where id = 8 for update').then(() => second.commit())),
    ]);
    await Promise.all([first.rollback(), second.rollback()].map((ended) => failureOf(ended)));
    const deadlocked = failures.filter((failure) => failure !== undefined);
    expect(deadlocked).toMatchObject([{ code: '40P01' }]);
    expect(databaseFailure(deadlocked[0])).toMatchObject(busy);
    await database.db.raw('delete from things where id in (8, 9)');
  });

  it('but not when it refused the work, or another socket failed', async () => {
    const pool = poolOf(database.url);
    expect(databaseFailure(await failureOf(pool.raw('insert into things values (1)')))).toBeUndefined();
    expect(databaseFailure(await failureOf(pool.raw('nonsense')))).toBeUndefined();
    const elsewhere = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    for (const other of [elsewhere, undefined, 'text']) expect(databaseFailure(other)).toBeUndefined();
  });
});

describe('a connection that breaks in the middle of a request', () => {
  const unknown = { kind: 'UNAVAILABLE', reason: 'DATABASE_OUTCOME_UNKNOWN' };
  const endIt = 'select pg_terminate_backend(pg_backend_pid())';

  /** Cuts the socket under the statement that matches, before it is sent or when its answer is due. */
  function cutting(pool: Db, at: 'before' | 'after', wanted: RegExp): Db {
    interface Wire {
      stream: { destroy(error?: Error): void };
    }
    interface Raw {
      connection: Wire;
      query(config: { text: string }, told: (error?: Error, result?: unknown) => void): unknown;
    }
    const client = pool.client as { acquireRawConnection(): Promise<Raw> };
    const acquire = client.acquireRawConnection.bind(client);
    client.acquireRawConnection = async () => {
      const raw = await acquire();
      const query = raw.query.bind(raw);
      raw.query = (config, told) => {
        if (typeof config !== 'object' || !wanted.test(config.text)) return query(config, told);
        const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
        if (at === 'before') raw.connection.stream.destroy(reset);
        // The server has done it; the answer is lost on the way.
        else return query(config, () => told(reset));
        return query(config, told);
      };
      return raw;
    };
    return pool;
  }

  it('has done nothing when it only read, or its transaction had not come to its commit', async () => {
    expect(databaseFailure(await failureOf(poolOf(database.url).raw(endIt)))).toMatchObject(busy);
    const pool = poolOf(database.url);
    const inside = await failureOf(
      inTransaction(pool, async (tx) => {
        await tx.raw('insert into things values (4)');
        await tx.raw(endIt);
      }),
    );
    expect(databaseFailure(inside)).toMatchObject(busy);
    const idle = await failureOf(
      inTransaction(pool, async (tx) => {
        await tx.raw('insert into things values (4)');
        const { rows } = await tx.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid');
        await database.db.raw('select pg_terminate_backend(?)', [rows[0]?.pid ?? 0]);
        await tx.raw('insert into things values (5)');
      }),
    );
    expect(databaseFailure(idle)).toMatchObject(busy);
    expect(await database.db('things').select('id')).toEqual([{ id: 1 }]);
    expect(await pool('things').select('id')).toEqual([{ id: 1 }]);
  });

  it('leaves the outcome unknown when a commit was under way, whether it was done or not', async () => {
    for (const [at, id] of [
      ['before', 6],
      ['after', 7],
    ] as const) {
      const pool = cutting(poolOf(database.url), at, /^commit/i);
      const failure = await failureOf(inTransaction(pool, (tx) => tx.raw('insert into things values (?)', [id])));
      expect(databaseFailure(failure)).toMatchObject({
        ...unknown,
        message: expect.stringMatching(/unknown .* repeat it with the same Idempotency-Key/) as string,
      });
    }
    expect(await database.db('things').select('id').orderBy('id')).toEqual([{ id: 1 }, { id: 7 }]);
  });

  it('leaves the outcome unknown when a statement that writes by itself was under way', async () => {
    const pool = cutting(poolOf(database.url), 'after', /^with/);
    const failure = await failureOf(
      pool.raw('with one as (insert into things values (10) returning id) select id from one'),
    );
    expect(databaseFailure(failure)).toMatchObject(unknown);
    expect(await database.db('things').where({ id: 10 }).select('id')).toEqual([{ id: 10 }]);
    await database.db('things').whereIn('id', [7, 10]).delete();
  });

  it('is told from the cause of an error that says more', async () => {
    const failure = await failureOf(poolOf(database.url).raw(endIt));
    expect(databaseFailure(new Error('the charge could not be read', { cause: failure }))).toMatchObject(busy);
  });

  it('has done nothing when the pool was closed', async () => {
    const pool = poolOf(database.url);
    await pool.destroy();
    expect(databaseFailure(await failureOf(pool.raw('select 1')))).toMatchObject(busy);
  });
});
