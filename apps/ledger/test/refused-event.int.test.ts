import { eventCatalogue } from '@pitanga/contracts';
import { deadLetterTopic, ensureTopics, readEvents, type ReadEvent } from '@pitanga/messaging';
import { loadConfig, type Service } from '@pitanga/runtime';
import {
  produce,
  silentLog,
  testDatabase,
  testInfra,
  testMessaging,
  waitFor,
  type TestDatabase,
} from '@pitanga/testing';
import { createLedger, ledgerConfig } from '../src/ledger';
import { noon } from './fixtures';

const messaging = testMessaging('ledger-refused');
let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  await ensureTopics(messaging, { partitions: 1 });
  database = await testDatabase('ledger');
  const config = {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: testInfra().kafka,
    KAFKA_PREFIX: messaging.topicName(''),
  };
  service = await createLedger(loadConfig(ledgerConfig, config), { log: silentLog });
}, 120_000);
afterAll(async () => {
  await service.stop();
  await database.close();
});

async function metrics(): Promise<string> {
  return (await fetch(`http://127.0.0.1:${String(service.opsPort)}/metrics`)).text();
}

it.each([
  { name: 'lacks its tenant', type: 'charge.paid', value: '{}' },
  { name: 'is no JSON', type: 'customer.erased', value: '{broken' },
] as const)('stops its partition at an event that $name, and moves nothing to the dead letters', async (row) => {
  const { type, value } = row;
  const { topic } = eventCatalogue[type];
  const time = noon.toISOString();
  const headers = { ce_id: 'evt_1', ce_type: type, ce_time: time, ce_recordedtime: time };
  await produce(messaging, topic, [{ key: 'char_1', value, headers }]);
  const name = messaging.topicName(topic);
  const stopped = `pitanga_consumer_stopped{topic="${name}",partition="0"} 1`;
  await waitFor('the stopped partition', async () => (await metrics()).includes(stopped));
  expect(await metrics()).toContain(`pitanga_dead_letters_total{topic="${name}"} 0`);
  const letters: ReadEvent[] = [];
  await readEvents({
    messaging,
    topics: [deadLetterTopic(topic)],
    from: 'beginning',
    take: (letter) => letters.push(letter) > 0,
    signal: new AbortController().signal,
  });
  expect(letters).toEqual([]);
});
