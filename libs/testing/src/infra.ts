import { randomBytes } from '@pitanga/runtime';
import { createMessaging, type Messaging } from '@pitanga/messaging';
import { silentLog } from './fixtures';

/** Addresses of the real services that a test run uses. */
export interface TestInfra {
  readonly postgres: string;
  readonly redis: string;
  readonly kafka: string;
}

/** Reads `PITANGA_TEST_INFRA`, which `npm test` (or `node tools/bin/run.cjs test-infra`) sets. */
export function testInfra(): TestInfra {
  const text = process.env['PITANGA_TEST_INFRA'];
  if (!text) throw new Error('PITANGA_TEST_INFRA is not set: run the tests with npm test, which starts what they need');
  return JSON.parse(text) as TestInfra;
}

/** Messaging on the run's broker, under a topic and group prefix of its own, so that tests do not see each other. */
export function testMessaging(name: string): Messaging {
  return createMessaging({
    brokers: [testInfra().kafka],
    clientId: name,
    prefix: `${name}-${randomBytes(6).toString('hex')}.`,
    log: silentLog,
  });
}

type Messages = Parameters<ReturnType<Messaging['kafka']['producer']>['send']>[0]['messages'];

/** Sends messages without an outbox to a topic, named as in the catalogue. */
export async function produce(messaging: Messaging, topic: string, messages: Messages): Promise<void> {
  // A topic that was just created may have no leader yet.
  const producer = messaging.kafka.producer({ retry: { retries: 30, maxRetryTime: 1_000 } });
  await producer.connect();
  try {
    await producer.send({ topic: messaging.topicName(topic), messages });
  } finally {
    await producer.disconnect();
  }
}
