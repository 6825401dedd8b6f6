import type { Log } from '@pitanga/runtime';
import { Kafka, logLevel, type KafkaConfig, type LogEntry } from 'kafkajs';
import type { Registry } from 'prom-client';

export interface MessagingOptions {
  /** host:port of the bootstrap brokers. */
  readonly brokers: readonly string[];
  readonly clientId: string;
  /** Prefix of every topic and group name, so that installations and tests can share a broker. */
  readonly prefix: string;
  /** TLS and SASL; absent: plain text, on a network that is trusted. */
  readonly security?: Pick<KafkaConfig, 'ssl' | 'sasl'> | undefined;
  readonly log: Log;
  readonly metrics?: Registry | undefined;
}

/** A configured Kafka client. Nothing connects until a relay or consumer starts. */
export interface Messaging {
  readonly kafka: Kafka;
  readonly clientId: string;
  readonly log: Log;
  readonly metrics: Registry | undefined;
  topicName(topic: string): string;
  groupName(group: string): string;
}

/** Messages that the client logs as errors although it retries them itself. */
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
    ...options.security,
    connectionTimeout: 3_000,
    requestTimeout: 8_000,
    // Short: the relay and the consumers retry in loops of their own and must notice a stop.
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
