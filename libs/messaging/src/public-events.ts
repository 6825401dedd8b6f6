import { eventCatalogue, toPublicForm, publicTopic, type InboundEvent } from '@pitanga/contracts';
import type { Log } from '@pitanga/runtime';
import { CompressionTypes, type Message } from 'kafkajs';
import { toKafkaMessage } from './cloud-event';
import { startConsumer, type RunningConsumer } from './consumer';
import type { Messaging } from './messaging';
import { createOnDemandProducer } from './on-demand-producer';

export interface PublicEventsOptions {
  readonly messaging: Messaging;
  readonly log: Log;
}

/** Of several processes each takes a part of the partitions. */
const group = 'public-events';

/**
 * Tells every event again in its public form, on the public topic of its own: the same id, type and times, and the events of
 * a key in their order. At least once, as the outbox: after a crash the last ones come again with their ids. A partition
 * stops before an event that this build does not know, so that no event is missing once it does.
 */
export async function startPublicEvents({ messaging, log }: PublicEventsOptions): Promise<RunningConsumer> {
  const producer = createOnDemandProducer(messaging);
  const consumer = await startConsumer({
    messaging,
    group,
    types: 'all',
    onPermanent: 'stop',
    handle: async (events) => {
      // All are of one partition, and so of one topic.
      const [first] = events;
      if (first === undefined) return;
      await producer.send({
        topic: messaging.topicName(publicTopic(eventCatalogue[first.type].topic)),
        compression: CompressionTypes.GZIP,
        messages: events.map(publicMessage),
      });
    },
    log,
  });
  return {
    stop: async () => {
      await consumer.stop();
      await producer.stop();
    },
  };
}

function publicMessage({ type, id, key, occurredAt, recordedAt, data }: InboundEvent): Message {
  const { topic } = eventCatalogue[type];
  const form = toPublicForm(type, key, data);
  const row = { id: 0, eventId: id, topic, key: form.key, type, payload: JSON.stringify(form.data) };
  const [, service = ''] = topic.split('.');
  return toKafkaMessage({ ...row, occurredAt, recordedAt, traceparent: undefined }, `/pitanga/${service}`, undefined);
}
