import { Partitioners, type KafkaMessage, type Producer } from 'kafkajs';
import type { Messaging } from './messaging';
import { deadLetterTopic } from './topics';

/** A message that no retry can apply, and why. */
export interface DeadLetter {
  readonly message: KafkaMessage;
  readonly why: string;
}

export interface DeadLetters {
  keep(topic: string, partition: number, group: string, dead: readonly DeadLetter[]): Promise<void>;
  stop(): Promise<void>;
}

/** Sends what this build cannot read to `<topic>.dead`, unchanged, with where it came from and why. */
export function createDeadLetters(messaging: Messaging): DeadLetters {
  let producer: Promise<Producer> | undefined;
  const connect = async (): Promise<Producer> => {
    const created = messaging.kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
    });
    await created.connect();
    return created;
  };
  return {
    keep: async (topic, partition, group, dead) => {
      producer ??= connect().catch((error: unknown) => {
        // The next try connects anew: a kept failure would hold up the partition until a restart.
        producer = undefined;
        throw error;
      });
      await (
        await producer
      ).send({
        topic: deadLetterTopic(topic),
        acks: -1,
        messages: dead.map(({ message, why }) => ({
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
        { topic, partition, count: dead.length },
        'facts that cannot be decoded went to dead letters',
      );
    },
    stop: async () => {
      await producer?.then((connected) => connected.disconnect()).catch(() => undefined);
    },
  };
}
