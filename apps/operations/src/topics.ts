// Creates the topics that are missing.
import { setTimeout as delay } from 'node:timers/promises';
import { ensureTopics, programMessaging } from '@pitanga/messaging';
import { loadConfig, runProgram } from '@pitanga/runtime';
import { Type } from 'typebox';

const pauseMs = 2_000;

const topicsConfig = Type.Object({
  TOPIC_PARTITIONS: Type.Optional(
    Type.Integer({ minimum: 1, description: 'of every new topic; without it the number that the catalogue says' }),
  ),
  PUBLIC_TOPICS: Type.Boolean({
    default: false,
    description: 'also the topics of the public form, which public-events of analytics writes',
  }),
  KAFKA_WAIT_MS: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 3_600_000,
    description: 'how long this program waits for a broker, in milliseconds; 0 ends it at once',
  }),
});

async function createTopics(): Promise<void> {
  const config = loadConfig(topicsConfig, process.env);
  const { TOPIC_PARTITIONS: partitions, PUBLIC_TOPICS: publicForm, KAFKA_WAIT_MS: waitMs } = config;
  const deadline = performance.now() + waitMs;
  const messaging = programMessaging('topics', process.env, 'warn');
  for (;;) {
    try {
      await ensureTopics(messaging, { publicForm, ...(partitions !== undefined && { partitions }) });
      return;
    } catch (error) {
      // Repeats are safe: what exists is left.
      if (performance.now() >= deadline) throw error;
      console.log(`waiting: ${error instanceof Error ? error.message : String(error)}`);
      await delay(pauseMs);
    }
  }
}

runProgram(createTopics);
