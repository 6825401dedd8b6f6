import { configError, type Log } from '@pitanga/runtime';
import { createClient } from 'redis';

type Client = ReturnType<typeof connect>;

/** An optional Redis: callers work without it while it is down, and never wait for it. */
export interface Redis {
  /** The result of a command; undefined when Redis is down, fails or times out. Never rejects. */
  run<T>(command: (client: Client) => Promise<T>): Promise<T | undefined>;
  /** Sends a command without waiting for its result. */
  send(command: (client: Client) => Promise<unknown>): void;
  stop(): void;
}

/** The longest a request waits for Redis. */
const answerMs = 50;
/** Pause after a failure, so that a hanging Redis delays one request and not all. */
const pauseMs = 1_000;
const logEveryMs = 60_000;

/**
 * One connection of a gateway, by rediss:// in TLS: the server's certificate is checked against its name. While Redis is down,
 * or refuses the password, it logs one line a minute.
 * @param ca PEM authorities in the place of the public ones
 * @throws ConfigError for authorities with an address in plain text
 */
export function createRedis({
  url,
  ca,
  log,
  answerTimeoutMs = answerMs,
}: {
  readonly url: string;
  readonly ca?: string | undefined;
  readonly log: Log;
  readonly answerTimeoutMs?: number;
}): Redis {
  if (ca !== undefined && !url.startsWith('rediss:')) {
    throw configError(['REDIS_TLS_CA is set, but REDIS_URL does not begin with rediss://']);
  }
  const client = connect(url, ca);
  let pausedUntilMs = 0;
  let loggedAtMs = -Infinity;
  let lastFailure: unknown;

  function logFailure(error: unknown): void {
    // Stopped.
    if (!client.isOpen) return;
    lastFailure = error;
    const nowMs = performance.now();
    if (nowMs - loggedAtMs < logEveryMs) return;
    loggedAtMs = nowMs;
    log.warn({ err: error }, 'Redis is away: each gateway counts requests for itself, and nothing is cached');
  }

  client.on('error', logFailure);
  // One that was being made at the stop hears of it only now, and would stay open.
  client.on('connect', () => {
    if (!client.isOpen) client.destroy();
  });
  // Reconnects in the background without end; the first failures arrive as 'error' events.
  client.connect().catch(logFailure);

  return {
    async run(command) {
      if (!client.isReady || performance.now() < pausedUntilMs) {
        // Nothing is known yet while it connects for the first time: a line without a reason would hide the first one for a minute.
        if (lastFailure !== undefined) logFailure(lastFailure);
        return undefined;
      }
      try {
        return await within(answerTimeoutMs, command(client));
      } catch (error) {
        pausedUntilMs = performance.now() + pauseMs;
        logFailure(error);
        return undefined;
      }
    },
    send(command) {
      if (client.isReady) command(client).catch(logFailure);
    },
    stop() {
      client.destroy();
    },
  };
}

function connect(url: string, ca: string | undefined) {
  return createClient({
    url,
    // A command fails at once while disconnected, instead of waiting in a queue.
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    socket: {
      connectTimeout: 2_000,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 6), 2_000),
      ...(ca !== undefined && { tls: true, ca }),
    },
  });
}

/** Rejects on timeout; ignores a failure after that. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // After a blocked event loop, reads an answer that has arrived before it times out.
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
