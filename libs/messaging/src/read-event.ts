import type { KafkaMessage } from 'kafkajs';
import { readHeader } from './cloud-event';

/** A message of a topic, for people and tools, also of a type that this build does not have. */
export interface ReadEvent {
  /** As the catalogue names it. */
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: string;
  readonly id: string;
  readonly type: string;
  readonly source: string;
  /** Store time. */
  readonly time: string;
  /** Real time. */
  readonly recordedTime: string;
  /** The JSON of the event; its text where it is none. */
  readonly data: unknown;
}

/** A message with its place; the topic as the catalogue names it. */
export interface PlacedMessage {
  readonly topic: string;
  readonly partition: number;
  readonly message: KafkaMessage;
}

/** Tells partitions of several topics apart. */
export function partitionName(topic: string, partition: number): string {
  return `${topic} ${String(partition)}`;
}

export function toReadEvent({ topic, partition, message }: PlacedMessage): ReadEvent {
  const { key, value, headers, offset } = message;
  const text = value?.toString() ?? '';
  return {
    topic,
    partition,
    offset,
    key: key?.toString() ?? '',
    id: readHeader(headers, 'ce_id') ?? '',
    type: readHeader(headers, 'ce_type') ?? '',
    source: readHeader(headers, 'ce_source') ?? '',
    time: readHeader(headers, 'ce_time') ?? '',
    recordedTime: readHeader(headers, 'ce_recordedtime') ?? '',
    data: parsed(text),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
