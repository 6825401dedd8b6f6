import { setTimeout as delay } from 'node:timers/promises';
import { createMessaging, ensureTopics, type Messaging } from '@pitanga/messaging';
import { createLog } from '@pitanga/runtime';

/** A bundle of its own, run by the launcher as a process: it creates the topics and ends. */
async function main(): Promise<void> {
  const messaging = createMessaging({
    brokers: (process.env.KAFKA_BROKERS ?? '').split(','),
    clientId: 'launcher',
    prefix: process.env.KAFKA_PREFIX ?? '',
    log: createLog({ service: 'launcher', level: 'warn' }),
  });
  await ensureWithPatience(messaging, 5);
}

/**
 * On a busy machine Kafka may have accepted a topic and not know it yet when it is asked for its leader; asked again, it
 * does. What exists by then is left as it is.
 */
async function ensureWithPatience(messaging: Messaging, tries: number): Promise<void> {
  try {
    await ensureTopics(messaging, { partitions: 3 });
  } catch (error) {
    if (tries <= 1 || (error as { retriable?: boolean }).retriable !== true) throw error;
    await delay(300);
    await ensureWithPatience(messaging, tries - 1);
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
