import { appendedToWire, type AppendedEvent } from '@pitanga/contracts';
import { withAppendedEvents } from '@pitanga/database';

/**
 * Adds to the answer of a simulation what it appended to the outbox, so that the gateway can wait until other services have
 * applied it. It is no part of the answer that is kept for a repeat: the first request has waited.
 */
export async function withAppended<R extends object>(
  work: () => Promise<R>,
): Promise<R & { readonly appended: AppendedEvent[] }> {
  const { result, events } = await withAppendedEvents(work);
  return { ...result, appended: events.map(appendedToWire) };
}
