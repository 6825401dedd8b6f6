import { toTenant, type Clock } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import { aTenant, testClock, testDatabase, type TestDatabase } from '@pitanga/testing';
import { createStoreClock, moveClock, type StoreClock } from '../src';

const dayMs = 86_400_000;
const real = testClock();
let database: TestDatabase;
let clock: StoreClock;
const unshifted = (): Promise<void> => Promise.resolve();

beforeAll(async () => {
  database = await testDatabase('payouts');
});
beforeEach(() => {
  clock = createStoreClock({ db: database.db, base: real });
});
afterAll(() => database.close());

const to = (offsetMs: number, isAdvancing = false) => ({ offsetMs, isAdvancing });

describe('the clock of a store', () => {
  it('is moved at once here, with its refresh in other processes, and nowhere else', async () => {
    const [tenant, other] = [aTenant(), aTenant()];
    const elsewhere = createStoreClock({ db: database.db, base: real });
    await elsewhere.refresh();
    await moveClock({ db: database.db, clock }, tenant, to(dayMs), unshifted);
    const moved = new Date(real.real().getTime() + dayMs);
    expect(clock.now(tenant)).toEqual(moved);
    expect(elsewhere.now(tenant)).toEqual(real.real());
    await elsewhere.refresh();
    for (const each of [clock, elsewhere]) {
      expect(each.now(tenant)).toEqual(moved);
      expect(each.now(toTenant(tenant.storeId, false))).toEqual(real.real());
      expect(each.now(other)).toEqual(real.real());
      expect(each.real()).toEqual(real.real());
    }
  });

  it('starts from the clock it is given, so that a test still rules over time', () => {
    const base: Clock = { real: () => new Date(1), now: () => new Date(2) };
    const over = createStoreClock({ db: database.db, base });
    expect([over.real(), over.now(aTenant())]).toEqual([new Date(1), new Date(2)]);
  });

  it('never moves in production, and never back', async () => {
    const tenant = aTenant();
    const move = (of: typeof tenant, offsetMs: number) =>
      moveClock({ db: database.db, clock }, of, to(offsetMs), unshifted);
    await expect(move(toTenant(tenant.storeId, false), dayMs)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'TEST_CLOCK_DEV_ONLY',
    });
    await move(tenant, dayMs);
    await expect(move(tenant, dayMs - 1)).rejects.toMatchObject({ reason: 'TEST_CLOCK_FORWARD_ONLY' });
    await move(tenant, dayMs);
    expect(clock.offsetMs(tenant)).toBe(dayMs);
  });

  it('is moved together with what waits for real instants, or not at all', async () => {
    const tenant = aTenant();
    const deltas: number[] = [];
    await moveClock({ db: database.db, clock }, tenant, to(dayMs), unshifted);
    await moveClock({ db: database.db, clock }, tenant, to(3 * dayMs), (_tx, deltaMs) => {
      deltas.push(deltaMs);
      return Promise.resolve();
    });
    expect(deltas).toEqual([2 * dayMs]);
    const failing = moveClock({ db: database.db, clock }, tenant, to(9 * dayMs), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(clock.offsetMs(tenant)).toBe(3 * dayMs);
    await clock.refresh();
    expect(clock.offsetMs(tenant)).toBe(3 * dayMs);
  });

  it('tells that an advance is under way until that ends, or for a minute when it just stops', async () => {
    const tenant = aTenant();
    const move = (isAdvancing: boolean) =>
      moveClock({ db: database.db, clock }, tenant, to(dayMs, isAdvancing), unshifted);
    await move(true);
    expect([clock.isAdvancing(tenant), clock.isAdvancing(aTenant())]).toEqual([true, false]);
    await move(false);
    expect(clock.isAdvancing(tenant)).toBe(false);
    await move(true);
    real.advance(59_999);
    expect(clock.advancing()).toEqual(new Set([tenant.storeId]));
    real.advance(1);
    expect(clock.advancing()).toEqual(new Set());
  });

  it('tells listeners of a move', async () => {
    const tenant = aTenant();
    const moved: string[] = [];
    clock.onMoved((storeId) => moved.push(storeId));
    for (const offsetMs of [1, 1, 2]) await moveClock({ db: database.db, clock }, tenant, to(offsetMs), unshifted);
    expect(moved).toEqual([tenant.storeId, tenant.storeId]);
  });

  it('finds a move whose transaction was long on its way', async () => {
    const [slow, fast] = [aTenant(), aTenant()];
    const begun = Promise.withResolvers<undefined>();
    const commit = Promise.withResolvers<undefined>();
    const slowMove = inTransaction(database.db, async (tx) => {
      await tx('store_clocks').insert({ store_id: slow.storeId, offset_ms: 5 });
      begun.resolve(undefined);
      await commit.promise;
    });
    await begun.promise;
    await moveClock({ db: database.db, clock }, fast, to(7), unshifted);
    const elsewhere = createStoreClock({ db: database.db, base: real });
    await elsewhere.refresh();
    commit.resolve(undefined);
    await slowMove;
    await elsewhere.refresh();
    expect([elsewhere.offsetMs(slow), elsewhere.offsetMs(fast)]).toEqual([5, 7]);
  });
});
