import type { Writable } from 'node:stream';
import type { EventBatch, StreamedEvent } from './event-batch';
import type { Follower } from './event-feed';

/**
 * Why a stream ended. client: it went away. slow: it read too slowly. expired: it had been open for the longest time.
 * revoked: its key may no longer read events. stopped: the gateway stops. failed: events could not be read.
 */
export type StreamEnd = 'client' | 'slow' | 'expired' | 'revoked' | 'stopped' | 'failed';

export interface StreamLimits {
  /** With more than this still to be read by the client, new events stay in the database until it has. */
  readonly bufferBytesMax: number;
  /** How long a client that is behind may leave its buffer full. */
  readonly drainMs: number;
  readonly heartbeatMs: number;
  readonly openMsMax: number;
}

export interface StreamOptions {
  readonly output: Writable;
  /** Read before the stream began; sent first. */
  readonly first: EventBatch;
  readonly limits: StreamLimits;
  readonly read: (position: number) => Promise<EventBatch>;
  /** Follows the feed of the store; false while the feed is ahead. */
  readonly attach: (follower: Follower) => boolean;
  readonly detach: (follower: Follower) => void;
  /** Whether the caller may still read events. */
  readonly isAllowed: () => Promise<boolean>;
  /** Called once. */
  readonly ended: (why: StreamEnd) => void;
}

const recheckEveryMs = 1_000;

/** Reconnect soon: an ordinary end of a stream is a restart of the gateway or its longest time. */
const preamble = 'retry: 1000\n\n';

/**
 * Writes server-sent events to one client: what it has missed first, as fast as it reads, then what the feed delivers.
 * Memory is bounded: a client that falls behind reads from the database again, and one that stops reading is cut off.
 */
export function startEventStream(options: StreamOptions): { end(why: StreamEnd): void } {
  const { output, first, limits } = options;
  const writer = createWriter(output);
  let isOver = false;
  const hasEnded = (): boolean => isOver;
  const mayGoOn = createRecheck(options.isAllowed);

  const follower: Follower = { position: writer.position, recheck, deliver };
  const catchUp = createCatchUp({ ...options, follower, writer, hasEnded, end });
  const heartbeat = setInterval(() => void beat(), limits.heartbeatMs);
  const expiry = setTimeout(() => end('expired'), limits.openMsMax);
  output.on('error', () => end('client')).once('close', () => end('client'));

  function end(why: StreamEnd): void {
    if (isOver) return;
    isOver = true;
    clearInterval(heartbeat);
    clearTimeout(expiry);
    options.detach(follower);
    options.ended(why);
    if (why === 'slow') output.destroy();
    else output.end();
  }

  async function recheck(): Promise<void> {
    if (!hasEnded() && !(await mayGoOn())) end('revoked');
  }

  function deliver(batch: EventBatch): void {
    if (hasEnded()) return;
    for (const buffered of writer.send(batch)) {
      if (buffered <= limits.bufferBytesMax) continue;
      // The rest stays in the database until the client has read what it has.
      options.detach(follower);
      void catchUp(undefined);
      return;
    }
  }

  async function beat(): Promise<void> {
    await recheck();
    if (!hasEnded() && !output.writableNeedDrain) output.write(': heartbeat\n\n');
  }

  output.write(preamble);
  if (output.destroyed) end('client');
  else void catchUp(first);
  return { end };
}

/** Reads on from the stream's position until the feed has nothing that it has not. */
function createCatchUp(
  stream: Pick<StreamOptions, 'output' | 'limits' | 'read' | 'attach'> & {
    readonly follower: Follower;
    readonly writer: ReturnType<typeof createWriter>;
    readonly hasEnded: () => boolean;
    readonly end: (why: StreamEnd) => void;
  },
): (next: EventBatch | undefined) => Promise<void> {
  const { output, limits, follower, writer, hasEnded, end } = stream;

  /** Waits for a client that is behind. */
  async function keepPace(): Promise<void> {
    if (!output.writableNeedDrain) return;
    if (!(await drained(output, limits.drainMs))) end('slow');
    await follower.recheck();
  }

  /** One frame after the other, each once the client has read the one before. */
  async function sendAll(batch: EventBatch): Promise<void> {
    for (const buffered of writer.send(batch)) {
      if (buffered > 0) await keepPace();
      if (hasEnded()) return;
    }
  }

  return async (next) => {
    try {
      await keepPace();
      for (let batch = next; !hasEnded(); batch = await stream.read(writer.position())) {
        if (batch) await sendAll(batch);
        await follower.recheck();
        if (batch?.isLast === true && !hasEnded() && stream.attach(follower)) return;
      }
    } catch {
      end('failed');
    }
  };
}

/** Writes the events that are new to the stream; its position is up to where it has them. */
function createWriter(output: Writable) {
  let position = -1;
  return {
    position: () => position,
    /** Writes one frame at each step, and gives the bytes that the client has still to read. */
    *send({ events, position: through }: EventBatch): Generator<number> {
      for (const event of events) {
        if (event.position <= position) continue;
        output.write(toFrame(event));
        position = event.position;
        yield output.writableLength;
      }
      position = Math.max(position, through);
    },
  };
}

/** Asks whether the caller may continue, at most once a second; unknown is no: the client reconnects, and gets the error. */
function createRecheck(isAllowed: () => Promise<boolean>): () => Promise<boolean> {
  let checkedAtMs = performance.now();
  return async () => {
    const nowMs = performance.now();
    if (nowMs - checkedAtMs < recheckEveryMs) return true;
    checkedAtMs = nowMs;
    return await isAllowed().catch(() => false);
  };
}

/** One frame of the stream; JSON has no line break. */
function toFrame({ id, type, body }: StreamedEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`;
}

/** True once the buffer has been read, or the client has gone; false after `ms`. */
function drained(output: Writable, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isDrained: boolean) => (): void => {
      clearTimeout(timer);
      output.off('drain', onDrain).off('close', onDrain);
      resolve(isDrained);
    };
    const onDrain = settle(true);
    const timer = setTimeout(settle(false), ms);
    output.once('drain', onDrain).once('close', onDrain);
  });
}
