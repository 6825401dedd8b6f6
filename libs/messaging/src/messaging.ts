import { eventTopics } from '@pitanga/contracts';
import type { Log } from '@pitanga/runtime';
import { Kafka, logLevel, type LogEntry } from 'kafkajs';
import type { Registry } from 'prom-client';

export interface MessagingOptions {
  /** host:port of the bootstrap brokers. */
  readonly brokers: readonly string[];
  readonly clientId: string;
  /** Put before every topic and group name, so that installations and tests can share a broker. */
  readonly prefix: string;
  readonly log: Log;
  readonly metrics?: Registry | undefined;
}

/** A configured way to Kafka. Nothing connects until a relay or consumer starts. */
export interface Messaging {
  readonly kafka: Kafka;
  readonly clientId: string;
  readonly log: Log;
  readonly metrics: Registry | undefined;
  topicName(topic: string): string;
  groupName(group: string): string;
}

/** Messages the client logs as errors though it retries them by itself. */
const retriedByTheClient =
  /COORDINATOR_LOADING|COORDINATOR_NOT_AVAILABLE|NOT_COORDINATOR|REBALANCE_IN_PROGRESS|The group is rebalancing|Connection (error|timeout)|Failed to connect|LEADER_NOT_AVAILABLE|UNKNOWN_MEMBER_ID|not aware of this member/;

function forwardLog(log: Log, entry: LogEntry): void {
  const { message, error } = entry.log as { message: string; error?: unknown };
  const fields = { kafka: entry.namespace, error };
  const isExpected = retriedByTheClient.test(`${message} ${typeof error === 'string' ? error : ''}`);
  if (entry.level === logLevel.ERROR && !isExpected) log.error(fields, message);
  else if (entry.level <= logLevel.WARN && !isExpected) log.warn(fields, message);
  else log.debug(fields, message);
}

export function createMessaging(options: MessagingOptions): Messaging {
  const log = options.log.child({ module: 'kafka' });
  const kafka = new Kafka({
    clientId: options.clientId,
    brokers: [...options.brokers],
    connectionTimeout: 3_000,
    requestTimeout: 8_000,
    // Short: the relay and the consumers loop for ever by themselves and must notice a stop.
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4 },
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => {
      forwardLog(log, entry);
    },
  });
  return {
    kafka,
    clientId: options.clientId,
    log,
    metrics: options.metrics,
    topicName: (topic) => `${options.prefix}${topic}`,
    groupName: (group) => `${options.prefix}${group}`,
  };
}

/** The topic that keeps what a consumer of `topic` can never process. */
export function deadLetterTopic(topic: string): string {
  return `${topic}.dead`;
}

const dayMs = 24 * 3_600_000;

/**
 * Creates every topic of the catalogue and its dead-letter topic; those that exist are left as they are.
 * Facts are kept 14 days, longer than any tolerated outage of a consumer; dead letters 30.
 */
export async function ensureTopics(messaging: Messaging, options: { readonly partitions: number }): Promise<void> {
  const admin = messaging.kafka.admin();
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const settings = (topic: string, partitions: number, days: number) => ({
      topic: messaging.topicName(topic),
      numPartitions: partitions,
      configEntries: [
        { name: 'cleanup.policy', value: 'delete' },
        { name: 'retention.ms', value: String(days * dayMs) },
      ],
    });
    const topics = eventTopics
      .flatMap((topic) => [settings(topic, options.partitions, 14), settings(deadLetterTopic(topic), 1, 30)])
      .filter(({ topic }) => !existing.has(topic));
    if (topics.length > 0) await admin.createTopics({ topics, waitForLeaders: true });
  } finally {
    await admin.disconnect();
  }
}
