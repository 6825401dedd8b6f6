import type { EventType, InboundEvent } from '@pitanga/contracts';
import type { Log } from '@pitanga/runtime';
import type { Messaging } from './messaging';

export interface ConsumerOptions {
  readonly messaging: Messaging;
  /** Consumer group: the service's name. */
  readonly group: string;
  /**
   * The events this consumer handles; others on the same topics are skipped. `all`: every event of every topic, and one of
   * a type that this build does not know is refused like one that cannot be decoded.
   */
  readonly types: readonly EventType[] | 'all';
  /** Narrows `types` by the key, which costs no decoding: an event for which it is false is skipped. */
  readonly isWanted?: (type: EventType, key: string) => boolean;
  /**
   * Applies a batch of one partition, in order, in one transaction. What it throws decides (`toEventError`):
   * a transient or unknown error is retried in place with backoff until it passes, and nothing later of the partition is
   * applied first. Where an error is permanent, each event of the batch is applied alone.
   */
  readonly handle: (events: readonly InboundEvent[]) => Promise<void>;
  /**
   * What becomes of an event that no retry applies, or that cannot be decoded.
   * - `dead-letter` (default): moved to the dead letters; the partition continues.
   * - `stop`: the partition stops at it and the alert pages. For a consumer that may never miss an event.
   */
  readonly onPermanent?: 'dead-letter' | 'stop';
  /** Most milliseconds between the begins of two fetches while events come in a stream. @default 15 */
  readonly streamMs?: number;
  readonly log: Log;
}
