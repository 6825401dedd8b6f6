import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutboundEvent } from '@pitanga/contracts';

const collecting = new AsyncLocalStorage<OutboundEvent[]>();

/**
 * Runs `work`, and returns with its result the events that it has appended to the outbox, in order; none for a write that was
 * answered from an earlier request. For a caller who waits until other services have applied them.
 */
export async function withAppendedEvents<R>(
  work: () => Promise<R>,
): Promise<{ readonly result: R; readonly events: readonly OutboundEvent[] }> {
  const events: OutboundEvent[] = [];
  const result = await collecting.run(events, work);
  return { result, events };
}

/** Notes an event for the {@link withAppendedEvents} around it, if there is one. */
export function noteAppended(event: OutboundEvent): void {
  collecting.getStore()?.push(event);
}
