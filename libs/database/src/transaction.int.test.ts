import { freshDatabase, type FreshDatabase } from '../test/fresh-database';
import { inSnapshot, inTransaction } from './transaction';

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const count = 'select count(*)::int as count from seen';

describe('a snapshot', () => {
  it('sees the database as it was at its first read, writes nothing, and begins in no transaction', async () => {
    const { db } = database;
    await db.raw('create table seen (id int)');
    const counts = await inSnapshot(db, async (tx) => {
      const before = await tx.raw<{ rows: unknown[] }>(count);
      await db.raw('insert into seen values (1)');
      const after = await tx.raw<{ rows: unknown[] }>(count);
      return [...before.rows, ...after.rows];
    });
    expect(counts).toEqual([{ count: 0 }, { count: 0 }]);
    await expect(inSnapshot(db, async (tx) => void (await tx.raw('insert into seen values (2)')))).rejects.toThrow(
      'read-only',
    );
    await expect(inTransaction(db, (tx) => inSnapshot(tx, () => Promise.resolve()))).rejects.toThrow('snapshot');
  });
});
