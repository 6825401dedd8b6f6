import { Partitioners, type Producer, type ProducerRecord } from 'kafkajs';
import type { Messaging } from './messaging';

/** A producer that connects with its first use. */
export interface OnDemandProducer {
  /** Waits until all replicas that are in step have it. One call at a time for what has to stay in order. */
  send(record: Omit<ProducerRecord, 'acks'>): Promise<void>;
  stop(): Promise<void>;
}

export function createOnDemandProducer({ kafka }: Messaging): OnDemandProducer {
  let producer: Promise<Producer> | undefined;
  const connect = async (): Promise<Producer> => {
    const created = kafka.producer({
      // A repeat that arrives late would follow what was sent after it.
      idempotent: true,
      maxInFlightRequests: 1,
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      // Its caller tries again, and gives signs of life to its group in between.
      retry: { retries: 1 },
    });
    await created.connect();
    return created;
  };
  const drop = async (): Promise<void> => {
    const old = producer;
    producer = undefined;
    await old?.then((connected) => connected.disconnect()).catch(() => undefined);
  };
  return {
    send: async (record) => {
      try {
        await (await (producer ??= connect())).send({ ...record, acks: -1 });
      } catch (error) {
        // The next try connects anew, with fresh sequence numbers.
        await drop();
        throw error;
      }
    },
    stop: drop,
  };
}
