import type { BlobStore } from '@pitanga/billing/blob-store';
import type { OffsetRange } from '@pitanga/messaging';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

const positions = Type.Object({
  /** How many portions have been written, which numbers the next. */
  portions: Type.Integer({ minimum: 0 }),
  /** The offset that each partition of a topic is read from next. */
  next: Type.Record(Type.String(), Type.Array(Type.Integer({ minimum: 0 }))),
  /** What the portion that was being written holds; a crash may have left some of its files. */
  writing: Type.Optional(
    Type.Array(
      Type.Object({ topic: Type.String(), partition: Type.Integer(), from: Type.Integer(), to: Type.Integer() }),
    ),
  ),
});

/** How far a store's history goes; kept in the store beside it, so that one is never without the other. */
export type Positions = Static<typeof positions>;

const key = 'positions.json';
const maxBytes = 1_048_576;

export async function loadPositions(store: BlobStore): Promise<Positions> {
  const bytes = await store.read(key, 0, maxBytes);
  return bytes ? Value.Parse(positions, JSON.parse(bytes.toString())) : { portions: 0, next: {} };
}

export async function savePositions(store: BlobStore, state: Positions): Promise<void> {
  await store.put(key, Buffer.from(`${JSON.stringify(state, null, 2)}\n`), 'application/json');
}

/** After a portion whose files are all in the store. */
export function afterPortion({ portions, next }: Positions, ranges: readonly OffsetRange[]): Positions {
  const moved = new Map(Object.entries(next).map(([topic, offsets]) => [topic, [...offsets]]));
  for (const { topic, partition, to } of ranges) {
    const offsets = moved.get(topic) ?? [];
    // A partition in between that was never read begins at its first message.
    while (offsets.length < partition) offsets.push(0);
    offsets[partition] = to;
    moved.set(topic, offsets);
  }
  return { portions: portions + 1, next: Object.fromEntries(moved) };
}

export interface Portion {
  readonly ranges: readonly OffsetRange[];
  /** Events that Kafka had deleted before they were read. */
  readonly lost: number;
}

/**
 * What of the messages that Kafka holds is read next: a fair part of each partition, `maxEvents` in all or one for each
 * partition.
 */
export function nextPortion(held: readonly OffsetRange[], { next }: Positions, maxEvents: number): Portion {
  const unread = held.flatMap((range) => {
    const { topic, partition, from: first, to } = range;
    const position = next[topic]?.[partition] ?? 0;
    // A topic that ends before the position is another one of the same name.
    const from = position > to ? first : Math.max(first, position);
    const lost = position > to || position === 0 ? 0 : from - position;
    return from < to || lost > 0 ? [{ ...range, from, lost }] : [];
  });
  const share = Math.max(1, Math.floor(maxEvents / unread.length));
  return {
    ranges: unread.map(({ lost: _, to, ...range }) => ({ ...range, to: Math.min(to, range.from + share) })),
    lost: unread.reduce((sum, { lost }) => sum + lost, 0),
  };
}
