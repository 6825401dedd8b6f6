import { setTimeout as delay } from 'node:timers/promises';
import { KafkaJSAggregateError } from 'kafkajs';

const patienceMs = 15_000;
const pauseMs = 300;

/**
 * Asks Kafka until it answers. It may have accepted a topic, or be moving a partition, and not yet know who leads it;
 * kafkajs repeats only some of the requests for which that passes by itself.
 *
 * @param work safe to repeat
 * @throws what `work` throws, when it does not pass by itself or patience (15 s) has ended
 */
export async function withPatience<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() >= deadline || !passes(error)) throw error;
      await delay(pauseMs);
    }
  }
}

/** Of several topics at once kafkajs throws all errors in one; what a slow broker made meanwhile is then there. */
function passes(error: unknown): boolean {
  if (error instanceof KafkaJSAggregateError) return error.errors.every(passes);
  const { retriable, type } = error as { retriable?: boolean; type?: string };
  return retriable === true || type === 'TOPIC_ALREADY_EXISTS';
}
