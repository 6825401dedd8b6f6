import { freshDatabase, type FreshDatabase } from '../test/fresh-database';
import { databaseBusy } from './busy';
import { connect, type Db } from './connect';
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
      expect(databaseBusy(failure)).toMatchObject({ ...busy, cause: failure });
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
    for (const failure of [away, refused]) expect(databaseBusy(failure)).toMatchObject(busy);
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
    expect(databaseBusy(await slow)).toMatchObject(busy);
    const holder = await database.db.transaction();
    await holder.raw(lockIt);
    const locked = failureOf(
      inTransaction(pool, async (tx) => {
        await tx.raw('insert into things values (3)');
        await tx.raw(`set local lock_timeout = '50ms'`);
        await tx.raw(lockIt);
      }),
    );
    expect(databaseBusy(await locked)).toMatchObject(busy);
    await holder.rollback();
    expect(await database.db('things').select('id')).toEqual([{ id: 1 }]);
  });

  it('but not when it refused the work, or the connection was lost at work', async () => {
    const pool = poolOf(database.url);
    expect(databaseBusy(await failureOf(pool.raw('insert into things values (1)')))).toBeUndefined();
    const cut = pool.raw('select pg_terminate_backend(pg_backend_pid())');
    expect(databaseBusy(await failureOf(cut))).toBeUndefined();
    const elsewhere = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    for (const other of [elsewhere, undefined, 'text']) expect(databaseBusy(other)).toBeUndefined();
  });
});
