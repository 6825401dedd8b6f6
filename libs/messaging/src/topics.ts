import { eventTopics, publicTopic, topicCatalogue, type TopicName } from '@pitanga/contracts';
import { ConfigResourceTypes, ConfigSource, type Admin } from 'kafkajs';
import type { Messaging } from './messaging';
import { retryKafka } from './retry-kafka';

/** The topic of the messages that a consumer of `topic` cannot apply. */
export function deadLetterTopic(topic: string): string {
  return `${topic}.dead`;
}

const dayMs = 24 * 3_600_000;
/** How long dead letters are kept. */
export const deadLetterDays = 30;
/**
 * Messages are deleted by whole segments. One is closed after a day, so that none outlives its topic's days by more: the
 * bound of personal data in events (docs/personal-data.md#topics).
 */
const segmentMs = String(dayMs);

interface WantedTopic {
  readonly topic: string;
  readonly numPartitions: number;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Creates every topic of the catalogue and its dead-letter topic, and gives those that exist the settings of the
 * catalogue; settings that an operator has added to a topic are kept. The number of partitions of an existing topic is
 * never changed: a key would move to another partition, and events of one key would no longer be in order.
 *
 * @param options.partitions instead of the catalogue's, where a broker is shared by many installations
 * @param options.publicForm also the topics of the public form, which startPublicEvents writes
 */
export async function ensureTopics(
  messaging: Messaging,
  options: { readonly partitions?: number; readonly publicForm?: boolean } = {},
): Promise<void> {
  const { partitions, publicForm = false } = options;
  const wanted = eventTopics.flatMap((topic) => [
    ...wantedTopics(messaging, topic, partitions),
    ...(publicForm ? [eventTopic(messaging, topic, publicTopic(topic), partitions)] : []),
  ]);
  const admin = messaging.kafka.admin();
  await admin.connect();
  try {
    // A retry creates only what is still missing.
    await retryKafka(() => ensure(admin, wanted));
  } finally {
    await admin.disconnect();
  }
}

async function ensure(admin: Admin, wanted: readonly WantedTopic[]): Promise<void> {
  const existing = new Set(await admin.listTopics());
  const missing = wanted.filter(({ topic }) => !existing.has(topic));
  if (missing.length > 0) await createTopics(admin, missing);
  await alterSettings(
    admin,
    wanted.filter(({ topic }) => existing.has(topic)),
  );
}

function wantedTopics(messaging: Messaging, name: TopicName, partitions?: number): readonly WantedTopic[] {
  return [
    eventTopic(messaging, name, name, partitions),
    {
      topic: messaging.topicName(deadLetterTopic(name)),
      numPartitions: 1,
      settings: {
        'cleanup.policy': 'delete',
        'retention.ms': String(deadLetterDays * dayMs),
        'segment.ms': segmentMs,
      },
    },
  ];
}

/** A topic with the settings that the catalogue has for `like`. */
function eventTopic(messaging: Messaging, like: TopicName, name: string, partitions?: number): WantedTopic {
  const { retentionDays, isCompacted, ...topic } = topicCatalogue[like];
  const keptMs = String(retentionDays * dayMs);
  return {
    topic: messaging.topicName(name),
    numPartitions: partitions ?? topic.partitions,
    settings: isCompacted
      ? // Compaction keeps younger messages, so a compacted topic too loses nothing for this long.
        { 'cleanup.policy': 'compact', 'min.compaction.lag.ms': keptMs }
      : { 'cleanup.policy': 'delete', 'retention.ms': keptMs, 'segment.ms': segmentMs },
  };
}

async function createTopics(admin: Admin, missing: readonly WantedTopic[]): Promise<void> {
  const topics = missing.map(({ settings, ...topic }) => ({ ...topic, configEntries: toEntries(settings) }));
  await admin.createTopics({ topics, waitForLeaders: true });
}

async function alterSettings(admin: Admin, wanted: readonly WantedTopic[]): Promise<void> {
  if (wanted.length === 0) return;
  const type = ConfigResourceTypes.TOPIC;
  const resources = wanted.map(({ topic: name }) => ({ type, name }));
  const described = await admin.describeConfigs({ resources, includeSynonyms: false });
  const known = new Map(
    described.resources.map(({ resourceName, configEntries }) => [
      resourceName,
      configEntries.filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG),
    ]),
  );
  const changed = wanted.flatMap(({ topic: name, settings }) => {
    const own = Object.fromEntries((known.get(name) ?? []).map((entry) => [entry.configName, entry.configValue]));
    const isCurrent = Object.entries(settings).every(([setting, value]) => own[setting] === value);
    // The request replaces every setting, so it repeats those that operators have added.
    return isCurrent ? [] : [{ type, name, configEntries: toEntries({ ...own, ...settings }) }];
  });
  if (changed.length > 0) await admin.alterConfigs({ validateOnly: false, resources: changed });
}

function toEntries(settings: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(settings).map(([name, value]) => ({ name, value }));
}

/** True of an error of the client, however it wraps it, because a topic is not there. */
export function isMissingTopic(error: unknown): boolean {
  const { type, cause } = error as { type?: unknown; cause?: unknown };
  return type === 'UNKNOWN_TOPIC_OR_PARTITION' || (cause !== undefined && isMissingTopic(cause));
}
