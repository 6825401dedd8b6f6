import { ensureTopics } from '@pitanga/messaging';
import { programMessaging } from './program-messaging';

/** A bundle of its own, run by the launcher as a process: it creates the topics and ends. */
async function main(): Promise<void> {
  const messaging = programMessaging('launcher', process.env, { logLevel: 'warn' });
  await ensureTopics(messaging, { partitions: 3 });
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
