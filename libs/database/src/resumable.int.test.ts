import { randomUUID } from 'node:crypto';
import { failedPrecondition, unavailable, type Tenant } from '@pitanga/core';
import { withRequestContext } from '@pitanga/runtime';
import { aTenant, countItems, freshDatabase, ids, insertItems, noon, type FreshDatabase } from '../test/fresh-database';
import type { Db } from './connect';
import { answerableError } from './failure';
import type { IdempotencyRequest, ResponseCodec } from './idempotency';
import { resumably, resumablyPrepared, type ResumableWrite } from './resumable';

let database: FreshDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
});
afterAll(() => database.drop());

const codec: ResponseCodec<string> = {
  encode: (answer) => ({ finish: () => new TextEncoder().encode(answer) }),
  decode: (bytes) => new TextDecoder().decode(bytes),
};
const aRequest = (): IdempotencyRequest => ({ key: randomUUID(), operation: 'POST /v2/items', fingerprint: 'a' });
const later = (ms: number): Date => new Date(noon.getTime() + ms);

/** An intent is a row; its end answers its id. */
function write(tenant: Tenant, finish: (id: string) => Promise<string> = (id) => Promise.resolve(id)) {
  const begin = async (tx: Db): Promise<string> => {
    const id = ids.next('customer', noon);
    await insertItems(tx, tenant, [{ id, at: noon }]);
    return id;
  };
  return { begin, finish } satisfies ResumableWrite<string>;
}

describe('resumably', () => {
  it('answers a repeat from the stored response, without a second intent', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const first = await resumably(db, tenant, request, codec, noon, write(tenant));
    const second = await resumably(db, tenant, request, codec, noon, write(tenant));
    expect(second).toEqual({ response: first.response, replayed: true });
    expect(await countItems(db, tenant)).toBe(1);
  });

  it('refuses a second request while the first is at work, and another body at any time', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const inner: unknown[] = [];
    const finish = async (id: string): Promise<string> => {
      for (const fingerprint of ['a', 'b']) {
        inner.push(
          await resumably(db, tenant, { ...request, fingerprint }, codec, noon, write(tenant)).catch((e: unknown) => e),
        );
      }
      return id;
    };
    await resumably(db, tenant, request, codec, noon, write(tenant, finish));
    expect(inner).toMatchObject([{ reason: 'IDEMPOTENCY_KEY_IN_FLIGHT' }, { reason: 'IDEMPOTENCY_KEY_REUSED' }]);
    expect(await countItems(db, tenant)).toBe(1);
  });

  it('says that nobody knows when the database breaks after the intent, and a repeat goes on', async () => {
    for (const keyed of [true, false]) {
      const tenant = aTenant();
      const request = keyed ? aRequest() : undefined;
      const broken = async (): Promise<string> => {
        await db.raw('select pg_terminate_backend(pg_backend_pid())');
        return 'never';
      };
      const first = withRequestContext({ requestId: 'req_1', isRead: false }, () =>
        resumably(db, tenant, request, codec, noon, write(tenant, broken)).catch(answerableError),
      );
      expect(await first).toMatchObject({ kind: 'UNAVAILABLE', reason: 'DATABASE_OUTCOME_UNKNOWN' });
      // The pool may give the broken connection out once more before it notices.
      await db.raw('select 1').catch(() => undefined);
      expect(await countItems(db, tenant)).toBe(1);
      if (keyed) await resumably(db, tenant, request, codec, noon, write(tenant));
      expect(await countItems(db, tenant)).toBe(1);
    }
  });

  it('goes on with the same effect after an unknown outcome', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const seen: string[] = [];
    const fails = (id: string): Promise<string> => {
      seen.push(id);
      return Promise.reject(unavailable('the bank did not answer'));
    };
    await expect(resumably(db, tenant, request, codec, noon, write(tenant, fails))).rejects.toThrow('did not answer');
    const { response } = await resumably(db, tenant, request, codec, later(1), write(tenant));
    expect([response]).toEqual(seen);
    expect(await countItems(db, tenant)).toBe(1);
  });

  /** A request that never ends; its id. */
  function hangingRequest(tenant: Tenant, request: IdempotencyRequest, now: Date): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const hangs = (id: string): Promise<string> => {
      resolve(id);
      return new Promise(() => undefined);
    };
    void resumably(db, tenant, request, codec, now, write(tenant, hangs));
    return promise;
  }

  /** What a crashed request has left is as old as this. */
  const age = ({ key }: IdempotencyRequest, ms: number) =>
    db('idempotency_keys')
      .where({ key })
      .update({ leased_until: db.raw(`leased_until - ? * interval '1 ms'`, [ms]) });

  it('is taken over only when the lease of a crashed request is over, whatever the clocks of both say', async () => {
    for (const [first, second] of [
      [noon, noon],
      [later(600_000), noon],
      [noon, later(600_000)],
    ] as const) {
      const tenant = aTenant();
      const request = aRequest();
      const id = await hangingRequest(tenant, request, first);
      const retry = () => resumably(db, tenant, request, codec, second, write(tenant));
      await age(request, 20_000);
      await expect(retry()).rejects.toMatchObject({ kind: 'ABORTED' });
      await age(request, 10_000);
      expect(await retry()).toEqual({ response: id, replayed: false });
    }
  });

  it('leaves the key to the request that has taken it over, whatever the late one comes to', async () => {
    for (const late of [failedPrecondition('no money', 'INSUFFICIENT_FUNDS'), unavailable('the bank did not answer')]) {
      const tenant = aTenant();
      const request = aRequest();
      const [begun, end] = [Promise.withResolvers<string>(), Promise.withResolvers<undefined>()];
      const slow = async (id: string): Promise<string> => {
        begun.resolve(id);
        await end.promise;
        throw late;
      };
      const first = resumably(db, tenant, request, codec, noon, write(tenant, slow));
      const id = await begun.promise;
      await age(request, 30_000);
      const second = resumably(db, tenant, request, codec, noon, {
        ...write(tenant, async (effect) => {
          end.resolve(undefined);
          await expect(first).rejects.toBe(late);
          // Still its own: a third request waits.
          const third = resumably(db, tenant, request, codec, noon, write(tenant));
          await expect(third).rejects.toMatchObject({ reason: 'IDEMPOTENCY_KEY_IN_FLIGHT' });
          return effect;
        }),
      });
      expect(await second).toEqual({ response: id, replayed: false });
      expect(await resumably(db, tenant, request, codec, noon, write(tenant))).toEqual({
        response: id,
        replayed: true,
      });
    }
  });

  it('forgets the key after a refusal, so that a retry works anew', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const refuses = (): Promise<string> => Promise.reject(failedPrecondition('no money', 'INSUFFICIENT_FUNDS'));
    await expect(resumably(db, tenant, request, codec, noon, write(tenant, refuses))).rejects.toThrow('no money');
    await resumably(db, tenant, request, codec, noon, write(tenant));
    expect(await countItems(db, tenant)).toBe(2);
  });

  it('records the intent of a request without a key alone, if it can, and in a transaction otherwise', async () => {
    const tenant = aTenant();
    const alone = {
      ...write(tenant),
      begin: () => Promise.reject(new Error('no')),
      beginAlone: () => write(tenant).begin(db),
    };
    const { response } = await resumably(db, tenant, undefined, codec, noon, alone);
    expect(await countItems(db, tenant)).toBe(1);
    const cannot = { ...write(tenant), beginAlone: () => Promise.resolve(undefined) };
    expect((await resumably(db, tenant, undefined, codec, noon, cannot)).response).not.toBe(response);
    expect(await countItems(db, tenant)).toBe(2);
  });

  it('records the intent of a request with a key in the transaction of the key', async () => {
    const tenant = aTenant();
    const both = { ...write(tenant), beginAlone: () => Promise.reject(new Error('no')) };
    await resumably(db, tenant, aRequest(), codec, noon, both);
    expect(await countItems(db, tenant)).toBe(1);
  });

  it('has one effect for 50 parallel requests with one key', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => resumably(db, tenant, request, codec, noon, write(tenant))),
    );
    expect(await countItems(db, tenant)).toBe(1);
    const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.response] : []));
    expect(new Set(answers).size).toBe(1);
  });
});

describe('resumablyPrepared', () => {
  const prepare = jest.fn(() => Promise.resolve('asked'));
  beforeEach(() => prepare.mockClear());

  it('prepares once, and neither for a repeat nor for what goes on after an unknown outcome', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const fails = () => Promise.reject(unavailable('the bank did not answer'));
    const run = (write: ResumableWrite<string>) =>
      resumablyPrepared(db, tenant, request, codec, noon, { ...write, prepare });
    await expect(run(write(tenant, fails))).rejects.toThrow('did not answer');
    const { response } = await run(write(tenant));
    expect(await run(write(tenant))).toEqual({ response, replayed: true });
    expect([prepare.mock.calls.length, await countItems(db, tenant)]).toEqual([1, 1]);
  });

  it('prepares every write without a key, and one whose key is older than 72 hours', async () => {
    const tenant = aTenant();
    const request = aRequest();
    const run = (key: IdempotencyRequest | undefined, now: Date) =>
      resumablyPrepared(db, tenant, key, codec, now, { ...write(tenant), prepare });
    await run(undefined, noon);
    await run(undefined, noon);
    await run(request, noon);
    await run(request, later(72 * 3_600_000));
    expect([prepare.mock.calls.length, await countItems(db, tenant)]).toEqual([4, 4]);
  });
});
