import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { storeHeaders, type Scope } from '../api/client';
import { useStore } from '../session/store-context';

/** Events that come together are one refresh. */
const gatherMs = 400;
/** A busy store has an event each moment; what is on the screen is loaded again no more often than this. */
const betweenMs = 2_000;
const reconnectMs = 3_000;
const reconnectMsMax = 60_000;

/**
 * Listens to the store's events and loads again what is on the screen when something has happened. A person who may not
 * read events sees new data when they come back to the window.
 */
export function LiveEvents() {
  const { scope, may, key } = useStore();
  const queries = useQueryClient();
  const isAllowed = may('EVENT:READ');
  useEffect(() => {
    if (!isAllowed) return undefined;
    const stopped = new AbortController();
    let isDue = false;
    let isRunning = false;
    const refresh = async (): Promise<void> => {
      if (isRunning) return;
      isRunning = true;
      while (isDue && !stopped.signal.aborted) {
        await pause(gatherMs);
        isDue = false;
        // One refresh ends before the next begins: a long list would never come to its end otherwise.
        await Promise.all([queries.invalidateQueries({ queryKey: key() }), pause(betweenMs)]);
      }
      isRunning = false;
    };
    void listen(scope, stopped.signal, {
      onEvent: () => {
        isDue = true;
        void refresh();
      },
      // Signed out elsewhere, or the store is there no more.
      onRefused: () => void queries.invalidateQueries({ queryKey: ['me'] }),
    });
    return () => {
      stopped.abort();
    };
  }, [scope, isAllowed, queries, key]);
  return null;
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    window.setTimeout(resolve, ms);
  });

interface Listener {
  readonly onEvent: () => void;
  /** The session has ended, or the store has. */
  readonly onRefused: () => void;
}

async function listen(scope: Scope, signal: AbortSignal, { onEvent, onRefused }: Listener): Promise<void> {
  let waitMs = reconnectMs;
  let lastEventId = '';
  while (!signal.aborted) {
    try {
      // EventSource cannot send the headers that keep other sites out.
      const response = await fetch('/dashboard/api/v2/events/stream', {
        signal,
        headers: {
          ...storeHeaders(scope),
          ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
        },
      });
      if (response.status === 400) lastEventId = '';
      if (response.status === 401 || response.status === 404) onRefused();
      if (response.ok && response.body) {
        waitMs = reconnectMs;
        for await (const id of eventIds(response.body)) {
          lastEventId = id;
          onEvent();
        }
      } else waitMs = Math.min(waitMs * 2, reconnectMsMax);
    } catch {
      waitMs = Math.min(waitMs * 2, reconnectMsMax);
    }
    await pause(waitMs);
  }
}

/** The ids of a stream of server-sent events. */
async function* eventIds(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let unread = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    unread += value;
    const lines = unread.split('\n');
    unread = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('id:')) yield line.slice(3).trim();
  }
}
