import type { RevenueRecord } from '@pitanga/records';
import { aTenant, freePort, silentLog, testInfra, waitFor } from '@pitanga/testing';
import { createRedis, type Redis } from '../edge/admission/redis';
import { createRevenueCache } from './revenue-cache';

const range = { startDate: '2026-11-01', endDate: '2026-11-20' };
const connections: Redis[] = [];

function redisAt(url: string): Redis {
  const redis = createRedis({ url, log: silentLog, answerTimeoutMs: 60_000 });
  connections.push(redis);
  return redis;
}

/** A cache of one gateway, with a store clock that the test moves, and what it had to load. */
function aGateway(redis: Redis) {
  const clock = { offset: 0, advancing: false };
  const store = { offsetMs: () => clock.offset, isAdvancing: () => clock.advancing };
  const cache = createRevenueCache({ redis, clock: store as never });
  let loads = 0;
  const load = (): Promise<RevenueRecord> => {
    loads += 1;
    return Promise.resolve({ totalRevenue: loads, totalTransactions: 1, transactionsPerDay: {} });
  };
  return { cache, clock, load, loaded: () => loads };
}

describe('the revenue cache', () => {
  let redis: Redis;
  beforeAll(async () => {
    redis = redisAt(testInfra().redis);
    await waitFor('Redis', () => redis.run((client) => client.ping()));
  });
  afterAll(() => {
    for (const connection of connections) connection.stop();
  });

  it('answers for an hour what any gateway has cached', async () => {
    const tenant = aTenant();
    const [one, other] = [aGateway(redis), aGateway(redis)];
    const first = await one.cache.through(tenant, range, one.load);
    expect(await other.cache.through(tenant, range, other.load)).toEqual(first);
    expect([one.loaded(), other.loaded()]).toEqual([1, 0]);
    const [key] = (await redis.run((client) => client.keys(`revenue:${tenant.storeId}:*`))) ?? [];
    const seconds = await redis.run((client) => client.ttl(key!));
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
  });

  it('loads once for 24 simultaneous requests of a cold range', async () => {
    const tenant = aTenant();
    const { cache, load, loaded } = aGateway(redis);
    const answers = await Promise.all(Array.from({ length: 24 }, () => cache.through(tenant, range, load)));
    expect(new Set(answers.map(({ totalRevenue }) => totalRevenue))).toEqual(new Set([1]));
    expect(loaded()).toBe(1);
  });

  it('keeps stores, environments and ranges apart', async () => {
    const tenant = aTenant();
    const { cache, load, loaded } = aGateway(redis);
    await cache.through(tenant, range, load);
    await cache.through({ ...tenant, devMode: false }, range, load);
    await cache.through(aTenant(), range, load);
    await cache.through(tenant, { ...range, endDate: '2026-11-21' }, load);
    expect(loaded()).toBe(4);
  });

  it('is empty for a store whose test clock was moved', async () => {
    const tenant = aTenant();
    const { cache, clock, load } = aGateway(redis);
    await cache.through(tenant, range, load);
    clock.offset = 86_400_000;
    expect(await cache.through(tenant, range, load)).toMatchObject({ totalRevenue: 2 });
  });

  it('keeps nothing while the test clock is being advanced', async () => {
    const tenant = aTenant();
    const { cache, clock, load, loaded } = aGateway(redis);
    clock.advancing = true;
    await cache.through(tenant, range, load);
    await cache.through(tenant, range, load);
    expect(loaded()).toBe(2);
  });

  it('asks for every answer while Redis is away', async () => {
    const { cache, load, loaded } = aGateway(redisAt(`redis://127.0.0.1:${await freePort()}`));
    const tenant = aTenant();
    await cache.through(tenant, range, load);
    await cache.through(tenant, range, load);
    expect(loaded()).toBe(2);
  });

  it('keeps no failure', async () => {
    const tenant = aTenant();
    const { cache, load } = aGateway(redis);
    await expect(cache.through(tenant, range, () => Promise.reject(new Error('ledger')))).rejects.toThrow('ledger');
    expect(await cache.through(tenant, range, load)).toMatchObject({ totalRevenue: 1 });
  });
});
