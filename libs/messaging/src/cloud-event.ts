import { eventCatalogue, isEventType, type EventType, type InboundEvent } from '@pitanga/contracts';
import type { OutboxRow } from '@pitanga/database';
import type { IHeaders, KafkaMessage, Message } from 'kafkajs';

/**
 * CloudEvents 1.0, Kafka binding, binary mode: the value is the fact's JSON, everything about it is in
 * headers. `ce_recordedtime` and `ce_requestid` are extensions: the real time at which the outbox row was written, and the
 * request that wrote it.
 */
export function toKafkaMessage(row: OutboxRow, source: string, traceparent: string | undefined): Message {
  const headers: Record<string, string> = {
    ce_specversion: '1.0',
    ce_id: row.eventId,
    ce_type: row.type,
    ce_source: source,
    ce_subject: row.key,
    ce_time: row.occurredAt.toISOString(),
    ce_recordedtime: row.recordedAt.toISOString(),
    'content-type': 'application/json',
  };
  if (traceparent !== undefined) headers['traceparent'] = traceparent;
  if (row.requestId !== undefined) headers['ce_requestid'] = row.requestId;
  return { key: row.key, value: row.payload, headers };
}

export type Decoded =
  | { readonly kind: 'event'; readonly event: InboundEvent }
  /** A type that is not wanted here; it may be of a newer producer, and not known to this build. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'undecodable'; readonly why: string };

/**
 * Decodes a message of a wanted type and key; never throws. Of others it reads headers and key only. Where all are wanted,
 * a type that this build does not know is undecodable.
 */
export function fromKafkaMessage(
  message: Pick<KafkaMessage, 'key' | 'value' | 'headers'>,
  wanted: ReadonlySet<string> | 'all',
  isWanted: (type: EventType, key: string) => boolean = () => true,
): Decoded {
  const type = readHeader(message.headers, 'ce_type');
  const id = readHeader(message.headers, 'ce_id');
  if (type === undefined || id === undefined) return { kind: 'undecodable', why: 'no ce_type or ce_id header' };
  const key = message.key?.toString() ?? '';
  if (wanted === 'all' && !isEventType(type)) return { kind: 'undecodable', why: `the type ${type} is not known` };
  if (wanted !== 'all' && !wanted.has(type)) return { kind: 'skipped' };
  if (!isEventType(type) || !isWanted(type, key)) return { kind: 'skipped' };
  try {
    const occurredAt = instant(readHeader(message.headers, 'ce_time'));
    const recordedAt = instant(readHeader(message.headers, 'ce_recordedtime'));
    const data = decodeData(type, JSON.parse(message.value?.toString() ?? ''));
    const traceparent = readHeader(message.headers, 'traceparent');
    const requestId = readHeader(message.headers, 'ce_requestid');
    const times = { occurredAt, recordedAt };
    // The catalogue ties each type to its message, which a union over types cannot express here.
    return { kind: 'event', event: { type, id, key, ...times, traceparent, requestId, data } as InboundEvent };
  } catch (error) {
    return { kind: 'undecodable', why: error instanceof Error ? error.message : String(error) };
  }
}

function decodeData(type: EventType, json: unknown): unknown {
  if (typeof json !== 'object' || json === null) throw new TypeError('the value is not a JSON object');
  return eventCatalogue[type].codec.fromJSON(json);
}

export function readHeader(headers: IHeaders | undefined, name: string): string | undefined {
  const value = headers?.[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first?.toString();
}

function instant(text: string | undefined): Date {
  const at = new Date(text ?? '');
  if (Number.isNaN(at.getTime())) throw new TypeError('a time header is missing or malformed');
  return at;
}
