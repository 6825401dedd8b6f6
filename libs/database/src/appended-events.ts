import { AsyncLocalStorage } from 'node:async_hooks';
import type { AppendedEvent, OutboundEvent } from '@pitanga/contracts';

interface Collection {
  readonly events: AppendedEvent[];
  /** False once the work has ended: what it has started and left running is none of it. */
  isOpen: boolean;
}

const collections = new AsyncLocalStorage<Collection>();

/**
 * Runs `work`, and returns with its result the events that it has appended to the outbox, in order; none for a write that was
 * answered from an earlier request. For a caller who waits until other services have applied them.
 */
export async function withAppendedEvents<R>(
  work: () => Promise<R>,
): Promise<{ readonly result: R; readonly events: readonly AppendedEvent[] }> {
  const collection: Collection = { events: [], isOpen: true };
  try {
    const result = await collections.run(collection, work);
    return { result, events: collection.events };
  } finally {
    collection.isOpen = false;
  }
}

/** Notes an event, with its JSON, for the {@link withAppendedEvents} around it, if there is one. */
export function noteAppended({ id, type, key, occurredAt }: OutboundEvent, payload: string): void {
  const collection = collections.getStore();
  if (collection?.isOpen === true) collection.events.push({ id, type, key, occurredAt, payload });
}
