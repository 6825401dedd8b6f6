import type { Writable } from 'node:stream';
import { AppError, type RandomBytes } from '@pitanga/core';
import { eventCounter, type Metrics } from '@pitanga/runtime';
import { Gauge } from 'prom-client';
import { createAdmittedStreams, type AdmittedStreams } from '../event-streams/admitted-streams';
import type { PageHub } from './page-hub';
import { startPageStream, type PageStreamEnd } from './page-stream';

export interface PageStreamRequest {
  /** Stands for the client's address: streams are counted by it. */
  readonly client: string;
  /** What the page waits for. */
  readonly ids: readonly string[];
  /** Reads the state of the page, as the page has it. */
  readonly read: () => Promise<string>;
}

/** A stream that was admitted and waits for its output. */
export interface OpenedPageStream {
  /** Writes the stream to a response whose headers are sent. */
  pipe(output: Writable): void;
}

/** The waiting pages that this gateway tells: each is read once when it begins, and once for a fact about it. */
export interface PageStreams {
  /** False while facts are not heard: pages then poll. */
  readonly isHearing: () => boolean;
  /**
   * Admits a page and reads its state.
   * @throws AppError RESOURCE_EXHAUSTED when its address or the gateway has too many; those of the read
   */
  open(request: PageStreamRequest): Promise<OpenedPageStream>;
  /** Ends every stream, and after `stopped` every later one as it begins; the pages connect again, or poll. */
  endAll(why: 'deaf' | 'stopped'): void;
}

export interface PageStreamsOptions {
  readonly hub: PageHub;
  readonly isHearing: () => boolean;
  readonly metrics: Metrics;
  readonly random: RandomBytes;
  readonly perAddressMax: number;
  readonly max: number;
  readonly openMsMax: number;
  readonly heartbeatMs?: number;
}

/** Shorter than the idle timeouts of proxies and mobile networks. */
const heartbeatMsDefault = 15_000;

export function createPageStreams(options: PageStreamsOptions): PageStreams {
  const { hub, isHearing, metrics, random, openMsMax, heartbeatMs = heartbeatMsDefault } = options;
  const admitted = admitPages(options);
  const running = new Set<(why: PageStreamEnd) => void>();
  let isStopping = false;
  const ends = measureStreams(metrics, () => running.size);

  function start(request: PageStreamRequest, watched: Watched, first: string, output: Writable): void {
    const stream = startPageStream({
      output,
      first,
      read: request.read,
      heartbeatMs,
      openMsMax,
      spread: (random(1)[0] ?? 0) / 256,
      ended: (why) => {
        watched.stop();
        admitted.release(request);
        // Before `running` has it, when the page had gone already.
        queueMicrotask(() => running.delete(stream.end));
        ends.inc({ why });
      },
    });
    running.add(stream.end);
    watched.begin(() => void stream.look());
    if (isStopping) stream.end('stopped');
    else if (!isHearing()) stream.end('deaf');
  }

  return {
    isHearing,
    async open(request) {
      admitted.reserve(request);
      // Before the first read: a fact between the two is not lost.
      const watched = startWatching(hub, request.ids);
      try {
        const first = await request.read();
        return {
          pipe: (output) => {
            start(request, watched, first, output);
          },
        };
      } catch (error) {
        watched.stop();
        admitted.release(request);
        throw error;
      }
    },
    endAll(why) {
      isStopping ||= why === 'stopped';
      for (const end of [...running]) end(why);
    },
  };
}

type Watched = ReturnType<typeof startWatching>;

/** Keeps that a fact came until `begin` says what it starts. */
function startWatching(hub: PageHub, ids: readonly string[]) {
  let isStale = false;
  let look = (): void => {
    isStale = true;
  };
  const stop = hub.watch(ids, () => {
    look();
  });
  return {
    stop,
    begin(work: () => void): void {
      look = work;
      if (isStale) work();
    },
  };
}

function admitPages({ perAddressMax, max }: PageStreamsOptions): AdmittedStreams<PageStreamRequest> {
  return createAdmittedStreams(({ client }) => [
    { subject: 'gateway', most: max, refusal: tooManyStreams },
    { subject: `client ${client}`, most: perAddressMax, refusal: tooManyStreams },
  ]);
}

function measureStreams(metrics: Metrics, open: () => number) {
  new Gauge({
    name: 'pitanga_page_streams_open',
    help: 'Waiting payment pages that this gateway tells by a stream.',
    registers: [metrics],
    collect() {
      this.set(open());
    },
  });
  return eventCounter(metrics, {
    name: 'pitanga_page_streams_ended_total',
    help: 'Streams of payment pages that ended: client, expired, deaf, stopped, failed or slow',
    labelNames: ['why'],
  });
}

const retryAfterSeconds = '30';

function tooManyStreams(): AppError {
  const metadata = { retryAfterSeconds };
  const message = 'Too many pages are open; try again later';
  return new AppError({ kind: 'RESOURCE_EXHAUSTED', reason: 'TOO_MANY_REQUESTS', message, metadata });
}
