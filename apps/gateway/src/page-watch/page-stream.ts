import type { Writable } from 'node:stream';

/**
 * Why a stream ended. client: the page was left. expired: it had been open for the longest time. deaf: facts are not
 * heard, so the page is to poll. stopped: the gateway stops. failed: the state could not be read. slow: the page does
 * not read.
 */
export type PageStreamEnd = 'client' | 'expired' | 'deaf' | 'stopped' | 'failed' | 'slow';

export interface PageStreamOptions {
  readonly output: Writable;
  /** The state that was read before the stream began. */
  readonly first: string;
  /** Reads the state of the page. */
  readonly read: () => Promise<string>;
  readonly heartbeatMs: number;
  readonly openMsMax: number;
  /** Called once. */
  readonly ended: (why: PageStreamEnd) => void;
}

export interface PageStream {
  /** Reads the state, and sends it if it is another. Facts that come while it is read are covered by one more read. */
  readonly look: () => Promise<void>;
  readonly end: (why: PageStreamEnd) => void;
}

/** Spread over three seconds: a gateway that restarts is not met by all of its pages at once. */
const preamble = (spread: number): string => `retry: ${String(1_000 + Math.floor(spread * 3_000))}\n\n`;

/** Writes the states of one page as server-sent events, `event: state`, which say nothing else. */
export function startPageStream(options: PageStreamOptions & { readonly spread: number }): PageStream {
  const { output, read, heartbeatMs, openMsMax } = options;
  let state = options.first;
  let isReading = false;
  let isStale = false;
  let isOver = false;
  const mayHaveChanged = (): boolean => isStale && !isOver;
  const heartbeat = setInterval(beat, heartbeatMs);
  const expiry = setTimeout(() => {
    end('expired');
  }, openMsMax);

  function end(why: PageStreamEnd): void {
    if (isOver) return;
    isOver = true;
    clearInterval(heartbeat);
    clearTimeout(expiry);
    options.ended(why);
    if (why === 'slow') output.destroy();
    else output.end();
  }

  /** Frames are few and small: a client whose buffer is full at a heartbeat has read nothing for long. */
  function beat(): void {
    if (output.writableNeedDrain) end('slow');
    else output.write(': heartbeat\n\n');
  }

  async function readState(): Promise<void> {
    isStale = false;
    const next = await read();
    if (isOver || next === state) return;
    state = next;
    output.write(toFrame(state));
  }

  async function look(): Promise<void> {
    isStale = true;
    if (isReading) return;
    isReading = true;
    try {
      while (mayHaveChanged()) await readState();
    } catch {
      end('failed');
    } finally {
      isReading = false;
    }
  }

  output
    .on('error', () => {
      end('client');
    })
    .once('close', () => {
      end('client');
    });
  if (output.destroyed) end('client');
  else output.write(preamble(options.spread) + toFrame(state));
  return { look, end };
}

function toFrame(state: string): string {
  return `event: state\ndata: ${JSON.stringify({ state })}\n\n`;
}
