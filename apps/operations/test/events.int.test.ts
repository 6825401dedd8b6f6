import { eventCatalogue, type EventType } from '@pitanga/contracts';
import { ensureTopics, toKafkaMessage } from '@pitanga/messaging';
import { produce, testMessaging, waitFor, testTimeoutMs } from '@pitanga/testing';
import { runProgram } from './program';

const messaging = testMessaging('events');
const prefix = messaging.topicName('');
const at = new Date('2026-11-21T12:00:00.000Z');

const run = (args: readonly string[]) => runProgram('events', ['--prefix', prefix, ...args]);

async function linesOf(args: readonly string[]): Promise<readonly string[]> {
  const started = run(args);
  expect([await started.ended, started.problems()]).toEqual([0, '']);
  return started.lines();
}

async function publish(events: readonly { readonly type: EventType; readonly key: string; readonly id: string }[]) {
  for (const { type, key, id: eventId } of events) {
    const { topic } = eventCatalogue[type];
    const row = { id: 1, eventId, topic, key, type, payload: `{"about":"${key}"}`, traceparent: undefined };
    const message = toKafkaMessage({ ...row, occurredAt: at, recordedAt: at }, '/pitanga/billing', undefined);
    await produce(messaging, topic, [message]);
  }
}

beforeAll(async () => {
  await ensureTopics(messaging, { partitions: 2 });
  await publish([
    { type: 'charge.created', key: 'char_1', id: 'evt_1' },
    { type: 'charge.created', key: 'char_2', id: 'evt_2' },
    { type: 'charge.paid', key: 'char_1', id: 'evt_3' },
    { type: 'customer.created', key: 'cust_1', id: 'evt_4' },
  ]);
});

describe('npm run events', () => {
  it('prints what there is, one line each with time, type, key and data, and ends', async () => {
    const lines = await linesOf(['--topic', 'all']);
    expect(lines).toHaveLength(4);
    expect(lines).toContain('2026-11-21T12:00:00.000Z  charge.paid  char_1  {"about":"char_1"}');
    expect(lines.filter((line) => line.includes('char_1')).map((line) => line.split('  ')[1])).toEqual([
      'charge.created',
      'charge.paid',
    ]);
  });

  it(
    'takes a topic or a part of its name, one record, one type or kind, and so many',
    async () => {
      expect(await linesOf(['--topic', 'pitanga.billing.customer.v1'])).toHaveLength(1);
      expect(await linesOf(['--topic', 'charge', '--key', 'char_2'])).toHaveLength(1);
      expect(await linesOf(['--type', 'charge'])).toHaveLength(3);
      expect(await linesOf(['--type', 'charge.created', '--count', '1'])).toHaveLength(1);
      expect(await linesOf(['--type', 'payout'])).toEqual([]);
    },
    4 * testTimeoutMs,
  );

  it('with --json prints all that is known of each, for programs', async () => {
    const [line = ''] = await linesOf(['--topic', 'customer', '--json']);
    expect(JSON.parse(line)).toEqual({
      topic: 'pitanga.billing.customer.v1',
      partition: expect.any(Number) as number,
      offset: '0',
      key: 'cust_1',
      id: 'evt_4',
      type: 'customer.created',
      source: '/pitanga/billing',
      time: at.toISOString(),
      recordedTime: at.toISOString(),
      data: { about: 'cust_1' },
    });
  });

  it(
    'follows what comes until it is interrupted, and leaves no group behind',
    async () => {
      const following = run(['--topic', 'coupon', '--follow']);
      // It may still be joining: it starts at the first offset, so nothing published before is lost.
      await publish([{ type: 'coupon.created', key: 'coup_1', id: 'evt_first' }]);
      await waitFor('the first', () => Promise.resolve(following.lines().length === 1), 2 * testTimeoutMs);
      await publish([{ type: 'coupon.deleted', key: 'coup_1', id: 'evt_second' }]);
      await waitFor('the second', () => Promise.resolve(following.lines().length === 2));
      following.interrupt();
      expect(await following.ended).toBe(0);
      const admin = messaging.kafka.admin();
      await admin.connect();
      const { groups } = await admin.listGroups();
      await admin.disconnect();
      expect(groups.filter(({ groupId }) => groupId.startsWith(prefix))).toEqual([]);
    },
    4 * testTimeoutMs,
  );

  it('says in one sentence what it cannot do', async () => {
    const wrong = run(['--topic', 'nothing']);
    expect(await wrong.ended).toBe(1);
    expect(wrong.problems()).toMatch(/'nothing' is invalid. There are:\n {2}pitanga\./);
    const missing = run(['--topic', 'charge.public']);
    expect(await missing.ended).toBe(1);
    expect(missing.problems()).toMatch(/^Kafka does not have these topics\. .*PUBLIC_TOPICS=true/);
  });
});
