import { createServer, type Socket } from 'node:net';
import type { Clock } from '@pitanga/core';
import type { Log } from '@pitanga/runtime';
import { freePort, silentLog, testClock, testIds, testInfra, waitFor } from '@pitanga/testing';
import { createRateLimiter, type Allowance, type RateLimiter } from './rate-limit';
import { createRedis, type Redis } from './redis';

const connections: Redis[] = [];

function limiterAt(
  url: string,
  { clock = testClock(), log = silentLog, ...options }: { clock?: Clock; log?: Log; answerTimeoutMs?: number } = {},
): RateLimiter {
  const redis = createRedis({ url, log, ...options });
  connections.push(redis);
  return createRateLimiter({ redis, clock });
}

/** A log that keeps its warnings. */
function recordingLog(): { log: Log; warnings: string[] } {
  const warnings: string[] = [];
  const warn = (_fields: unknown, message: string) => void warnings.push(message);
  return { log: { ...silentLog, warn } as unknown as Log, warnings };
}

const aKey = () => testIds.next('apiKey', new Date());
const passed = (answers: readonly Allowance[]) => answers.filter(({ isExceeded }) => !isExceeded).length;
const countOften = (limiter: RateLimiter, key: string, times: number, limit: number) =>
  Promise.all(Array.from({ length: times }, () => limiter.count(key, limit)));

describe('the rate limiter', () => {
  afterEach(() => {
    for (const redis of connections.splice(0)) redis.stop();
  });

  /** Two gateways that wait for Redis as long as it takes. */
  async function twoGateways(clock: Clock): Promise<readonly [RateLimiter, RateLimiter]> {
    const at = () => limiterAt(testInfra().redis, { clock, answerTimeoutMs: 60_000 });
    const gateways = [at(), at()] as const;
    const key = aKey();
    await gateways[0].count(key, 1_000);
    for (const gateway of gateways) {
      await waitFor('Redis', async () => (await gateway.count(key, 1_000)).remaining < 998);
    }
    return gateways;
  }

  it('counts all gateways together, per key and per second', async () => {
    const clock = testClock();
    const gateways = await twoGateways(clock);
    const key = aKey();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_item, index) => gateways[index % 2 === 0 ? 0 : 1].count(key, 5)),
    );
    expect(passed(answers)).toBe(5);
    expect(answers.map(({ remaining }) => remaining).sort()).toEqual([0, 0, 1, 2, 3, 4]);

    const other = await gateways[0].count(aKey(), 5);
    expect(other).toEqual({ limit: 5, remaining: 4, resetSeconds: 1, isExceeded: false });
    clock.advance(1_000);
    expect((await gateways[0].count(key, 5)).remaining).toBe(4);
  });

  it('lets no stretch of a window hold more than the limit, over the end of a second too', async () => {
    const clock = testClock(new Date('2026-11-20T15:00:00.990Z'));
    const gateways = await twoGateways(clock);
    const key = aKey();
    expect(passed(await countOften(gateways[0], key, 100, 100))).toBe(100);
    clock.advance(20);
    expect(passed(await countOften(gateways[0], key, 100, 100))).toBe(0);
    expect(passed(await countOften(gateways[1], key, 100, 100))).toBe(0);
    clock.advance(980);
    const next = await countOften(gateways[1], key, 101, 100);
    expect(passed(next)).toBe(100);
  });

  it('tells how long to wait in a window of any length', async () => {
    const clock = testClock();
    const [gateway] = await twoGateways(clock);
    const key = aKey();
    await gateway.count(key, 2, 60_000);
    clock.advance(20_000);
    await gateway.count(key, 2, 60_000);
    const refused = await gateway.count(key, 2, 60_000);
    expect(refused).toEqual({ limit: 2, remaining: 0, resetSeconds: 40, isExceeded: true });
    clock.advance(40_000);
    expect((await gateway.count(key, 2, 60_000)).isExceeded).toBe(false);
  });

  it('does not count what it refuses', async () => {
    const clock = testClock();
    const [one, other] = await twoGateways(clock);
    const key = aKey();
    expect(passed(await countOften(one, key, 5, 5))).toBe(5);
    clock.advance(900);
    expect(passed(await countOften(other, key, 5, 5))).toBe(0);
    clock.advance(100);
    expect(passed(await countOften(other, key, 5, 5))).toBe(5);
  });

  it('holds 300 requests at once to a limit of 100 though the event loop stands still meanwhile', async () => {
    const limiter = limiterAt(testInfra().redis);
    await waitFor('Redis', async () => {
      const key = aKey();
      await limiter.count(key, 10);
      return (await limiter.count(key, 10)).remaining === 8;
    });
    const key = aKey();
    const answers = Array.from({ length: 300 }, () => limiter.count(key, 100));
    const stalledUntil = performance.now() + 200;
    while (performance.now() < stalledUntil);
    expect(passed(await Promise.all(answers))).toBe(100);
  });

  it('counts in the process while Redis is away, at once and with one line in the log', async () => {
    const { log, warnings } = recordingLog();
    const clock = testClock();
    const limiter = limiterAt(`redis://127.0.0.1:${await freePort()}`, { log, clock });
    const startedMs = performance.now();
    expect(passed(await countOften(limiter, 'key_away', 1_000, 100))).toBe(100);
    clock.advance(999);
    expect(passed(await countOften(limiter, 'key_away', 1_000, 100))).toBe(0);
    clock.advance(1);
    expect(passed(await countOften(limiter, 'key_away', 1_000, 100))).toBe(100);
    // Three thousand waits for an answer would take 150 s.
    expect(performance.now() - startedMs).toBeLessThan(30_000);
    await waitFor('the line', () => Promise.resolve(warnings.length > 0));
    await countOften(limiter, 'key_away', 1_000, 100);
    expect(warnings).toEqual(['Redis is away: each gateway counts requests for itself, and nothing is cached']);
  });

  it('waits about 50 ms for a Redis that hangs, once, and holds the limit all the while', async () => {
    const silent = await silentRedis();
    const limiter = limiterAt(silent.url);
    // Ready once the hanging server has answered the greeting; it answers nothing after that.
    await waitFor('the slow answer', async () => {
      const startedMs = performance.now();
      await limiter.count(aKey(), 1);
      return performance.now() - startedMs > 40;
    });
    const startedMs = performance.now();
    expect(passed(await countOften(limiter, 'key_slow', 1_000, 100))).toBe(100);
    // A thousand waits for an answer would take 50 s.
    expect(performance.now() - startedMs).toBeLessThan(30_000);
    silent.close();
  });
});

/** Completes the client's greeting, then never answers a script. */
async function silentRedis(): Promise<{ url: string; close(): void }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const commands = data.toString().split(/(?=\*\d+\r\n\$)/);
      for (const command of commands) if (!/EVAL/i.test(command)) socket.write('+OK\r\n');
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `redis://127.0.0.1:${String(port)}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
