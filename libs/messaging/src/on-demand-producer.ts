import { Partitioners, type Producer } from 'kafkajs';
import type { Messaging } from './messaging';

/** A producer that connects with its first use. */
export interface OnDemandProducer {
  connected(): Promise<Producer>;
  stop(): Promise<void>;
}

export function createOnDemandProducer({ kafka }: Messaging): OnDemandProducer {
  let producer: Promise<Producer> | undefined;
  const connect = async (): Promise<Producer> => {
    const created = kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
    });
    await created.connect();
    return created;
  };
  return {
    connected: () =>
      (producer ??= connect().catch((error: unknown) => {
        // The next try connects anew: a cached failure would block the partition until a restart.
        producer = undefined;
        throw error;
      })),
    stop: async () => {
      await producer?.then((connected) => connected.disconnect()).catch(() => undefined);
    },
  };
}
