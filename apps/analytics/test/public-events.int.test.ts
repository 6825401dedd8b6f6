import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  eventCatalogue,
  eventTopics,
  isEventType,
  publicTopic,
  withoutPersonalData,
  type EventType,
} from '@pitanga/contracts';
import {
  ensureTopics,
  readEvents,
  startPublicEvents,
  toKafkaMessage,
  type Messaging,
  type ReadEvent,
  type RunningConsumer,
} from '@pitanga/messaging';
import { createLog } from '@pitanga/runtime';
import { produce, testMessaging, testTimeoutMs, waitFor } from '@pitanga/testing';

const examples = JSON.parse(
  readFileSync(join(__dirname, '../../../libs/contracts/examples/events.json'), 'utf8'),
) as Readonly<Record<EventType, object>>;
const types = Object.keys(eventCatalogue) as EventType[];
const at = new Date('2026-11-21T12:00:00.000Z');
const log = createLog({ service: 'public-events', level: 'silent' });

const running: RunningConsumer[] = [];
afterEach(async () => {
  for (const stream of running.splice(0)) await stream.stop();
});

/** Topics of each test's own, and a stream from the full ones to the public ones. */
async function aPlatform(name: string) {
  const messaging = testMessaging(name);
  await ensureTopics(messaging, { partitions: 2, publicForm: true });
  const start = async (): Promise<RunningConsumer> => {
    const stream = await startPublicEvents({ messaging, log });
    running.push(stream);
    return stream;
  };
  return { messaging, start, publish: publisherOf(messaging), told: () => toldBy(messaging) };
}

function publisherOf(messaging: Messaging) {
  return async (type: string, eventId: string, key = eventId): Promise<void> => {
    const known = isEventType(type) ? type : 'charge.paid';
    const { topic } = eventCatalogue[known];
    const row = { id: 1, eventId, topic, key, type, payload: JSON.stringify(examples[known]), traceparent: undefined };
    const [, service = ''] = topic.split('.');
    const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
    const recorded = { ...row, requestId: 'req_1', occurredAt: at, recordedAt: at };
    const message = toKafkaMessage(recorded, `/pitanga/${service}`, traceparent);
    await produce(messaging, topic, [message]);
  };
}

/** What the public topics hold now. */
async function toldBy(messaging: Messaging): Promise<readonly ReadEvent[]> {
  const events: ReadEvent[] = [];
  await readEvents({
    messaging,
    topics: eventTopics.map(publicTopic),
    from: 'beginning',
    take: (event) => {
      events.push(event);
      return true;
    },
    signal: new AbortController().signal,
  });
  return events;
}

/** The names of the headers of the first message that a topic has. */
async function headersOn(messaging: Messaging, topic: string): Promise<readonly string[]> {
  const consumer = messaging.kafka.consumer({ groupId: messaging.groupName('headers') });
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  try {
    await consumer.connect();
    await consumer.subscribe({ topic: messaging.topicName(topic), fromBeginning: true });
    await consumer.run({
      eachMessage: ({ message }) => {
        resolve(Object.keys(message.headers ?? {}));
        return Promise.resolve();
      },
    });
    return await promise;
  } finally {
    await consumer.disconnect();
  }
}

const idsOf = (events: readonly ReadEvent[]): readonly string[] => events.map(({ id }) => id);

describe('the stream of public events', () => {
  it(
    'tells every event again on the public topic of its own, with its id and times and without its personal data',
    async () => {
      const { messaging, start, publish, told } = await aPlatform('all-types');
      for (const [index, type] of types.entries()) await publish(type, `evt_${String(index)}`, `key_of_${type}`);
      await start();
      await waitFor('all to be told', async () => new Set(idsOf(await told())).size === types.length, testTimeoutMs);

      const events = await told();
      for (const [index, type] of types.entries()) {
        const event = events.find(({ id }) => id === `evt_${String(index)}`);
        const { key, data } = withoutPersonalData(type, `key_of_${type}`, examples[type]);
        const { topic } = eventCatalogue[type];
        expect(event).toMatchObject({ topic: publicTopic(topic), type, key, data });
        expect(event).toMatchObject({ time: at.toISOString(), recordedTime: at.toISOString() });
        expect(event?.source).toBe(`/pitanga/${topic.split('.')[1] ?? ''}`);
      }
      // Who follows a request or a trace is an operator.
      const { topic } = eventCatalogue['charge.paid'];
      const own = ['ce_requestid', 'traceparent'];
      const full = await headersOn(messaging, topic);
      expect(full).toEqual(expect.arrayContaining(own));
      expect([...(await headersOn(messaging, publicTopic(topic))), ...own].sort()).toEqual([...full].sort());

      const text = JSON.stringify(events);
      for (const personal of ['Ana', '@', 'key_of_payer.erased', 'metadataJson', 'description']) {
        expect(JSON.stringify(examples) + types.map((type) => `key_of_${type}`).join()).toContain(personal);
        expect(text).not.toContain(personal);
      }
    },
    testTimeoutMs,
  );

  it(
    'misses none of what was recorded while it was away, and keeps the order of each key',
    async () => {
      const { start, publish, told } = await aPlatform('away');
      const ids = Array.from({ length: 30 }, (_, index) => `evt_${String(index)}`);
      for (const id of ids.slice(0, 10)) await publish('charge.paid', id, 'char_1');
      const first = await start();
      await waitFor('the first to be told', async () => (await told()).length >= 10, testTimeoutMs);
      await first.stop();
      for (const id of ids.slice(10)) await publish('charge.paid', id, 'char_1');
      await start();
      await waitFor('the others to be told', async () => idsOf(await told()).includes('evt_29'), testTimeoutMs);
      expect([...new Set(idsOf(await told()))]).toEqual(ids);
    },
    testTimeoutMs,
  );

  it(
    'stops a partition before an event of a type that it does not know, and goes on with the others',
    async () => {
      const { start, publish, told } = await aPlatform('unknown');
      // Of one key, and so of one partition.
      await publish('charge.paid', 'evt_before', 'char_1');
      await publish('charge.invented', 'evt_invented', 'char_1');
      await publish('charge.paid', 'evt_after', 'char_1');
      const old = await start();
      await waitFor('the one before', async () => idsOf(await told()).includes('evt_before'), testTimeoutMs);
      await publish('refund.created', 'evt_elsewhere');
      await waitFor('one elsewhere', async () => idsOf(await told()).includes('evt_elsewhere'), testTimeoutMs);
      await old.stop();
      await start();
      await publish('refund.created', 'evt_later');
      await waitFor('one after the restart', async () => idsOf(await told()).includes('evt_later'), testTimeoutMs);
      expect(idsOf(await told())).not.toEqual(expect.arrayContaining(['evt_after']));
      expect(idsOf(await told())).not.toEqual(expect.arrayContaining(['evt_invented']));
    },
    testTimeoutMs,
  );
});
