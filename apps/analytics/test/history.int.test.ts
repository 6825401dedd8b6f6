import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { createFolderStore, type BlobStore } from '@pitanga/billing/blob-store';
import { eventCatalogue, eventTopics, isEventType } from '@pitanga/contracts';
import { ensureTopics, openRangeReader, toKafkaMessage } from '@pitanga/messaging';
import { produce, testMessaging, testTimeoutMs } from '@pitanga/testing';
import { exportHistory, type ExportReport } from '../src/history/export-history';

const examples = JSON.parse(
  readFileSync(join(__dirname, '../../../libs/contracts/examples/events.json'), 'utf8'),
) as Readonly<Record<string, object>>;
const recordedAt = new Date('2026-11-21T23:59:59.999Z');

/** A topic of each test's own: an export reads all of them, and a test file shares one broker. */
function aStream(name: string) {
  const messaging = testMessaging(name);
  const folder = mkdtempSync(join(tmpdir(), 'pitanga-history-test-'));
  const store = createFolderStore(folder);
  let number = 0;
  return {
    folder,
    store,
    begin: () => ensureTopics(messaging, { partitions: 2 }),
    async publish(type: string, more: { readonly payload?: string; readonly at?: Date; readonly id?: string } = {}) {
      const { topic } = eventCatalogue[isEventType(type) ? type : 'charge.paid'];
      number += 1;
      const { at = recordedAt, id: eventId = `evt_${String(number)}` } = more;
      const payload = more.payload ?? JSON.stringify(examples[type] ?? {});
      const row = { id: 1, eventId, topic, key: `key-${String(number)}`, type, payload, traceparent: undefined };
      const message = toKafkaMessage({ ...row, occurredAt: at, recordedAt: at }, '/pitanga/test', undefined);
      await produce(messaging, topic, [message]);
    },
    async export(options: { readonly store?: BlobStore; readonly portionEvents?: number } = {}): Promise<ExportReport> {
      const reader = await openRangeReader({ messaging, group: 'history', topics: eventTopics });
      try {
        return await exportHistory({ reader, store, ...options });
      } finally {
        await reader.close();
      }
    },
    openReader: () => openRangeReader({ messaging, group: 'history', topics: eventTopics }),
    async rows(columns = 'type, id, "partition", "offset"'): Promise<readonly Row[]> {
      const instance = await DuckDBInstance.create(':memory:');
      const connection = await instance.connect();
      const files = `read_parquet('${folder}/type=*/day=*/*.parquet', hive_partitioning = true, filename = true)`;
      const rows = (await connection.runAndReadAll(`select ${columns} from ${files} order by all`)).getRowObjectsJson();
      connection.closeSync();
      return rows;
    },
    end: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
type Row = Readonly<Record<string, unknown>>;
type Stream = ReturnType<typeof aStream>;

const streams: Stream[] = [];
async function opened(name: string): Promise<Stream> {
  const stream = aStream(name);
  streams.push(stream);
  await stream.begin();
  return stream;
}
afterAll(() => {
  for (const stream of streams) stream.end();
});

/** Fails at the n-th write, before or after it has happened. */
function failingAt(store: BlobStore, write: number, when: 'before' | 'after'): BlobStore {
  let writes = 0;
  return {
    ...store,
    async put(key, bytes, contentType) {
      writes += 1;
      if (writes === write && when === 'before') throw new Error('the machine is gone');
      await store.put(key, bytes, contentType);
      if (writes === write) throw new Error('the machine is gone');
    },
  };
}

describe('the export of the history', () => {
  it('has every type of event, by type and day of recording, and nothing personal of any', async () => {
    const stream = await opened('history-all');
    for (const type of Object.keys(examples)) await stream.publish(type);
    await stream.publish('charge.paid', { at: new Date('2026-11-22T00:00:00.000Z') });
    const { events, files, unreadable } = await stream.export();
    expect({ events, files, unreadable }).toEqual({
      events: Object.keys(examples).length + 1,
      files: Object.keys(examples).length + 1,
      unreadable: [],
    });
    const rows = await stream.rows('type, day::varchar as day, store_id, dev_mode, recorded_at, data');
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(Object.keys(examples)));
    expect(new Set(rows.map((row) => row['store_id']))).toEqual(new Set(['store_00VbWfk2Qm0sT1uV2wX3yZ4a']));
    expect(rows.filter(({ type }) => type === 'charge.paid')).toMatchObject([
      { day: '2026-11-21', dev_mode: true, recorded_at: '2026-11-21 23:59:59.999+00' },
      { day: '2026-11-22' },
    ]);
    const text = JSON.stringify(rows);
    expect(text).toContain('amountCents');
    const personal = /Ana |Souza|@|\*\*\*|caneca|NATAL26|origem|Loja|https?:|saque|payer_9/i;
    expect(text.match(personal)?.[0]).toBeUndefined();
    expect(JSON.stringify(examples)).toMatch(personal);
  });

  it('goes on where it ended, and adds nothing when there is nothing', async () => {
    const stream = await opened('history-on');
    await stream.publish('charge.paid');
    expect(await stream.export()).toMatchObject({ events: 1, files: 1, lost: 0 });
    expect(await stream.export()).toMatchObject({ events: 0, files: 0, lost: 0 });
    await stream.publish('charge.paid');
    expect(await stream.export()).toMatchObject({ events: 1, files: 1, lost: 0 });
    expect((await stream.rows('id')).map(({ id }) => id)).toEqual(['evt_1', 'evt_2']);
  });

  it(
    'has every event once, wherever a crash cuts it short, and whatever comes meanwhile',
    async () => {
      const stream = await opened('history-crash');
      const types = ['charge.created', 'charge.paid', 'customer.created'];
      let isDone = false;
      // A portion of three types is five writes: positions, three files, positions.
      for (let write = 1; !isDone; write += 1) {
        for (const when of ['before', 'after'] as const) {
          for (const type of types) await stream.publish(type);
          const store = failingAt(stream.store, write, when);
          isDone = await stream.export({ store }).then(
            () => true,
            (error: unknown) => {
              expect(String(error)).toContain('the machine is gone');
              return false;
            },
          );
        }
        expect(write).toBeLessThan(20);
      }
      await stream.export();
      const rows = await stream.rows('id');
      const ids = rows.map(({ id }) => String(id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length % types.length).toBe(0);
      expect(ids.length).toBeGreaterThan(5 * 2 * types.length);
      expect(Math.max(...ids.map((id) => Number(id.replace('evt_', ''))))).toBe(ids.length);
    },
    6 * testTimeoutMs,
  );

  it('writes portions of a bounded number of events', async () => {
    const stream = await opened('history-portions');
    for (let count = 0; count < 9; count += 1) await stream.publish('charge.paid');
    expect(await stream.export({ portionEvents: 4 })).toMatchObject({ events: 9 });
    const files = await stream.rows('parse_filename(filename) as file, id');
    const sizes = [...Map.groupBy(files, ({ file }) => file).values()].map((ofFile) => ofFile.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
    expect(new Set(files.map(({ id }) => id)).size).toBe(9);
  });

  it('stops a partition at what this build does not know, and only that partition', async () => {
    const stream = await opened('history-unknown');
    await stream.publish('customer.created');
    await stream.publish('charge.invented');
    await stream.publish('charge.paid', {
      payload: '{"tenant":{"storeId":"store_1"},"charge":{"status":"NEW_STATUS"}}',
    });
    for (let times = 0; times < 2; times += 1) {
      const { unreadable } = await stream.export();
      expect(unreadable.length).toBeGreaterThan(0);
      expect(unreadable.join()).toMatch(/charge\.v1\/\d@\d+: (the type charge\.invented is not known|.*NEW_STATUS)/);
    }
    expect((await stream.rows('type')).map(({ type }) => type)).toEqual(['customer.created']);
  });

  it('fails beside another one, and the other too', async () => {
    const stream = await opened('history-two');
    await stream.publish('charge.paid');
    const first = await stream.openReader();
    await expect(stream.export()).rejects.toThrow(/another reader/);
    expect(() => first.assertAlone()).toThrow(/another reader/);
    await first.close();
    expect(await stream.export()).toMatchObject({ events: 1 });
  });
});
