/** How a waiting page asks; the browser's own means, or those of a test. */
export interface WatcherMeans {
  readonly isVisible: () => boolean;
  /** Opens the stream: `state` for each state it sends, `closed` when it cannot continue. Returns what closes it. */
  readonly openStream: (on: { readonly state: (state: string) => void; readonly closed: () => void }) => () => void;
  /** Asks for the state once; undefined when there is no answer. */
  readonly ask: () => Promise<string | undefined>;
  readonly after: (ms: number, work: () => void) => () => void;
  /** Leaves the page, whose state is another now. */
  readonly leave: () => void;
}

const pollEveryMs = 5_000;
/** Half an hour. */
const pollsMax = 360;
/** A stream that has said nothing for this long is held back on its way. */
const silentMs = 5_000;
/** After this many polls a page asks for a stream again. */
const pollsBeforeStream = 6;

export interface PageWatcher {
  /** The page became visible or hidden. */
  readonly turn: () => void;
  /** Asks now. */
  readonly askNow: () => void;
}

/**
 * Waits for another state: by the stream, and by polling while there is none. A hidden page asks nothing; one that is shown
 * again asks at once.
 */
export function startWatching(shownState: string, means: WatcherMeans): PageWatcher {
  let close: (() => void) | undefined;
  let cancel: (() => void) | undefined;
  let pollsLeft = pollsMax;
  let isOver = false;

  function see(state: string | undefined): void {
    if (isOver || state === undefined || state === shownState) return;
    stop();
    isOver = true;
    means.leave();
  }

  function stop(): void {
    close?.();
    cancel?.();
    close = cancel = undefined;
  }

  function listen(): void {
    stop();
    cancel = means.after(silentMs, fallBack);
    close = means.openStream({
      state: (state) => {
        cancel?.();
        cancel = undefined;
        see(state);
      },
      closed: fallBack,
    });
  }

  function fallBack(): void {
    if (isOver) return;
    stop();
    poll(pollsBeforeStream);
  }

  function poll(untilStream: number): void {
    if (pollsLeft <= 0 || isOver) return;
    cancel = means.after(pollEveryMs, () => {
      pollsLeft -= 1;
      void means.ask().then((state) => {
        see(state);
        if (isOver || !means.isVisible()) return;
        if (untilStream <= 1) listen();
        else poll(untilStream - 1);
      });
    });
  }

  function turn(): void {
    if (isOver) return;
    stop();
    if (means.isVisible()) listen();
  }

  turn();
  return { turn, askNow: () => void means.ask().then(see) };
}
