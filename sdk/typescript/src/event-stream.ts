import { createParser } from 'eventsource-parser';
import type { WebhookEvent } from './gen/schemas';
import type { CallOptions } from './operation';
import { sendOnce, type Connection } from './request';
import { isTransient, waitBeforeRetry } from './retry';

interface StreamState {
  /** The last event that was handed over. */
  lastEventId: string | undefined;
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
  const state: StreamState = { lastEventId: undefined, reconnectMs: 1_000 };
  for (let failures = 0; ;) {
    try {
      const headers = state.lastEventId === undefined ? {} : { 'last-event-id': state.lastEventId };
      const request = { method: 'GET', path, input, headers, isKeyed: false } as const;
      const response = await sendOnce(connection, request, options, (answer) => Promise.resolve(answer));
      failures = 0;
      yield* eventsOf(response, state, connection.silenceMs, signal);
      await connection.sleep(state.reconnectMs, signal);
    } catch (error) {
      if (failures >= maxRetries || !isTransient(error)) throw error;
      await connection.sleep(waitBeforeRetry(failures, error, connection.random), signal);
      failures += 1;
    }
  }
}

/** The events of one connection, until it ends, breaks or falls silent. */
async function* eventsOf(
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
