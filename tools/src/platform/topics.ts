import { createMessaging, ensureTopics } from '@pitanga/messaging';
import { createLog } from '@pitanga/runtime';

/** A bundle of its own, run by the launcher as a process: it creates the topics and ends. */
async function main(): Promise<void> {
  const messaging = createMessaging({
    brokers: (process.env.KAFKA_BROKERS ?? '').split(','),
    clientId: 'launcher',
    prefix: process.env.KAFKA_PREFIX ?? '',
    log: createLog({ service: 'launcher', level: 'warn' }),
  });
  await ensureTopics(messaging, { partitions: 3 });
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
