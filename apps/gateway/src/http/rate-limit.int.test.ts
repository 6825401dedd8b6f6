import { createServer, type Socket } from 'node:net';
import type { Clock } from '@pitanga/core';
import type { Log } from '@pitanga/runtime';
import { freePort, silentLog, testClock, testIds, testInfra, waitFor } from '@pitanga/testing';
import { createRateLimiter, type RateLimiter } from './rate-limit';
import { createRedis, type Redis } from './redis';

const connections: Redis[] = [];

function limiterAt(
  url: string,
  { clock = testClock(), log = silentLog, ...patience }: { clock?: Clock; log?: Log; answerTimeoutMs?: number } = {},
): RateLimiter {
  const redis = createRedis({ url, log, ...patience });
  connections.push(redis);
  return createRateLimiter({ redis, clock });
}

/** A log that keeps its warnings. */
function recordingLog(): { log: Log; warnings: string[] } {
  const warnings: string[] = [];
  const warn = (_fields: unknown, message: string) => void warnings.push(message);
  return { log: { ...silentLog, warn } as unknown as Log, warnings };
}

const isCounting = (limiter: RateLimiter, keyId: string) =>
  waitFor('Redis', async () => (await limiter.count(keyId, 1_000)).remaining < 1_000);

describe('the rate limiter', () => {
  afterEach(() => {
    for (const redis of connections.splice(0)) redis.stop();
  });

  it('counts all gateways together, per key and per second', async () => {
    const clock = testClock();
    const { redis } = testInfra();
    const patient = { clock, answerTimeoutMs: 60_000 };
    const gateways = [limiterAt(redis, patient), limiterAt(redis, patient)] as const;
    for (const gateway of gateways) await isCounting(gateway, testIds.next('apiKey', clock.real()));
    const keyId = testIds.next('apiKey', clock.real());
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_item, index) => gateways[index % 2 === 0 ? 0 : 1].count(keyId, 5)),
    );
    expect(answers.filter(({ isExceeded }) => isExceeded)).toHaveLength(1);
    expect(answers.map(({ remaining }) => remaining).sort()).toEqual([0, 0, 1, 2, 3, 4]);

    const other = await gateways[0].count(testIds.next('apiKey', clock.real()), 5);
    expect(other).toEqual({ limit: 5, remaining: 4, resetSeconds: 1, isExceeded: false });
    clock.advance(1_000);
    expect((await gateways[0].count(keyId, 5)).remaining).toBe(4);
  });

  it('lets every request pass at once while Redis is away, with one line in the log', async () => {
    const { log, warnings } = recordingLog();
    const limiter = limiterAt(`redis://127.0.0.1:${await freePort()}`, { log });
    const startedMs = performance.now();
    for (let request = 0; request < 1_000; request += 1) {
      expect(await limiter.count('key_away', 1)).toEqual({
        limit: 1,
        remaining: 1,
        resetSeconds: 1,
        isExceeded: false,
      });
    }
    // A thousand waits for an answer would take 50 s.
    expect(performance.now() - startedMs).toBeLessThan(30_000);
    expect(warnings).toEqual(['Redis is away: requests are not counted against their limits, and nothing is cached']);
  });

  it('waits about 50 ms for a Redis that hangs, once, and then leaves it alone for a while', async () => {
    const silent = await silentRedis();
    const limiter = limiterAt(silent.url);
    // Ready once the hanging server has answered the greeting; it answers nothing after that.
    await waitFor('the slow answer', async () => {
      const startedMs = performance.now();
      await limiter.count('key_slow', 1);
      return performance.now() - startedMs > 40;
    });
    const startedMs = performance.now();
    for (let request = 0; request < 1_000; request += 1)
      expect((await limiter.count('key_slow', 1)).isExceeded).toBe(false);
    // A thousand waits for an answer would take 50 s.
    expect(performance.now() - startedMs).toBeLessThan(30_000);
    silent.close();
  });
});

/** Completes the client's greeting, then never answers an INCR. */
async function silentRedis(): Promise<{ url: string; close(): void }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const commands = data.toString().split(/(?=\*\d+\r\n\$)/);
      for (const command of commands) if (!/INCR|EXPIRE/i.test(command)) socket.write('+OK\r\n');
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
