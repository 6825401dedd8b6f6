import { setTimeout as delay } from 'node:timers/promises';
import { KafkaJSAggregateError } from 'kafkajs';

const timeoutMs = 15_000;
const pauseMs = 300;

/**
 * Retries a request to Kafka while the error is transient: a topic was just created or a partition is moved, and has no
 * leader yet. kafkajs retries only some of these errors.
 *
 * @param work safe to repeat
 * @throws what `work` throws, when it is not transient or 15 s have passed
 */
export async function retryKafka<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() >= deadline || !isTransient(error)) throw error;
      await delay(pauseMs);
    }
  }
}

/** kafkajs throws the errors of several topics as one; a topic that a slow broker has created since then exists. */
function isTransient(error: unknown): boolean {
  if (error instanceof KafkaJSAggregateError) return error.errors.every(isTransient);
  const { retriable, type } = error as { retriable?: boolean; type?: string };
  return retriable === true || type === 'TOPIC_ALREADY_EXISTS';
}
