import type { Pagination, WebhookEvent } from './gen/schemas';
import type { WarningHandler } from './warnings';

/** A table of operations: a row is `METHOD path`, and a third word where the call is special (generate-surface.mjs). */
export interface Table {
  readonly [name: string]: string | Table;
}

/** What one call does otherwise than its client. */
export interface CallOptions {
  /** Milliseconds that each attempt may take; of a stream, until it answers. */
  readonly timeoutMs?: number;
  /** Attempts after the first one; 0 never repeats. */
  readonly maxRetries?: number;
  /** Ends the call: it throws the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Takes the warnings of this call alone; false says none. */
  readonly onWarning?: WarningHandler | false;
}

export interface PostOptions extends CallOptions {
  /**
   * 1 to 255 printable characters: within 72 hours a call with the same key and body does nothing new and has the same
   * answer. Without it each call has a key of its own, which its retries keep.
   */
  readonly idempotencyKey?: string;
}

/** One page of a list, the newest first. */
export interface Page<T> {
  readonly data: T[];
  readonly pagination: Pagination;
}

/** A list: await it for its first page, or iterate over the records of all pages. Nothing is asked before. */
export interface List<T> extends Promise<Page<T>>, AsyncIterable<T> {}

/**
 * The events of the store as they happen. It reconnects by itself and leaves no event out, until its signal is aborted or
 * the loop over it ends. `id` is that of the event (`evt_…`); `stream({ after: id })` starts after it.
 */
export type EventStream = AsyncIterable<WebhookEvent>;
