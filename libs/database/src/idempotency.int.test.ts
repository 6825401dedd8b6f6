import { randomUUID } from 'node:crypto';
import type { Tenant } from '@pitanga/core';
import { aTenant, countItems, freshDatabase, ids, insertItems, noon, type FreshDatabase } from '../test/fresh-database';
import { connect, type Db } from './connect';
import {
  idempotently,
  idempotentlyPrepared,
  purgeIdempotencyKeys,
  type IdempotencyRequest,
  type ResponseCodec,
} from './idempotency';
import { writeOnce } from './write-once';

let database: FreshDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
});
afterAll(() => database.drop());

interface Answer {
  readonly id: string;
}

const codec: ResponseCodec<Answer> = {
  encode: (answer) => ({ finish: () => new TextEncoder().encode(JSON.stringify(answer)) }),
  decode: (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Answer,
};

const aRequest = (): IdempotencyRequest => ({ key: randomUUID(), operation: 'POST /v2/items', fingerprint: 'a' });
const later = (ms: number): Date => new Date(noon.getTime() + ms);
const hours = 3_600_000;

/** The work under test: one row, whose id is the answer. */
const create =
  (tenant: Tenant) =>
  async (tx: Db): Promise<Answer> => {
    const id = ids.next('customer', noon);
    await insertItems(tx, tenant, [{ id, at: noon }]);
    return { id };
  };

describe('idempotently', () => {
  it('has exactly one effect for 50 parallel requests with the same key, and one answer', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => idempotently(db, tenant, request, codec, noon, create(tenant))),
    );
    expect(await countItems(db, tenant)).toBe(1);
    expect(new Set(answers.map(({ response }) => response.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  it('has one effect per key when many keys race', async () => {
    const tenant = aTenant();
    const requests = Array.from({ length: 10 }, aRequest);
    await Promise.all(
      [...requests, ...requests, ...requests].map((request) =>
        idempotently(db, tenant, request, codec, noon, create(tenant)),
      ),
    );
    expect(await countItems(db, tenant)).toBe(10);
  });

  it('stores nothing when the work throws, so that a retry runs it again', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const failing = idempotently(db, tenant, request, codec, noon, async (tx) => {
      await create(tenant)(tx);
      throw new Error('crash after the effect');
    });
    await expect(failing).rejects.toThrow('crash after the effect');
    expect(await countItems(db, tenant)).toBe(0);
    const retry = await idempotently(db, tenant, request, codec, noon, create(tenant));
    expect(retry.replayed).toBe(false);
    expect(await countItems(db, tenant)).toBe(1);
  });

  it('hands the key to a waiting request when the first one fails', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, (_, index) =>
        idempotently(db, tenant, request, codec, noon, async (tx) => {
          const answer = await create(tenant)(tx);
          if (index < 2) throw new Error('crash');
          return answer;
        }),
      ),
    );
    expect(await countItems(db, tenant)).toBe(1);
    const ids = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.response.id] : []));
    expect(ids.length).toBeGreaterThanOrEqual(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('leaves neither key nor effect when the connection is lost before the commit', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const pool = connect({ url: database.url, applicationName: 'cut off', poolMax: 1 });
    const cut = idempotently(pool, tenant, request, codec, noon, async (tx) => {
      const answer = await create(tenant)(tx);
      await db.raw(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'cut off'`);
      return answer;
    });
    await expect(cut).rejects.toThrow();
    await pool.destroy();
    expect(await countItems(db, tenant)).toBe(0);
    expect((await idempotently(db, tenant, request, codec, noon, create(tenant))).replayed).toBe(false);
  });

  it('refuses the key with another request, and still replays the first one', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const first = await idempotently(db, tenant, request, codec, noon, create(tenant));
    const other = idempotently(db, tenant, { ...request, fingerprint: 'b' }, codec, noon, create(tenant));
    await expect(other).rejects.toMatchObject({ kind: 'FAILED_PRECONDITION', reason: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await idempotently(db, tenant, request, codec, noon, create(tenant))).toEqual({ ...first, replayed: true });
    expect(await countItems(db, tenant)).toBe(1);
  });

  it('keeps keys apart by store, environment and operation', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const others: [Tenant, IdempotencyRequest][] = [
      [aTenant(), request],
      [{ ...tenant, devMode: false }, request],
      [tenant, { ...request, operation: 'POST /v2/other' }],
      [tenant, { ...request, key: `${request.key} ` }],
    ];
    await idempotently(db, tenant, request, codec, noon, create(tenant));
    for (const [other, otherRequest] of others) {
      const { replayed } = await idempotently(db, other, otherRequest, codec, noon, create(other));
      expect(replayed).toBe(false);
    }
  });

  it('replays for 72 hours and then runs the work again, once', async () => {
    const tenant = aTenant();
    const request = aRequest();
    await idempotently(db, tenant, request, codec, noon, create(tenant));
    const justBefore = await idempotently(db, tenant, request, codec, later(72 * hours - 1), create(tenant));
    expect(justBefore.replayed).toBe(true);
    const renewed = { ...request, fingerprint: 'another request' };
    const after = await Promise.all(
      Array.from({ length: 5 }, () => idempotently(db, tenant, renewed, codec, later(72 * hours), create(tenant))),
    );
    expect(after.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await countItems(db, tenant)).toBe(2);
  });

  it('runs the work in a transaction each time and stores nothing without a key', async () => {
    const tenant = aTenant();
    const seen: (boolean | undefined)[] = [];
    const work = async (tx: Db): Promise<Answer> => {
      seen.push(tx.isTransaction);
      return create(tenant)(tx);
    };
    await idempotently(db, tenant, undefined, codec, noon, work);
    await idempotently(db, tenant, undefined, codec, noon, work);
    expect(await countItems(db, tenant)).toBe(2);
    expect(seen).toEqual([true, true]);
    expect(await db('idempotency_keys').where({ store_id: tenant.storeId })).toEqual([]);
  });

  it('writes alone without a key where that can write, and never with a key', async () => {
    const tenant = aTenant();
    const work = create(tenant);
    const alone = jest.fn(() => create(tenant)(db));
    const declines = (): Promise<undefined> => Promise.resolve(undefined);
    await idempotently(db, tenant, undefined, codec, noon, work, alone);
    expect(alone).toHaveBeenCalledTimes(1);
    await idempotently(db, tenant, undefined, codec, noon, work, declines);
    await idempotently(db, tenant, aRequest(), codec, noon, work, alone);
    expect(alone).toHaveBeenCalledTimes(1);
    expect(await countItems(db, tenant)).toBe(3);
  });

  it('keeps the bytes of the response exactly', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const raw: ResponseCodec<Uint8Array> = {
      encode: (value) => ({ finish: () => value }),
      decode: (value) => Uint8Array.from(value),
    };
    const run = () => idempotently(db, tenant, request, raw, noon, () => Promise.resolve(bytes));
    await run();
    expect((await run()).response).toEqual(bytes);
  });

  it('is purged of keys older than 72 hours, in bounded batches', async () => {
    const tenant = aTenant();
    const base = later(-1_000 * hours);
    const at = (ms: number): Date => new Date(base.getTime() + ms);
    const run = (now: Date) => idempotently(db, tenant, aRequest(), codec, now, create(tenant));
    for (let index = 0; index < 5; index += 1) await run(at(0));
    await run(at(1));
    expect(await purgeIdempotencyKeys(db, at(72 * hours), { batchSize: 2, batchesMax: 2 })).toBe(4);
    expect(await purgeIdempotencyKeys(db, at(72 * hours), { batchSize: 2 })).toBe(1);
    expect(await db('idempotency_keys').where({ store_id: tenant.storeId })).toHaveLength(1);
  });
});

describe('idempotentlyPrepared', () => {
  it('prepares outside the transaction, and not again for a repeat', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const prepared: string[] = [];
    const run = () =>
      idempotentlyPrepared(db, tenant, request, codec, noon, {
        prepare: () => Promise.resolve(prepared.push('asked')),
        work: create(tenant),
      });
    const first = await run();
    expect(await run()).toEqual({ response: first.response, replayed: true });
    expect(prepared).toHaveLength(1);
    expect(await countItems(db, tenant)).toBe(1);
  });

  it('refuses the key of another request before it prepares anything', async () => {
    const tenant = aTenant();
    const request = aRequest();
    await idempotently(db, tenant, request, codec, noon, create(tenant));
    const prepare = jest.fn(() => Promise.resolve());
    const steps = { prepare, work: create(tenant) };
    await expect(
      idempotentlyPrepared(db, tenant, { ...request, fingerprint: 'b' }, codec, noon, steps),
    ).rejects.toMatchObject({ reason: 'IDEMPOTENCY_KEY_REUSED' });
    expect(prepare).not.toHaveBeenCalled();
  });
});

describe('writeOnce', () => {
  it('answers a repeat with the stored response and marks it, and only then', async () => {
    const tenant = aTenant();
    const idempotency = aRequest();
    const marks: string[] = [];
    const tools = { clock: { real: () => noon } };
    const deps = { ...tools, db, tools };
    const write = (name: string) =>
      writeOnce(deps, { tenant, idempotency, markReplayed: () => void marks.push(name) }, codec, (inside) =>
        create(tenant)(inside.db),
      );
    const first = await write('first');
    expect(await write('second')).toEqual(first);
    expect(marks).toEqual(['second']);
    expect(await countItems(db, tenant)).toBe(1);
  });
});
