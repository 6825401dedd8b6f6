import type { CallContext } from '@pitanga/rpc';
import { createStoreClock } from '@pitanga/store-clock';
import { aTenant, silentLog, testClock, testDatabase, testIds, type TestDatabase } from '@pitanga/testing';
import type { ClockedService } from './advance-clock';
import { createTestClocks, type TestClocks } from './test-clock-service';

const dayMs = 86_400_000;
const real = testClock();
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('gateway');
});
afterAll(() => database.close());

/** A service in which nothing is due; each drain runs `onDrain` and answers `happenings`. */
function clocks(
  onDrain: () => Promise<void> = () => Promise.resolve(),
  happenings: () => { readonly at: Date; readonly type: string; readonly id: string }[] = () => [],
): TestClocks {
  const service: ClockedService = {
    getOffset: () => Promise.resolve({ offsetMs: 0 }),
    setOffset: () => Promise.resolve({}),
    getNextDue: () => Promise.resolve({ dueAt: undefined }),
    runDue: () => Promise.resolve({ done: 0 }),
    drain: async () => {
      await onDrain();
      return { happenings: happenings() };
    },
  };
  const clock = createStoreClock({ db: database.db, base: real });
  return createTestClocks({ db: database.db, clock, ids: testIds, log: silentLog, services: [service], consumers: [] });
}
const inDays = (days: number): Date => new Date(real.real().getTime() + days * dayMs);
const context = (key?: string): CallContext => ({
  requestId: 'req_1',
  idempotency: key === undefined ? undefined : { key, operation: 'advance', fingerprint: 'same' },
});

describe('advancing the clock of a store', () => {
  it('moves the time of its dev environment and of no other', async () => {
    const [tenant, other] = [aTenant(), aTenant()];
    const { now } = await clocks().advance(tenant, inDays(30), context());
    expect(now).toEqual(inDays(30));
    const clock = createStoreClock({ db: database.db, base: real });
    await clock.refresh();
    expect(clock.now(tenant)).toEqual(inDays(30));
    expect([clock.now(other), clock.now({ ...tenant, devMode: false })]).toEqual([real.real(), real.real()]);
  });

  it('takes no target that is not ahead, more than ten years ahead, or in production', async () => {
    const tenant = aTenant();
    const refused = (to: Date) => expect(clocks().advance(tenant, to, context())).rejects;
    await refused(inDays(0)).toMatchObject({ kind: 'INVALID_ARGUMENT' });
    await refused(inDays(3_660)).toMatchObject({ message: "Property 'to' should be at most 10 years ahead" });
    await expect(clocks().advance(aTenant(false), inDays(1), context())).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      message: 'The test clock is only available in dev mode',
    });
  });

  it('is one at a time for a store, and other stores do not wait for it', async () => {
    const tenant = aTenant();
    const [started, finish] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const first = clocks(() => {
      started.resolve(undefined);
      return finish.promise;
    }).advance(tenant, inDays(1), context());
    await started.promise;
    await expect(clocks().advance(tenant, inDays(2), context())).rejects.toMatchObject({ kind: 'ABORTED' });
    await clocks().advance(aTenant(), inDays(2), context());
    finish.resolve(undefined);
    expect((await first).now).toEqual(inDays(1));
    expect((await clocks().advance(tenant, inDays(2), context())).now).toEqual(inDays(2));
  });

  it('goes on with the target of one that failed, though the clock has arrived there', async () => {
    const tenant = aTenant();
    const failing = clocks(() =>
      clockOf(tenant).then((offsetMs) => {
        if (offsetMs > 0) throw new Error('a service is away');
      }),
    );
    await expect(failing.advance(tenant, inDays(1), context())).rejects.toThrow('a service is away');
    expect(await clockOf(tenant)).toBe(dayMs);
    let drains = 0;
    const again = clocks(() => Promise.resolve(void (drains += 1)));
    expect((await again.advance(tenant, inDays(1), context())).now).toEqual(inDays(1));
    expect(drains).toBeGreaterThan(0);
  });

  it('waits, as a repeat with the same target, for the one under way, and answers the same, once and later', async () => {
    const tenant = aTenant();
    const [started, finish] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let isTold = false;
    const first = clocks(
      () => {
        started.resolve(undefined);
        return finish.promise;
      },
      () => (isTold ? [] : ((isTold = true), [{ at: real.real(), type: 'charge.expired', id: 'pix_1' }])),
    ).advance(tenant, inDays(1), context());
    await started.promise;
    const never = () => Promise.reject(new Error('it was advanced again'));
    const joined = clocks(never).advance(tenant, inDays(1), context());
    await expect(clocks(never).advance(tenant, inDays(2), context())).rejects.toMatchObject({ kind: 'ABORTED' });
    finish.resolve(undefined);
    const answer = await first;
    expect(answer.events).toEqual([{ at: real.real(), type: 'charge.expired', id: 'pix_1' }]);
    expect(await joined).toEqual(answer);
    expect(await clocks(never).advance(tenant, inDays(1), context())).toEqual(answer);
    expect(await database.db('clock_advances').where({ store_id: tenant.storeId })).toEqual([]);
    // A later one takes its place, and the clock never goes back.
    await clocks().advance(tenant, inDays(2), context());
    await expect(clocks().advance(tenant, inDays(1), context())).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  });

  it('takes over what a dead process has left once its lease has ended, whatever the clock of the gateway says', async () => {
    const tenant = aTenant();
    const held = database.db.raw(`clock_timestamp() + interval '15 seconds'`);
    await database.db('clock_advances').insert({
      store_id: tenant.storeId,
      target: inDays(1),
      token: 'dead',
      leased_until: held,
    });
    await expect(clocks().advance(tenant, inDays(2), context())).rejects.toMatchObject({ kind: 'ABORTED' });
    const ended = database.db.raw('clock_timestamp()');
    await database.db('clock_advances').where({ token: 'dead' }).update({ leased_until: ended });
    expect((await clocks().advance(tenant, inDays(1), context())).now).toEqual(inDays(1));
  });

  it('answers a repeat with the same idempotency key as before', async () => {
    const tenant = aTenant();
    const first = await clocks().advance(tenant, inDays(1), context('k'));
    const again = context('k');
    expect(await clocks().advance(tenant, inDays(1), again)).toEqual(first);
    expect(again.replayed).toBe(true);
  });
});

async function clockOf({ storeId }: { readonly storeId: string }): Promise<number> {
  const clocks = database.db('store_clocks').where({ store_id: storeId });
  const row = await clocks.first<{ offset_ms: number } | undefined>('offset_ms');
  return row?.offset_ms ?? 0;
}
