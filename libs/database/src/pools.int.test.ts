import { createMetrics } from '@pitanga/runtime';
import { freshDatabase, ids, noon, type FreshDatabase } from '../test/fresh-database';
import { appendEvents, connectPools, inTransaction, onOutboxAppended, type Pools } from './index';

describe('the pools of a process', () => {
  let database: FreshDatabase;
  let pools: Pools;
  const metrics = createMetrics();
  beforeAll(async () => {
    database = await freshDatabase();
    const { url } = database;
    pools = connectPools({ url, applicationName: 'two pools', poolMax: 1, jobsPoolMax: 1, metrics });
  });
  afterAll(async () => {
    await pools.close();
    await database.drop();
  });

  it.each<'jobs' | 'requests'>(['jobs', 'requests'])(
    'let the %s use all of theirs and leave the others their own',
    async (busy) => {
      const [own, other] = busy === 'jobs' ? [pools.jobsDb, pools.db] : [pools.db, pools.jobsDb];
      await inTransaction(own, async () => {
        await other.raw('select 1');
        expect(await metrics.metrics()).toContain(`pitanga_database_pool_connections{pool="${busy}",state="used"} 1`);
      });
    },
  );

  it('wake who waits for events, whichever of them has committed some', async () => {
    let woken = 0;
    const unsubscribe = onOutboxAppended(pools.jobsDb, () => (woken += 1));
    for (const pool of [pools.db, pools.jobsDb]) {
      const data = { storeId: 'store_1', devMode: true, keyId: 'key_1', revokedAt: noon };
      const id = ids.next('event', noon);
      const event = { type: 'api_key.revoked', id, key: 'key_1', occurredAt: noon, data } as const;
      await inTransaction(pool, (tx) => appendEvents(tx, [event], noon));
    }
    unsubscribe();
    expect(woken).toBe(2);
  });

  it('measure their waits apart', async () => {
    const text = await metrics.metrics();
    for (const pool of ['requests', 'jobs'])
      expect(text).toContain(`pitanga_database_pool_wait_seconds_count{pool="${pool}",outcome="failed"} 0`);
  });
});
