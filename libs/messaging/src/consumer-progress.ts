import { setTimeout as delay } from 'node:timers/promises';
import { consumerGroups } from '@pitanga/contracts';
import { AssignerProtocol, type Admin } from 'kafkajs';
import type { Messaging } from './messaging';

export interface ConsumerProgress {
  /**
   * Resolves when every consumer group has committed the messages that these topics (names of the catalogue) hold now:
   * tens of milliseconds without lag. A group that was never started is left out.
   * @throws Error after `timeoutMs`
   */
  waitUntilConsumed(topics: readonly string[], timeoutMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** The committed offset of a partition that a group has never consumed. */
const noOffset = -1n;
const pollMs = 5;
const failurePauseMs = 100;
/** The subscription of a running group changes with a release only. */
const subscriptionsKeptMs = 10_000;

/** Compares the end of topics with the committed offsets of consumer groups. Connects with the first call. */
export function createConsumerProgress(messaging: Messaging): ConsumerProgress {
  let admin: Promise<Admin> | undefined;
  const subscriptions = cachedSubscriptions();

  const connected = (): Promise<Admin> => {
    admin ??= connect(messaging).catch((error: unknown) => {
      admin = undefined;
      throw error;
    });
    return admin;
  };

  const hasSeen = async (client: Admin, group: string, ends: Ends): Promise<boolean> => {
    const subscribed = await subscriptions.of(client, group);
    if (!subscribed) return false;
    const topics = ends.topics.filter((topic) => subscribed.has(topic));
    const written = await Promise.all(topics.map(async (topic) => [topic, await ends.of(client, topic)] as const));
    const wanted = new Map(written.filter(([, partitions]) => partitions.size > 0));
    if (wanted.size === 0) return true;
    const committed = await client.fetchOffsets({ groupId: group, topics: [...wanted.keys()] });
    return committed.every(({ topic, partitions }) =>
      partitions.every(({ partition, offset }) => BigInt(offset) >= (wanted.get(topic)?.get(partition) ?? noOffset)),
    );
  };

  return {
    waitUntilConsumed: async (topics, timeoutMs) => {
      const deadline = performance.now() + timeoutMs;
      const ends = rememberedEnds(topics.map((topic) => messaging.topicName(topic)));
      let behind = consumerGroups.map((group) => messaging.groupName(group));
      let failure: unknown;
      for (;;) {
        try {
          const client = await connected();
          const seen = await Promise.all(behind.map((group) => hasSeen(client, group, ends)));
          behind = behind.filter((_, index) => !seen[index]);
          if (behind.length === 0) return;
          failure = undefined;
        } catch (error) {
          // The broker moves a partition or a group, or is away for a moment.
          failure = error;
          await delay(failurePauseMs);
        }
        if (performance.now() >= deadline) {
          throw new Error(`facts were not seen in time by ${behind.join(', ')}`, { cause: failure });
        }
        await delay(pollMs);
      }
    },
    stop: async () => {
      await admin?.then((client) => client.disconnect()).catch(() => undefined);
    },
  };
}

async function connect(messaging: Messaging): Promise<Admin> {
  const admin = messaging.kafka.admin();
  await admin.connect();
  return admin;
}

/** The topics that each group subscribes to, as of the last `subscriptionsKeptMs`. */
interface Subscriptions {
  /** Undefined while a group rebalances or has no members. */
  of(client: Admin, group: string): Promise<ReadonlySet<string> | undefined>;
}

function cachedSubscriptions(): Subscriptions {
  const cached = new Map<string, { readonly topics: ReadonlySet<string>; readonly readAtMs: number }>();
  return {
    of: async (client, group) => {
      const kept = cached.get(group);
      if (kept && performance.now() - kept.readAtMs < subscriptionsKeptMs) return kept.topics;
      const { groups } = await client.describeGroups([group]);
      const [described] = groups;
      if (described?.state === 'Dead') return new Set();
      if (described?.state !== 'Stable') return undefined;
      const topics = new Set(
        described.members.flatMap(
          ({ memberMetadata }) => AssignerProtocol.MemberMetadata.decode(memberMetadata)?.topics ?? [],
        ),
      );
      cached.set(group, { topics, readAtMs: performance.now() });
      return topics;
    },
  };
}

/** The ends of topics as of the first query. */
interface Ends {
  readonly topics: readonly string[];
  /** Next offset of each partition; without empty ones, for which no offset is ever committed. */
  of(client: Admin, topic: string): Promise<ReadonlyMap<number, bigint>>;
}

function rememberedEnds(topics: readonly string[]): Ends {
  const asked = new Map<string, Promise<ReadonlyMap<number, bigint>>>();
  const ask = async (client: Admin, topic: string): Promise<ReadonlyMap<number, bigint>> => {
    const partitions = await client.fetchTopicOffsets(topic);
    const written = partitions.filter(({ low, high }) => low !== high);
    return new Map(written.map(({ partition, high }) => [partition, BigInt(high)]));
  };
  return {
    topics,
    of: (client, topic) => {
      const known = asked.get(topic) ?? ask(client, topic);
      asked.set(topic, known);
      known.catch(() => asked.delete(topic));
      return known;
    },
  };
}
