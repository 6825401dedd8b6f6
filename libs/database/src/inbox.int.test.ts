import { freshDatabase, ids, noon, type FreshDatabase } from '../test/fresh-database';
import type { Db } from './connect';
import { acceptNew, purgeInbox } from './inbox';
import { inTransaction } from './transaction';

let database: FreshDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
});
afterAll(() => database.drop());

const someIds = (count: number): string[] => Array.from({ length: count }, () => ids.next('event', noon));

describe('inbox', () => {
  it('answers each event once per consumer, repeats within a batch included', async () => {
    const [a = '', b = '', c = ''] = someIds(3);
    expect(await inTransaction(db, (tx) => acceptNew(tx, 'ledger', [b, a, b], noon))).toEqual(new Set([a, b]));
    expect(await inTransaction(db, (tx) => acceptNew(tx, 'ledger', [a, b, c], noon))).toEqual(new Set([c]));
    expect(await inTransaction(db, (tx) => acceptNew(tx, 'webhooks', [a], noon))).toEqual(new Set([a]));
    expect(await inTransaction(db, (tx) => acceptNew(tx, 'ledger', [], noon))).toEqual(new Set());
  });

  it('forgets what a rolled back transaction accepted', async () => {
    const [id = ''] = someIds(1);
    const failing = inTransaction(db, async (tx) => {
      await acceptNew(tx, 'ledger', [id], noon);
      throw new Error('the effect failed');
    });
    await expect(failing).rejects.toThrow('the effect failed');
    expect(await inTransaction(db, (tx) => acceptNew(tx, 'ledger', [id], noon))).toEqual(new Set([id]));
  });

  it('gives an event to exactly one of many that race for it, without deadlocks', async () => {
    // Enough rows that the statements really overlap.
    const batch = someIds(3_000);
    const accepted = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        inTransaction(db, (tx) => acceptNew(tx, 'race', index % 2 === 0 ? batch : batch.toReversed(), noon)),
      ),
    );
    expect(accepted.flatMap((set) => [...set]).sort()).toEqual([...batch].sort());
  });

  it('is purged of rows older than 30 days, in bounded batches', async () => {
    const day = 24 * 3_600_000;
    const [kept = '', ...old] = someIds(26);
    await inTransaction(db, (tx) => acceptNew(tx, 'purge', old, new Date(noon.getTime() - 30 * day - 1)));
    await inTransaction(db, (tx) => acceptNew(tx, 'purge', [kept], new Date(noon.getTime() - 30 * day)));
    expect(await purgeInbox(db, noon, { batchSize: 10, batchesMax: 2 })).toBe(20);
    expect(await purgeInbox(db, noon, { batchSize: 10 })).toBe(5);
    expect(await purgeInbox(db, noon)).toBe(0);
    expect(await inTransaction(db, (tx) => acceptNew(tx, 'purge', [kept], noon))).toEqual(new Set());
  });
});
