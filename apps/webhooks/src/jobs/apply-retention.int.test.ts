import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIdSource, everyTenant, systemClock } from '@pitanga/core';
import { connect, migrate, migrationSet, type Db } from '@pitanga/database';
import type { Log } from '@pitanga/runtime';
import { aTenant, silentLog, testClock, testIds, waitFor, webhookReceiver, withDeps } from '@pitanga/testing';
import { deliveriesOf, queuedOf, startHarness, type Harness } from '../../test/harness';
import type { Deps } from '../deps';
import { createPartitions } from '../retention/retention-repository';
import { applyRetention, preparePartitions } from './apply-retention';

const clock = testClock(new Date('2027-03-10T12:00:00.000Z'));
const tables = ['delivery_bodies', 'attempts'];
let harness: Harness;
let db: Db;

beforeAll(async () => {
  harness = await startHarness(clock);
  db = harness.database.db;
});
afterEach(() => harness.stopDispatchers());
afterAll(() => harness.stop());

const at = (text: string): Date => new Date(text);

/** Makes a delivery at an instant, delivered or left in the queue; returns its id. */
async function aDeliveryOf(instant: string, isDelivered = true): Promise<string> {
  clock.advance(at(instant).getTime() - clock.real().getTime());
  const receiver = await webhookReceiver();
  const tenant = aTenant();
  await harness.register(tenant, receiver.url);
  await harness.pay(tenant);
  if (isDelivered) {
    harness.dispatch();
    await waitFor('the delivery', async () => (await deliveriesOf(harness, tenant))[0]?.status === 'DELIVERED');
    await harness.stopDispatchers();
  }
  await receiver.close();
  return (await deliveriesOf(harness, tenant))[0]?.id ?? '';
}

async function partitionsOf(table: string): Promise<readonly string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = to_regclass(?) order by 1',
    [table],
  );
  return rows.map(({ name }) => name);
}

async function partitionOf(table: string, id: string): Promise<string | undefined> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    'select tableoid::regclass::text as name from ?? where delivery_id = ?',
    [table, id],
  );
  return rows[0]?.name;
}

describe('bodies and attempts by month', () => {
  it('agree with the database on the lowest id of an instant', async () => {
    for (const instant of [
      at('1970-01-01T00:00:00.001Z'),
      at('2026-11-21T21:37:12.345Z'),
      at('2100-01-01T00:00:00Z'),
    ]) {
      const { rows } = await db.raw<{ rows: { id: string }[] }>('select first_delivery_id(?::timestamptz) as id', [
        instant,
      ]);
      const id = createIdSource(() => new Uint8Array(100)).next('delivery', instant);
      expect(id).toBe(`${rows[0]?.id ?? ''}000000000000000`);
    }
  });

  it('go where their delivery was made, to the millisecond', async () => {
    const [last, first] = [
      await aDeliveryOf('2027-03-31T23:59:59.999Z'),
      await aDeliveryOf('2027-04-01T00:00:00.000Z'),
    ];
    for (const table of tables) {
      expect(await partitionOf(table, last)).toBe(`${table}_2027_03`);
      expect(await partitionOf(table, first)).toBe(`${table}_2027_04`);
    }
  });

  it('of a dev store whose clock is years ahead go to the default partition, and move when theirs is created', async () => {
    const id = await aDeliveryOf('2029-06-15T00:00:00.000Z');
    expect(await partitionOf('delivery_bodies', id)).toBe('delivery_bodies_ahead');
    const replicas = Array.from({ length: 3 }, () =>
      createPartitions(db, everyTenant, at('2029-06-15')).catch(lockTimeoutOf),
    );
    // On a slow machine some have reached their lock timeout, and one may make the half that another did not.
    const made = (await Promise.all(replicas)).filter((count) => count > 0);
    expect([1, 2]).toContain(made.length);
    expect(await createPartitions(db, everyTenant, at('2029-06-15'))).toBe(0);
    for (const table of tables) expect(await partitionOf(table, id)).toBe(`${table}_2029_06`);
    clock.advance(at('2027-04-02T00:00:00Z').getTime() - clock.real().getTime());
  });
});

it('do not delay a start while another process holds their lock', async () => {
  const lines: unknown[] = [];
  const log = { ...silentLog, warn: (line: unknown) => lines.push(line) } as unknown as Log;
  await db.transaction(async (frozen) => {
    await frozen.raw('select pg_advisory_xact_lock(7415086)');
    await preparePartitions(db, at('2026-11-20T00:00:00Z'), log);
  });
  expect(lines).toHaveLength(1);
  await preparePartitions(db, at('2026-11-20T00:00:00Z'), log);
  expect(lines).toHaveLength(1);
});

function lockTimeoutOf(error: unknown): 0 {
  expect(error).toMatchObject({ code: '55P03' });
  return 0;
}

describe('retention', () => {
  const keptAt = async (instant: string): Promise<void> => {
    await applyRetention(withDeps<Deps>(harness.deps, { clock: testClock(at(instant)) }));
  };

  it('drops bodies after 90 days, attempts and deliveries after 13 months, each with the end of a month', async () => {
    const id = await aDeliveryOf('2027-04-30T12:00:00.000Z');
    const kept = async () => [
      ...(await Promise.all(tables.map(async (table) => (await partitionOf(table, id)) !== undefined))),
      (await db('deliveries').where({ id })).length === 1,
    ];
    await keptAt('2027-07-29T23:59:59.999Z');
    expect(await kept()).toEqual([true, true, true]);
    await keptAt('2027-07-30T00:00:00.000Z');
    expect(await kept()).toEqual([false, true, true]);
    await keptAt('2028-05-30T12:00:00.000Z');
    expect(await kept()).toEqual([false, true, true]);
    await keptAt('2028-06-01T00:00:00.000Z');
    expect(await kept()).toEqual([false, false, false]);
    expect((await partitionsOf('delivery_bodies')).filter((name) => name < 'delivery_bodies_2028_03')).toEqual([]);
  });

  it('drops a delivery whose body expires in the queue, and appends its event', async () => {
    const tenant = aTenant();
    await harness.register(tenant, 'http://127.0.0.1:9/');
    clock.advance(at('2028-06-10T00:00:00Z').getTime() - clock.real().getTime());
    await harness.pay(tenant, 3);
    await keptAt('2028-09-28T00:00:00Z');
    expect(await queuedOf(harness, tenant)).toHaveLength(3);
    await keptAt('2028-09-30T00:00:00Z');
    expect(await queuedOf(harness, tenant)).toEqual([]);
    expect((await deliveriesOf(harness, tenant)).map(({ status }) => status)).toEqual([
      'DROPPED',
      'DROPPED',
      'DROPPED',
    ]);
    const events = await db('outbox')
      .whereRaw('strpos(payload, ?) > 0', [tenant.storeId])
      .where({ type: 'delivery.finished' });
    expect(events).toHaveLength(3);
  });
});

describe('the migration to bodies and attempts by month', () => {
  const directories = migrationSet(join(__dirname, '../../migrations')).directories;
  const [platform, app] = directories;
  const now = systemClock.real();
  let folder: string;
  let url: string;
  let old: Db;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'webhooks-migrations-'));
    for (const file of readdirSync(app ?? '').filter((name) => name < '0007')) {
      cpSync(join(app ?? '', file), join(folder, file));
    }
    const name = `webhooks_old_${testIds.token(8).toLowerCase()}`;
    await db.raw('create database ??', [name]);
    url = Object.assign(new URL(harness.database.url), { pathname: `/${name}` }).href;
    await migrate(url, { directories: [platform ?? '', folder] });
    old = connect({ url, applicationName: 'previous version' });
  });
  afterAll(async () => {
    const name = new URL(url).pathname.slice(1);
    await old.destroy();
    await db.raw('drop database ?? with (force)', [name]);
    rmSync(folder, { recursive: true });
  });

  /** As the previous version of the service writes, the repeated attempt included. */
  async function writeAsBefore(id: string): Promise<void> {
    const of = { store_id: 'store_1', dev_mode: true };
    await old('delivery_bodies').insert({ delivery_id: id, body: '{}' });
    const attempt = { delivery_id: id, no: 1, ...of, trigger: 'AUTO', started_at: now };
    await old('attempts').insert({ ...attempt, error_class: 'interrupted' });
    await old('attempts')
      .insert({ ...attempt, status_code: 200 })
      .onConflict(['delivery_id', 'no'])
      .merge();
  }

  const fileOf = async (table: string): Promise<unknown> => {
    const { rows } = await old.raw<{ rows: unknown[] }>('select pg_relation_filenode(?) as file', [table]);
    return rows[0];
  };

  it('keeps every row where it is, those ahead of time aside, and the previous version goes on writing', async () => {
    const [one, two, ahead] = [
      testIds.next('delivery', now),
      testIds.next('delivery', now),
      testIds.next('delivery', at('2035-01-01')),
    ];
    for (const id of [one, ahead]) await writeAsBefore(id);
    const files = await Promise.all(tables.map(fileOf));
    await migrate(url, { directories });
    await writeAsBefore(two);
    const month = now.toISOString().slice(0, 7).replace('-', '_');
    expect(await Promise.all(tables.map((table) => fileOf(`${table}_${month}`)))).toEqual(files);
    const where = async (table: string) => {
      const { rows } = await old.raw<{ rows: { id: string; name: string }[] }>(
        'select delivery_id as id, tableoid::regclass::text as name from ??',
        [table],
      );
      return new Map(rows.map(({ id, name }) => [id, name]));
    };
    for (const table of tables) {
      const past = `${table}_${month}`;
      expect(await where(table)).toEqual(
        new Map([
          [one, past],
          [two, past],
          [ahead, `${table}_ahead`],
        ]),
      );
    }
    await expect(old('delivery_bodies').insert({ delivery_id: one, body: '{}' })).rejects.toThrow('duplicate key');
  });
});
