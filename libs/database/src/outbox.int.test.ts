import { openTransaction } from './transaction';
import { randomUUID } from 'node:crypto';
import { context, propagation, ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { OutboundEvent } from '@pitanga/contracts';
import { withRequestContext } from '@pitanga/runtime';
import { aTenant, countItems, freshDatabase, ids, insertItems, noon, type FreshDatabase } from '../test/fresh-database';
import type { Db } from './connect';
import {
  appendEvents,
  moveToDeadOutbox,
  oldestOutboxAgeMs,
  outboxBindings,
  outboxInsertSql,
  outboxIsEmpty,
  claimOutbox,
  type OutboxRow,
} from './outbox';
import { inTransaction, onOutboxAppended } from './transaction';
import { isUniqueViolation } from './unique-violation';

let database: FreshDatabase;
let db: Db;
// The outbox has no tenant, so each test gets a database.
beforeEach(async () => {
  database = await freshDatabase();
  db = database.db;
});
afterEach(() => database.drop());

function anEvent(key = 'key_1'): OutboundEvent {
  return {
    type: 'api_key.revoked',
    id: ids.next('event', noon),
    key,
    occurredAt: noon,
    data: { storeId: 'store_1', devMode: true, keyId: key, revokedAt: noon },
  };
}

/** What a relay would take now, left where it is. */
async function waiting(limit = 10, bytesMax?: number): Promise<OutboxRow[]> {
  const tx = await openTransaction(db);
  const rows = await claimOutbox(tx, limit, bytesMax);
  await tx.rollback();
  return rows;
}

/** Counts the wake-ups of the relay on this pool. */
function countWakes(): { count: number } {
  const wakes = { count: 0 };
  onOutboxAppended(db, () => {
    wakes.count += 1;
  });
  return wakes;
}

describe('outbox', () => {
  it('keeps facts in the order they were appended, encoded by the catalogue', async () => {
    const events = Array.from({ length: 5 }, () => anEvent());
    await inTransaction(db, (tx) => appendEvents(tx, events, new Date('2026-11-20T15:00:01Z')));
    const rows = await waiting(10);
    expect(rows.map((row) => row.eventId)).toEqual(events.map((event) => event.id));
    expect(rows[0]).toEqual({
      id: expect.any(Number) as number,
      eventId: events[0]?.id,
      topic: 'pitanga.gateway.api-key.v1',
      key: 'key_1',
      type: 'api_key.revoked',
      payload: '{"storeId":"store_1","devMode":true,"keyId":"key_1","revokedAt":"2026-11-20T15:00:00.000Z"}',
      traceparent: undefined,
      occurredAt: noon,
      recordedAt: new Date('2026-11-20T15:00:01Z'),
    });
    expect(await waiting(2)).toHaveLength(2);
  });

  it('publishes nothing of a transaction that rolls back, and wakes nobody', async () => {
    const wakes = countWakes();
    const tenant = aTenant();
    const failing = inTransaction(db, async (tx) => {
      await insertItems(tx, tenant, [{ id: 'a', at: noon }]);
      await appendEvents(tx, [anEvent()], noon);
      throw new Error('after the append');
    });
    await expect(failing).rejects.toThrow('after the append');
    expect(await waiting(10)).toEqual([]);
    expect(await countItems(db, tenant)).toBe(0);
    expect(wakes.count).toBe(0);
  });

  it('wakes the relay once, after the commit, however deep the append was', async () => {
    let visibleAtWake: Promise<unknown[]> | undefined;
    const end = onOutboxAppended(db, () => {
      visibleAtWake = waiting(10);
    });
    const wakes = countWakes();
    await inTransaction(db, async (tx) => {
      await inTransaction(tx, (inner) => appendEvents(inner, [anEvent()], noon));
      await appendEvents(tx, [anEvent()], noon);
      expect(wakes.count).toBe(0);
    });
    expect(wakes.count).toBe(1);
    expect(await visibleAtWake).toHaveLength(2);
    end();
    visibleAtWake = undefined;
    await inTransaction(db, (tx) => appendEvents(tx, [anEvent()], noon));
    expect(wakes.count).toBe(2);
    expect(visibleAtWake).toBeUndefined();
  });

  it('takes the oldest facts up to a number of bytes, and the first whatever its size', async () => {
    await inTransaction(db, (tx) => appendEvents(tx, [anEvent('a'), anEvent('b'), anEvent('c')], noon));
    const bytes = Buffer.byteLength((await waiting(1))[0]?.payload ?? '');
    expect((await waiting(10, 2 * bytes)).map((row) => row.key)).toEqual(['a', 'b']);
    expect((await waiting(10, 1)).map((row) => row.key)).toEqual(['a']);
    expect((await waiting(2)).map((row) => row.key)).toEqual(['a', 'b']);
  });

  it('wakes nobody for a transaction without facts', async () => {
    const wakes = countWakes();
    await inTransaction(db, (tx) => appendEvents(tx, [], noon));
    await inTransaction(db, (tx) => insertItems(tx, aTenant(), [{ id: 'a', at: noon }]));
    expect(wakes.count).toBe(0);
  });

  it('joins an open transaction: its rollback takes the inner work with it', async () => {
    const tenant = aTenant();
    const failing = inTransaction(db, async (tx) => {
      await inTransaction(tx, (inner) => insertItems(inner, tenant, [{ id: 'a', at: noon }]));
      throw new Error('outer');
    });
    await expect(failing).rejects.toThrow('outer');
    expect(await countItems(db, tenant)).toBe(0);
  });

  it('appends in the statement of the effect, once per row it touched', async () => {
    const tenant = aTenant();
    await insertItems(db, tenant, [{ id: 'a', at: noon }]);
    const pay = async (id: string): Promise<void> => {
      await db
        .raw(
          `with paid as (update items set status = 'PAID' where store_id = :storeId and dev_mode = :devMode and id = :id and status = 'ACTIVE' returning id),
                event as (${outboxInsertSql('paid')})
           select id from paid`,
          { ...tenant, id, ...outboxBindings(anEvent(id), noon) },
        )
        .options({ name: 'pay_item' });
    };
    await pay('a');
    await pay('a');
    await pay('missing');
    expect((await waiting(10)).map((row) => row.key)).toEqual(['a']);
    await db.raw(outboxInsertSql(), outboxBindings(anEvent('b'), noon));
    expect((await waiting(10)).map((row) => row.key)).toEqual(['a', 'b']);
  });

  it('refuses the same fact twice', async () => {
    const event = anEvent();
    await inTransaction(db, (tx) => appendEvents(tx, [event], noon));
    const again: unknown = await inTransaction(db, (tx) => appendEvents(tx, [event], noon)).catch(
      (error: unknown) => error,
    );
    expect(isUniqueViolation(again)).toBe(true);
    expect(isUniqueViolation(again, 'outbox_event_id_key')).toBe(true);
    expect(isUniqueViolation(again, 'items_pkey')).toBe(false);
    expect(isUniqueViolation(new Error('other'))).toBe(false);
  });

  it('removes what was taken when its transaction commits, and only then', async () => {
    await inTransaction(db, (tx) => appendEvents(tx, [anEvent('a'), anEvent('b'), anEvent('c')], noon));
    expect((await waiting(2)).map((row) => row.key)).toEqual(['a', 'b']);
    expect((await inTransaction(db, (tx) => claimOutbox(tx, 2))).map((row) => row.key)).toEqual(['a', 'b']);
    expect((await inTransaction(db, (tx) => claimOutbox(tx, 2))).map((row) => row.key)).toEqual(['c']);
    expect(await outboxIsEmpty(db)).toBe(true);
  });

  it('takes the oldest rows first, in the order of their ids, wherever they are stored', async () => {
    const keys = ['a', 'b', 'c', 'd', 'e'];
    for (const key of keys) await inTransaction(db, (tx) => appendEvents(tx, [anEvent(key)], noon));
    // An update stores a new version behind the others: afterwards a scan of the table meets the newest row first.
    const ids: number[] = await db('outbox').orderBy('id', 'desc').pluck('id');
    for (const id of ids) await db('outbox').where({ id }).update({ recorded_at: new Date() });
    const stored = await db.raw<{ rows: { key: string }[] }>('select key from outbox');
    expect(stored.rows.map(({ key }) => key)).toEqual([...keys].reverse());

    const bytes = (await waiting(1))[0]?.payload.length ?? 0;
    const keysOf = (rows: readonly OutboxRow[]): readonly string[] => rows.map((row) => row.key);
    expect(keysOf(await waiting(3))).toEqual(['a', 'b', 'c']);
    expect(keysOf(await waiting(5, 2 * bytes))).toEqual(['a', 'b']);
    expect(keysOf(await waiting(5))).toEqual(keys);
  });

  it('misses no fact that commits after one with a higher id', async () => {
    const slow = await openTransaction(db);
    await appendEvents(slow, [anEvent('slow')], noon);
    await inTransaction(db, (tx) => appendEvents(tx, [anEvent('fast')], noon));
    expect((await inTransaction(db, (tx) => claimOutbox(tx, 10))).map((row) => row.key)).toEqual(['fast']);
    await slow.commit();
    expect((await inTransaction(db, (tx) => claimOutbox(tx, 10))).map((row) => row.key)).toEqual(['slow']);
  });

  it('keeps a fact that cannot be published, whole and with the reason', async () => {
    const event = anEvent();
    await inTransaction(db, (tx) => appendEvents(tx, [event], noon));
    const [row] = await inTransaction(db, (tx) => claimOutbox(tx, 1));
    if (!row) throw new Error('nothing was taken');
    await inTransaction(db, (tx) => moveToDeadOutbox(tx, row, 'too large'));
    const dead: unknown[] = await db('outbox_dead').select('id', 'event_id', 'payload', 'reason');
    expect(dead).toEqual([{ id: row.id, event_id: event.id, payload: row.payload, reason: 'too large' }]);
  });

  it('gives the turn to publish to one transaction at a time', async () => {
    await inTransaction(db, (tx) => appendEvents(tx, [anEvent('a'), anEvent('b')], noon));
    const first = await openTransaction(db);
    const second = await openTransaction(db);
    expect(await claimOutbox(first, 1)).toHaveLength(1);
    expect(await claimOutbox(second, 1)).toEqual([]);
    await first.commit();
    expect((await claimOutbox(second, 1)).map((row) => row.key)).toEqual(['b']);
    await second.commit();
  });

  it('takes each fact once, in order, though many relays ask at the same time', async () => {
    const keys = Array.from({ length: 60 }, (_, index) => `key_${String(index).padStart(2, '0')}`);
    await inTransaction(db, (tx) =>
      appendEvents(
        tx,
        keys.map((key) => anEvent(key)),
        noon,
      ),
    );
    const taken: string[] = [];
    const relay = async (): Promise<void> => {
      while (taken.length < keys.length) {
        await inTransaction(db, async (tx) => {
          taken.push(...(await claimOutbox(tx, 3)).map((row) => row.key));
        });
      }
    };
    await Promise.all([relay(), relay(), relay(), relay()]);
    expect(taken).toEqual(keys);
  });

  it('tells the age of the oldest fact that waits', async () => {
    expect(await oldestOutboxAgeMs(db)).toBe(0);
    await inTransaction(db, (tx) => appendEvents(tx, [anEvent()], new Date(Date.now() - 60_000)));
    await inTransaction(db, (tx) => appendEvents(tx, [anEvent()], new Date()));
    const ageMs = await oldestOutboxAgeMs(db);
    expect(ageMs).toBeGreaterThanOrEqual(60_000);
    expect(ageMs).toBeLessThan(120_000);
  });
});

describe('the trace of a fact', () => {
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  });
  afterAll(() => {
    context.disable();
    propagation.disable();
  });

  it('is the one of the span that was active when it was appended', async () => {
    const traceId = randomUUID().replaceAll('-', '');
    const span = { traceId, spanId: traceId.slice(0, 16), traceFlags: TraceFlags.SAMPLED };
    await context.with(trace.setSpanContext(ROOT_CONTEXT, span), () =>
      inTransaction(db, (tx) => appendEvents(tx, [anEvent()], noon)),
    );
    const [row] = await waiting(1);
    expect(row?.traceparent).toBe(`00-${traceId}-${span.spanId}-01`);
    expect(row?.requestId).toBeUndefined();
  });

  it('has the request in which it was appended', async () => {
    await withRequestContext({ requestId: 'req_1' }, () =>
      inTransaction(db, (tx) => appendEvents(tx, [anEvent()], noon)),
    );
    expect((await waiting(1))[0]?.requestId).toBe('req_1');
  });
});
