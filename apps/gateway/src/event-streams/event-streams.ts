import type { Writable } from 'node:stream';
import { AppError, type Tenant } from '@pitanga/core';
import { eventCounter, type Log, type Metrics } from '@pitanga/runtime';
import { Gauge } from 'prom-client';
import { createAdmittedStreams, type AdmittedStreams, type StreamLimit } from './admitted-streams';
import type { EventBatch, StreamStart } from './event-batch';
import { createEventFeed, type EventFeed } from './event-feed';
import { startEventStream, type StreamEnd, type StreamLimits, type StreamOptions } from './event-stream';

export interface StreamRequest {
  readonly tenant: Tenant;
  /** Of the key or session: streams are counted by it. */
  readonly callerId: string;
  /** The id of the last event that the client got; undefined for new events only. */
  readonly afterId: string | undefined;
  readonly isAllowed: () => Promise<boolean>;
  /** Reads the next events of the tenant. */
  readonly read: (start: StreamStart) => Promise<EventBatch>;
}

/** A stream that was admitted and waits for its output. */
export interface OpenedStream {
  /** Writes the stream to a response whose headers are sent. */
  pipe(output: Writable): void;
}

/** The event streams of this gateway. */
export interface EventStreams {
  /**
   * Admits a stream and reads where it begins.
   * @throws AppError RESOURCE_EXHAUSTED when the caller, its store or the gateway has too many; those of the first read
   */
  open(request: StreamRequest): Promise<OpenedStream>;
  /** Ends every stream, and every later one as soon as it begins: its client reconnects to another gateway. */
  stop(): void;
}

export interface EventStreamsOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly perCallerMax: number;
  /** In both environments. */
  readonly perStoreMax: number;
  readonly max: number;
  readonly limits: Pick<StreamLimits, 'openMsMax'> & Partial<StreamLimits>;
  readonly pollEveryMs?: number;
}

const limitsDefault = { bufferBytesMax: 1_048_576, drainMs: 30_000, heartbeatMs: 15_000 };

export function createEventStreams(options: EventStreamsOptions): EventStreams {
  const { log, metrics } = options;
  const limits = { ...limitsDefault, ...options.limits };
  const feeds = createFeeds(log, options.pollEveryMs);
  const running = new Set<{ end(why: StreamEnd): void }>();
  const admitted = admitStreams(options);
  const ends = measureStreams(metrics, () => running.size);
  let isStopping = false;

  function start(request: StreamRequest, first: EventBatch, output: Writable): void {
    const stream = startEventStream({
      output,
      first,
      limits,
      ...feeds.join(request),
      read: (afterPosition) => request.read({ afterPosition }),
      isAllowed: request.isAllowed,
      ended: (why) => {
        admitted.release(request);
        // Before `running` has it, when the client had gone already.
        queueMicrotask(() => running.delete(stream));
        ends.inc({ why });
      },
    });
    running.add(stream);
    if (isStopping) stream.end('stopped');
  }

  return {
    async open(request) {
      admitted.reserve(request);
      try {
        const first = await request.read({ afterId: request.afterId });
        return { pipe: (output) => start(request, first, output) };
      } catch (error) {
        admitted.release(request);
        throw error;
      }
    },
    stop() {
      isStopping = true;
      for (const stream of [...running]) stream.end('stopped');
    },
  };
}

/** The feeds of the stores that are watched. */
function createFeeds(log: Log, pollEveryMs: number | undefined) {
  const feeds = new Map<string, EventFeed>();
  return {
    /** The ends of a stream's place in the feed of its store, which its first stream starts where it is. */
    join({ tenant, read }: StreamRequest): Pick<StreamOptions, 'attach' | 'detach'> {
      const key = `${tenant.storeId} ${String(tenant.devMode)}`;
      return {
        attach: (follower) => {
          const feed =
            feeds.get(key) ??
            createEventFeed({
              start: follower.position(),
              read: (afterPosition) => read({ afterPosition }),
              log,
              everyMs: pollEveryMs,
            });
          feeds.set(key, feed);
          return feed.attach(follower);
        },
        detach: (follower) => {
          const feed = feeds.get(key);
          if (feed?.detach(follower) !== true) return;
          feed.stop();
          feeds.delete(key);
        },
      };
    },
  };
}

function admitStreams({ perCallerMax, perStoreMax, max }: EventStreamsOptions): AdmittedStreams<StreamRequest> {
  const atMost = (subject: string, most: number, message: string): StreamLimit => ({
    subject,
    most,
    refusal: () => tooManyStreams(message),
  });
  return createAdmittedStreams(({ callerId, tenant }) => [
    atMost(`caller ${callerId}`, perCallerMax, `A key may have ${streams(perCallerMax)}`),
    atMost(`store ${tenant.storeId}`, perStoreMax, `A store may have ${streams(perStoreMax)}`),
    atMost('gateway', max, 'Too many event streams are open; try again later'),
  ]);
}

function streams(count: number): string {
  return `${String(count)} event ${count === 1 ? 'stream' : 'streams'} open at a time`;
}

function measureStreams(metrics: Metrics, open: () => number) {
  new Gauge({
    name: 'pitanga_event_streams_open',
    help: 'Event streams that this gateway serves.',
    registers: [metrics],
    collect() {
      this.set(open());
    },
  });
  return eventCounter(metrics, {
    name: 'pitanga_event_streams_ended_total',
    help: 'Event streams that ended: client, slow, expired, revoked, stopped or failed',
    labelNames: ['why'],
  });
}

const retryAfterSeconds = '15';

function tooManyStreams(message: string): AppError {
  const metadata = { retryAfterSeconds };
  return new AppError({ kind: 'RESOURCE_EXHAUSTED', reason: 'TOO_MANY_EVENT_STREAMS', message, metadata });
}
