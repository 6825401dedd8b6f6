import type { InboundEvent } from '@pitanga/contracts';

type Handle = (events: readonly InboundEvent[]) => Promise<void>;

interface Batch {
  readonly events: readonly InboundEvent[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Joins the batches of several partitions that arrive in the same turn of the event loop, as those of one fetch do, up
 * to `eventsMax` events: a transaction costs the same for one event as for ten. Batches that fail together are handled
 * again each by itself, so that the event that cannot be handled stops none but its own.
 */
export function joinBatches(handle: Handle, eventsMax: number): Handle {
  let waiting: Batch[] = [];
  const start = (): void => {
    const groups = grouped(waiting, eventsMax);
    waiting = [];
    for (const group of groups) void handleGroup(handle, group);
  };
  return (events) =>
    new Promise((done, failed) => {
      if (waiting.length === 0) setImmediate(start);
      waiting.push({ events, done, failed });
    });
}

function grouped(batches: readonly Batch[], eventsMax: number): readonly (readonly Batch[])[] {
  const groups: Batch[][] = [];
  let size = Infinity;
  for (const batch of batches) {
    size += batch.events.length;
    if (size <= eventsMax) {
      groups.at(-1)?.push(batch);
    } else {
      groups.push([batch]);
      size = batch.events.length;
    }
  }
  return groups;
}

async function handleGroup(handle: Handle, group: readonly Batch[]): Promise<void> {
  try {
    await handle(group.flatMap(({ events }) => events));
    for (const { done } of group) done();
  } catch (error) {
    const [only, ...others] = group;
    if (others.length === 0) only?.failed(error);
    else for (const { events, done, failed } of group) await handle(events).then(done, failed);
  }
}
