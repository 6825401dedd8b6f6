import { setTimeout as delay } from 'node:timers/promises';
import { ensureTopics } from '@pitanga/messaging';
import { loadConfig } from '@pitanga/runtime';
import { Type } from 'typebox';
import { programMessaging } from './program-messaging';

const pauseMs = 2_000;

const topicsConfig = Type.Object({
  TOPIC_PARTITIONS: Type.Optional(
    Type.Integer({ minimum: 1, description: 'of every new topic; without it the number that the catalogue says' }),
  ),
  KAFKA_WAIT_MS: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 3_600_000,
    description: 'how long this program waits for a broker, in milliseconds; 0 ends it at once',
  }),
});

/** A bundle of its own, run by the launcher and in the gateway's image: it creates the topics and ends. */
async function main(): Promise<void> {
  const { TOPIC_PARTITIONS: partitions, KAFKA_WAIT_MS: waitMs } = loadConfig(topicsConfig, process.env);
  const deadline = performance.now() + waitMs;
  const messaging = programMessaging('launcher', process.env, { logLevel: 'warn' });
  for (;;) {
    try {
      await ensureTopics(messaging, partitions === undefined ? {} : { partitions });
      return;
    } catch (error) {
      // Repeats are safe: what exists is left.
      if (performance.now() >= deadline) throw error;
      console.log(`waiting: ${error instanceof Error ? error.message : String(error)}`);
      await delay(pauseMs);
    }
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
