/** How an account at a bank is read for Pix that no charge asked for: by windows of time, a page at a time. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** For what came shortly before the window and the bank lists late. */
const overlapMs = 15 * minuteMs;
const windowMsMax = 24 * hourMs;
/** A callback reads sooner. */
const pauseMs = 10 * minuteMs;
/** Every day the last three are read once more. */
const sweepEveryMs = 24 * hourMs;
const sweepMs = 72 * hourMs;

export interface Window {
  readonly from: Date;
  readonly until: Date;
}

export interface Inbox {
  readonly account: string;
  /** What came before is not looked for. */
  readonly since: Date;
  readonly readUntil: Date;
  /** The window that is being read; its end stays, so that its pages do. */
  readonly window: Window | undefined;
  /** The next page of the window. */
  readonly page: number;
  readonly sweptAt: Date;
  readonly runAt: Date;
  readonly attempts: number;
  readonly revision: number;
}

/** The window under way, or the next. */
export function openWindow({ window, since, readUntil }: Inbox, now: Date): Window {
  if (window) return window;
  const from = new Date(Math.max(since.getTime(), readUntil.getTime() - overlapMs));
  return { from, until: new Date(Math.min(from.getTime() + windowMsMax, now.getTime())) };
}

/** After pages of a window, of which more remain. */
export function continued(inbox: Inbox, window: Window, page: number, now: Date): Inbox {
  return { ...inbox, window, page, attempts: 0, runAt: now };
}

/** After the last page of a window. @param slowness how much rarer than usual it is read next */
export function completed(inbox: Inbox, { until }: Window, now: Date, slowness = 1): Inbox {
  const done = { ...inbox, window: undefined, page: 0, attempts: 0, readUntil: until };
  if (until.getTime() < now.getTime() - overlapMs) return { ...done, runAt: now };
  if (now.getTime() - inbox.sweptAt.getTime() < sweepEveryMs) return { ...done, runAt: after(now, pauseMs * slowness) };
  const readUntil = new Date(Math.max(inbox.since.getTime(), now.getTime() - sweepMs));
  return { ...done, readUntil, sweptAt: now, runAt: now };
}

/** While it is not watched: what comes in that time is not looked for later either. */
export function skipped(inbox: Inbox, now: Date): Inbox {
  const fresh = { window: undefined, page: 0, attempts: 0, since: now, readUntil: now, sweptAt: now };
  return { ...inbox, ...fresh, runAt: after(now, pauseMs) };
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
