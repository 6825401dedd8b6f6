import { createParser } from 'eventsource-parser';
import type { Event, WebhookEvent } from './gen/schemas';
import type { CallOptions, Page } from './operation';
import { PagedList } from './list';
import { readJson, sendOnce, type Connection } from './request';
import { isTransient, waitBeforeRetry } from './retry';

interface StreamState {
  /** The last event that was handed over, or that the caller has. */
  lastEventId: string | undefined;
  /** The store had no event when the stream began: all that it has later are new. */
  isFromFirst: boolean;
  /** Milliseconds between two connections, which the platform may change. */
  reconnectMs: number;
}

/**
 * Yields the events of the stream at `path`, over as many connections as it takes. What fails for a moment is tried again
 * without an end, unless `maxRetries` bounds how often in a row.
 * @throws PitangaError when the stream is refused: its key or its `after` is not accepted
 */
export async function* streamEvents(
  connection: Connection,
  path: string,
  input: Readonly<Record<string, unknown>>,
  options: CallOptions,
): AsyncGenerator<WebhookEvent, void, undefined> {
  const { signal, maxRetries = Infinity } = options;
  const { after, lastEventId = after } = input as { readonly after?: string; readonly lastEventId?: string };
  const state: StreamState = { lastEventId, isFromFirst: false, reconnectMs: 1_000 };
  for (let failures = 0; ;) {
    try {
      if (state.lastEventId === undefined) {
        yield* eventsBeforeStream(connection, state, options);
        failures = 0;
      } else {
        const request = { method: 'GET', path, input: { after: state.lastEventId }, isKeyed: false } as const;
        const response = await sendOnce(connection, request, options, (answer) => Promise.resolve(answer));
        failures = 0;
        yield* readEvents(response, state, connection.silenceMs, signal);
        await connection.sleep(state.reconnectMs, signal);
      }
    } catch (error) {
      if (failures >= maxRetries || !isTransient(error)) throw error;
      await connection.sleep(waitBeforeRetry(failures, error, connection.random), signal);
      failures += 1;
    }
  }
}

/**
 * Finds the event to resume after: without one, a connection has only what happens once it is open, and what happens before
 * or between two connections would be lost. Yields the first events of a store that had none.
 */
async function* eventsBeforeStream(
  connection: Connection,
  state: StreamState,
  options: CallOptions,
): AsyncGenerator<WebhookEvent, void, undefined> {
  const newestFirst = new PagedList({ limit: state.isFromFirst ? 100 : 1 }, async (input) => {
    const request = { method: 'GET', path: '/v2/events/list', input, isKeyed: false } as const;
    return (await sendOnce(connection, request, options, readJson)) as Page<Event>;
  });
  const events: Event[] = [];
  if (state.isFromFirst) for await (const event of newestFirst) events.unshift(event);
  else {
    const { data } = await newestFirst;
    state.lastEventId = data[0]?.id;
    state.isFromFirst = data.length === 0;
  }
  if (state.isFromFirst && events.length === 0) await connection.sleep(state.reconnectMs, options.signal);
  for (const { id, event, apiVersion, devMode, data } of events) {
    state.lastEventId = id;
    yield { id, event, apiVersion, devMode, data } as WebhookEvent;
  }
}

/** The events of one connection, until it ends, breaks or falls silent. */
async function* readEvents(
  response: Response,
  state: StreamState,
  silenceMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<WebhookEvent, void, undefined> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const close = (): void => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', close, { once: true });
  const read: { id: string | undefined; data: string }[] = [];
  const parser = createParser({
    onEvent: ({ id, data }) => void read.push({ id, data }),
    onRetry: (ms) => void (state.reconnectMs = ms),
  });
  try {
    for (;;) {
      const chunk = await readWithin(silenceMs, reader);
      signal?.throwIfAborted();
      if (chunk === undefined) return;
      parser.feed(decoder.decode(chunk, { stream: true }));
      for (const { id, data } of read.splice(0)) {
        // Before the event is handed over: who leaves the loop has had it.
        state.lastEventId = id ?? state.lastEventId;
        yield JSON.parse(data) as WebhookEvent;
      }
    }
  } finally {
    signal?.removeEventListener('abort', close);
    close();
  }
}

/** The next bytes; undefined at the end of the connection, when it breaks, and when nothing comes in time. */
async function readWithin(
  ms: number,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Uint8Array | undefined> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), ms);
  try {
    return (await reader.read()).value;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
