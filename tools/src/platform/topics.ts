import { ensureTopics } from '@pitanga/messaging';
import { loadConfig } from '@pitanga/runtime';
import { Type } from 'typebox';
import { programMessaging } from './program-messaging';

const topicsConfig = Type.Object({
  TOPIC_PARTITIONS: Type.Optional(
    Type.Integer({ minimum: 1, description: 'of every new topic; without it the number that the catalogue says' }),
  ),
});

/** A bundle of its own, run by the launcher and in the gateway's image: it creates the topics and ends. */
async function main(): Promise<void> {
  const { TOPIC_PARTITIONS: partitions } = loadConfig(topicsConfig, process.env);
  const messaging = programMessaging('launcher', process.env, { logLevel: 'warn' });
  await ensureTopics(messaging, partitions === undefined ? {} : { partitions });
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
