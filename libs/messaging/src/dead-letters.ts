import type { KafkaMessage } from 'kafkajs';
import type { Messaging } from './messaging';
import { createOnDemandProducer } from './on-demand-producer';
import { deadLetterTopic } from './topics';

/** A message that no retry applies, and why. */
export interface DeadLetter {
  readonly message: KafkaMessage;
  readonly why: string;
}

export interface DeadLetterBatch {
  /** Where the messages came from. */
  readonly topic: string;
  readonly partition: number;
  /** The consumer group that refused them. */
  readonly group: string;
  readonly letters: readonly DeadLetter[];
}

export interface DeadLetters {
  send(batch: DeadLetterBatch): Promise<void>;
  stop(): Promise<void>;
}

/** Sends messages unchanged to `<topic>.dead`, with headers for their origin and the reason. */
export function createDeadLetters(messaging: Messaging): DeadLetters {
  const producer = createOnDemandProducer(messaging);
  return {
    send: async ({ topic, partition, group, letters }) => {
      await producer.send({
        topic: deadLetterTopic(topic),
        messages: letters.map(({ message, why }) => ({
          key: message.key,
          value: message.value,
          headers: {
            ...message.headers,
            'dead-topic': topic,
            'dead-partition': String(partition),
            'dead-offset': message.offset,
            'dead-group': group,
            'dead-reason': why.slice(0, 500),
          },
        })),
      });
      messaging.log.error(
        { topic, partition, count: letters.length },
        'facts that cannot be decoded went to dead letters',
      );
    },
    stop: () => producer.stop(),
  };
}
