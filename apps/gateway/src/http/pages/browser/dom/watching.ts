import { startWatching, type PageWatcher } from '../page-watcher';

/** Waits for another state of the payment that the page shows, and goes to the page of it. */
export function watchPage(): PageWatcher | undefined {
  const { look, events, state, then } = document.querySelector<HTMLElement>('main')?.dataset ?? {};
  if (look === undefined || events === undefined || state === undefined || then === undefined) return undefined;
  const watcher = startWatching(state, {
    isVisible: () => document.visibilityState === 'visible',
    openStream: ({ state: tell, closed }) => openStream(events, tell, closed),
    ask: () => ask(look),
    after: (ms, work) => {
      const timer = setTimeout(work, ms);
      return () => {
        clearTimeout(timer);
      };
    },
    leave: () => {
      location.replace(then);
    },
  });
  document.addEventListener('visibilitychange', watcher.turn);
  addEventListener('pageshow', (event) => {
    if (event.persisted) watcher.turn();
  });
  return watcher;
}

function openStream(address: string, tell: (state: string) => void, closed: () => void): () => void {
  const stream = new EventSource(address);
  stream.addEventListener('state', ({ data }) => {
    tell(readState(JSON.parse(String(data))));
  });
  // The browser connects again by itself, except after an answer that is no stream.
  stream.addEventListener('error', () => {
    if (stream.readyState === EventSource.CLOSED) closed();
  });
  return () => {
    stream.close();
  };
}

async function ask(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address, { headers: { accept: 'application/json' } });
    return answer.ok ? readState(await answer.json()) : undefined;
  } catch {
    return undefined;
  }
}

function readState(answer: unknown): string {
  return (answer as { readonly state: string }).state;
}
