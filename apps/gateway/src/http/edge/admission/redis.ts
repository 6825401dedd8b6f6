import type { Log } from '@pitanga/runtime';
import { createClient } from 'redis';

type Client = ReturnType<typeof connect>;

/** Redis as a convenience: what it is used for is done without it when it is away, so nobody waits for it. */
export interface Redis {
  /** What Redis answers; undefined when it is away, fails or takes longer than it may. Never rejects. */
  ask<T>(command: (client: Client) => Promise<T>): Promise<T | undefined>;
  /** Sends something whose answer nobody needs. */
  tell(command: (client: Client) => Promise<unknown>): void;
  stop(): void;
}

/** A request waits no longer than this for something it can do without. */
const answerMs = 50;
/** After a failure Redis is left alone for this long, so that a hanging one delays one request and not all. */
const pauseMs = 1_000;
const complainEveryMs = 60_000;

/** One connection of a gateway. While Redis is away there is one line in the log each minute. */
export function createRedis({
  url,
  log,
  answerTimeoutMs = answerMs,
}: {
  readonly url: string;
  readonly log: Log;
  readonly answerTimeoutMs?: number;
}): Redis {
  const client = connect(url);
  let pausedUntilMs = 0;
  let complainedAtMs = -Infinity;

  function complain(error: unknown): void {
    const nowMs = performance.now();
    if (nowMs - complainedAtMs < complainEveryMs) return;
    complainedAtMs = nowMs;
    log.warn({ err: error }, 'Redis is away: each gateway counts requests for itself, and nothing is cached');
  }

  client.on('error', complain);
  // Connecting goes on in the background for ever; the first failures arrive as 'error' events.
  client.connect().catch(complain);

  return {
    async ask(command) {
      if (!client.isReady || performance.now() < pausedUntilMs) {
        complain(undefined);
        return undefined;
      }
      try {
        return await within(answerTimeoutMs, command(client));
      } catch (error) {
        pausedUntilMs = performance.now() + pauseMs;
        complain(error);
        return undefined;
      }
    },
    tell(command) {
      if (client.isReady) command(client).catch(complain);
    },
    stop() {
      client.destroy();
    },
  };
}

function connect(url: string) {
  return createClient({
    url,
    // A command that cannot be sent now fails now, instead of waiting for Redis to come back.
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    socket: { connectTimeout: 2_000, reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 6), 2_000) },
  });
}

/** Rejects when it takes longer; a late failure is nobody's concern any more. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // An answer that came while the event loop stood still is read before this is judged.
      setImmediate(() => {
        reject(new Error(`no answer within ${String(timeoutMs)} ms`));
      });
    }, timeoutMs);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
