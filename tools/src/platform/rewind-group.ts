import { programMessaging, rewindConsumers } from '@pitanga/messaging';
import type { Wiring } from './services';

/**
 * Sets the consumers of a service back: what was published since then is delivered to it again.
 *
 * @param group one of the catalogue's consumer groups, whose service is stopped
 * @returns how many events it gets again
 * @throws Error while the group has members, or when Kafka is away
 */
export async function rewindGroup(
  { kafka, kafkaPrefix }: Pick<Wiring, 'kafka' | 'kafkaPrefix'>,
  group: string,
  since: Date,
): Promise<number> {
  const env = { KAFKA_BROKERS: kafka, KAFKA_PREFIX: kafkaPrefix };
  const messaging = programMessaging('rewind', env, 'fatal');
  const again = await rewindConsumers(messaging, { groups: [group], since });
  return again.get(group) ?? 0;
}
