import type { PageRequest, Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aTenant, startBeforeAll, testClock, testIds, waitFor, webhookReceiver } from '@pitanga/testing';
import { startHarness } from '../../test/harness';
import { deleteWebhook } from '../managing/delete-webhook';
import { deliveryStatuses, type DeliveryFilter } from './delivery-log';
import { findBody, findDelivery, listAttempts, listDeliveries } from './delivery-log-repository';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));

afterEach(() => harness.stopDispatchers());

const events = ['transparent.completed', 'checkout.completed', 'refund.failed'];
const firstPage: PageRequest = { limit: 20 };

interface Entry {
  readonly id: string;
  readonly webhookId: string;
  readonly event: string;
  readonly status: string;
}

/** A log with every combination of two webhooks, three events and four statuses; newest first. */
async function aLog(tenant: Tenant, rounds = 3): Promise<Entry[]> {
  const webhooks = [await harness.register(tenant, 'http://127.0.0.1:9/', { events })];
  webhooks.push(await harness.register(tenant, 'http://127.0.0.1:9/', { events }));
  const combinations = webhooks.flatMap(({ id }) =>
    events.flatMap((event) => deliveryStatuses.map((status) => ({ webhookId: id, event, status }))),
  );
  const entries = Array.from({ length: rounds }, () => combinations)
    .flat()
    .map((entry) => {
      clock.advance(1);
      return { id: testIds.next('delivery', clock.real()), createdAt: clock.real(), ...entry };
    });
  await harness.database.db.batchInsert(
    'deliveries',
    entries.map(({ id, webhookId, event, status, createdAt }) => ({
      id,
      store_id: tenant.storeId,
      dev_mode: tenant.devMode,
      webhook_id: webhookId,
      event_id: testIds.next('event', createdAt),
      event,
      status,
      created_at: createdAt,
      finished_at: status === 'PENDING' ? null : createdAt,
    })),
  );
  return entries.reverse();
}

const filters = (webhookId: string): DeliveryFilter[] =>
  [undefined, webhookId].flatMap((one) =>
    [undefined, 'refund.failed'].flatMap((event) =>
      ([undefined, 'FAILED'] as const).map((status) => ({ webhookId: one, event, status })),
    ),
  );

const idsOf = async (tenant: Tenant, page: PageRequest, filter: DeliveryFilter): Promise<string[]> =>
  (await listDeliveries(harness.deps.db, tenant, page, filter)).items.map(({ id }) => id);

describe('the delivery log', () => {
  it('lists the deliveries of every combination of filters, newest first, page by page', async () => {
    const tenant = aTenant();
    const log = await aLog(tenant);
    for (const filter of filters(log[0]?.webhookId ?? '')) {
      const expected = log
        .filter(
          (entry) =>
            (filter.webhookId === undefined || entry.webhookId === filter.webhookId) &&
            (filter.event === undefined || entry.event === filter.event) &&
            (filter.status === undefined || entry.status === filter.status),
        )
        .map(({ id }) => id);
      const seen: string[] = [];
      for (let after: string | undefined; ;) {
        const page = await listDeliveries(harness.deps.db, tenant, { limit: 5, after }, filter);
        seen.push(...page.items.map(({ id }) => id));
        after = page.next;
        if (after === undefined) break;
      }
      expect(seen).toEqual(expected);
      const [second] = expected.slice(1);
      if (second) expect(await idsOf(tenant, { limit: 5, before: second }, filter)).toEqual(expected.slice(0, 1));
    }
  });

  it('lists the deliveries of one event, and those of the events about a record, with the other filters', async () => {
    const tenant = aTenant();
    const log = await aLog(tenant, 1);
    const [first, second, third] = log.slice(5);
    if (!first || !second || !third) throw new Error('the log is too short');
    const { db } = harness.database;
    const eventOf = async (id: string): Promise<string> => {
      const row = (await db('deliveries').where({ id }).first('event_id')) as { event_id: string } | undefined;
      return row?.event_id ?? '';
    };
    const about = async (id: string, recordId: string): Promise<void> => {
      const { storeId: store_id, devMode: dev_mode } = tenant;
      const at = { created_at: clock.real(), type: 'checkout.completed' };
      await db('event_records').insert({ store_id, dev_mode, record_id: recordId, id: await eventOf(id), ...at });
    };
    await about(first.id, 'bill_1');
    await about(third.id, 'bill_1');
    await about(second.id, 'bill_2');
    const all: PageRequest = { limit: 20 };
    expect(await idsOf(tenant, all, { eventId: await eventOf(first.id) })).toEqual([first.id]);
    expect(await idsOf(tenant, all, { recordId: 'bill_1' })).toEqual([first.id, third.id]);
    expect(await idsOf(tenant, { limit: 1, after: first.id }, { recordId: 'bill_1' })).toEqual([third.id]);
    const { event, webhookId } = third;
    expect(await idsOf(tenant, all, { recordId: 'bill_1', event, webhookId })).toEqual(
      [first, third].filter((one) => one.event === event && one.webhookId === webhookId).map(({ id }) => id),
    );
    expect(await idsOf(tenant, all, { recordId: 'bill_1', eventId: await eventOf(second.id) })).toEqual([]);
    expect(await idsOf(tenant, all, { recordId: 'bill_3' })).toEqual([]);
    expect(await idsOf(aTenant(), all, { recordId: 'bill_1' })).toEqual([]);
    expect(await idsOf(aTenant(), all, { eventId: await eventOf(first.id) })).toEqual([]);
    const [found] = (await listDeliveries(harness.deps.db, tenant, all, { recordId: 'bill_2' })).items;
    expect(found).toMatchObject({ id: second.id, eventId: await eventOf(second.id) });
  });

  it('reads hardly any row that it does not return, with any filter and wherever its rows are', async () => {
    const tenant = aTenant();
    const log = await aLog(tenant, 20);
    const webhookId = log[0]?.webhookId ?? '';
    // The deliveries listed below are older than 20,000 others, and other stores have as many.
    await addDelivered(tenant, webhookId, 20_000);
    await addDelivered(aTenant(), 'webh_other', 20_000);
    await harness.database.db.raw('analyze deliveries');
    const ofEvents = [{ eventId: 'evt_none' }, { recordId: 'bill_none', status: 'FAILED' as const }];
    for (const filter of [...filters(webhookId), ...ofEvents]) {
      for (const { sql, bindings } of await queriesOf(tenant, { limit: 20, after: log[10]?.id }, filter)) {
        const explained = `explain (analyze) ${sql.replaceAll(/\$\d+/g, '?')}`;
        const { rows } = await harness.deps.db.raw<{ rows: { 'QUERY PLAN': string }[] }>(explained, bindings);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        const wasted = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map((match) => Number(match[1]));
        expect(wasted.reduce((sum, count) => sum + count, 0)).toBeLessThan(200);
        expect(plan).not.toContain('Seq Scan on deliveries');
      }
    }
  });

  /** More of a store's log, all delivered and each newer than the one before. */
  async function addDelivered(tenant: Tenant, webhookId: string, count: number): Promise<void> {
    clock.advance(1);
    const first = testIds.next('delivery', clock.real());
    const { storeId, devMode } = tenant;
    await harness.database.db.raw(
      `insert into deliveries (id, store_id, dev_mode, webhook_id, event_id, event, status, created_at, finished_at)
       select left(?, 13) || lpad(n::text, 15, 'z'), ?, ?, ?, ? || n, ?, 'DELIVERED', ?, ?
       from generate_series(1, ?::int) n`,
      [first, storeId, devMode, webhookId, first, events[0] ?? '', clock.real(), clock.real(), count],
    );
  }

  async function queriesOf(tenant: Tenant, page: PageRequest, filter: DeliveryFilter) {
    const queries: { sql: string; bindings: string[] }[] = [];
    const listener = (query: (typeof queries)[number]): void => void queries.push(query);
    harness.deps.db.on('query', listener);
    await listDeliveries(harness.deps.db, tenant, page, filter);
    harness.deps.db.removeListener('query', listener);
    return queries;
  }

  it('keeps the entries of a deleted webhook', async () => {
    const tenant = aTenant();
    const [newest] = await aLog(tenant, 1);
    const webhookId = newest?.webhookId ?? '';
    await transact(harness.deps, (tx) => deleteWebhook(tx, tenant, webhookId));
    expect(await idsOf(tenant, firstPage, { webhookId })).toHaveLength(12);
  });

  it('of another store or environment is as if it were not there', async () => {
    const tenant = aTenant();
    const [entry] = await aLog(tenant, 1);
    const { id = '', webhookId = '' } = entry ?? {};
    for (const other of [aTenant(), { ...tenant, devMode: false }]) {
      expect(await idsOf(other, firstPage, {})).toEqual([]);
      expect(await idsOf(other, firstPage, { webhookId })).toEqual([]);
      expect(await findDelivery(harness.deps.db, other, id)).toBeUndefined();
      expect(await findBody(harness.deps.db, other, id)).toBeUndefined();
      expect(await listAttempts(harness.deps.db, other, id)).toEqual([]);
      await expect(idsOf(other, { limit: 5, after: id }, {})).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    }
  });
});

describe('an entry of the log', () => {
  it('shows each attempt with its time, its status and 2 KB of the response as text', async () => {
    const answers = [
      {
        status: 503,
        body: Buffer.concat([Buffer.from('\0é\xff', 'latin1'), Buffer.alloc(3_000, 'x')]),
        headers: { 'retry-after': '60' },
      },
      { status: 200, body: 'recebido ✓' },
    ] as const;
    const receiver = await webhookReceiver((_request, index) => answers[index] ?? 200);
    const tenant = aTenant();
    await harness.register(tenant, receiver.url);
    await harness.pay(tenant);
    harness.dispatch();
    const first = await waitFor('the first attempt', async () => {
      const { items } = await listDeliveries(harness.deps.db, tenant, firstPage, {});
      return items[0]?.attemptCount === 1 && items[0];
    });
    expect(first).toMatchObject({
      status: 'PENDING',
      lastStatusCode: 503,
      nextAttemptAt: new Date(clock.real().getTime() + 5_000),
      finishedAt: undefined,
      updatedAt: clock.real(),
    });
    const startedAt = clock.real();
    clock.advance(5_000);
    const storeTime = new Date(clock.real().getTime() + 86_400_000);
    const now = jest.spyOn(clock, 'now').mockReturnValue(storeTime);
    await waitFor('the second attempt', async () => {
      const delivery = await findDelivery(harness.deps.db, tenant, first.id);
      return delivery?.status === 'DELIVERED' && delivery.nextAttemptAt === undefined;
    });
    const attempts = await listAttempts(harness.deps.db, tenant, first.id);
    const common = { trigger: 'AUTO', durationMs: expect.any(Number) as number, errorClass: undefined };
    expect(attempts).toEqual([
      {
        ...common,
        startedAt,
        storeStartedAt: startedAt,
        statusCode: 503,
        responseHead: `\ufffd\ufffd\ufffd${'x'.repeat(2_045)}`,
        responseTruncated: true,
        retryAfter: '60',
      },
      {
        ...common,
        startedAt: clock.real(),
        storeStartedAt: storeTime,
        statusCode: 200,
        responseHead: 'recebido ✓',
        responseTruncated: false,
        retryAfter: undefined,
      },
    ]);
    expect(await findBody(harness.deps.db, tenant, first.id)).toBe(receiver.seen[0]?.body);
    now.mockRestore();
    await receiver.close();
  });
});
