import { setTimeout as delay } from 'node:timers/promises';
import { isAppError } from '@pitanga/core';
import { connect, inTransaction, type Db } from '@pitanga/database';
import { createRpcClient, createRpcServer } from '@pitanga/rpc';
import { createMetrics } from '@pitanga/runtime';
import {
  openLink,
  silentLog,
  startBeforeAll,
  testDatabase,
  testTimeoutMs,
  waitFor,
  type Condition,
  type Link,
} from '@pitanga/testing';

interface Thing {
  readonly id: string;
}

const codec = {
  encode: (thing: Thing) => ({ finish: (): Uint8Array => Buffer.from(JSON.stringify(thing)) }),
  decode: (bytes: Uint8Array): Thing => JSON.parse(Buffer.from(bytes).toString()) as Thing,
};
const unary = { requestType: codec, requestStream: false, responseType: codec, responseStream: false } as const;

const ThingServiceDefinition = {
  name: 'ThingService',
  fullName: 'pitanga.things.v1.ThingService',
  methods: {
    getThing: { name: 'GetThing', ...unary },
    createThing: { name: 'CreateThing', ...unary },
    createThingAndLook: { name: 'CreateThingAndLook', ...unary },
  },
} as const;

const database = startBeforeAll(async () => {
  const own = await testDatabase('ledger');
  await own.db.raw('create table if not exists things (id text primary key)');
  const stop = async (): Promise<void> => {
    await own.db.raw('drop table things');
    await own.close();
  };
  return { ...own, stop };
});

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Where something happens to a connection: when bytes that contain `text` come from `from`, or the next ones back. */
interface Point {
  readonly text: string;
  readonly onAnswer: boolean;
}

const insert = (onAnswer: boolean): Point => ({ text: 'insert into things', onAnswer });
const commit = (onAnswer: boolean): Point => ({ text: 'COMMIT', onAnswer });
const look = (onAnswer: boolean): Point => ({ text: 'from things', onAnswer });

/** A way on which `act` happens once at a point, before the bytes pass on. */
async function openWatched(target: number, point: Point, act: (link: Link) => Promise<void> | void): Promise<Link> {
  let step: 'waits' | 'sent' | 'over' = 'waits';
  const link = await openLink(target, async (chunk, from) => {
    if (step === 'waits' && from === 'client' && chunk.includes(point.text)) step = 'sent';
    else if (step !== 'sent' || from === 'client') return;
    if (point.onAnswer === (from === 'client')) return;
    step = 'over';
    await act(link);
  });
  cleanups.push(() => link.close());
  return link;
}

/** A service that writes through a way to its database; each handler is one of those that services have. */
async function startThings(way: (postgres: number) => Promise<Link>) {
  const url = new URL(database.url);
  const link = await way(Number(url.port));
  url.port = String(link.port);
  const pool = connect({ url: url.href, applicationName: 'things', poolMax: 1 });
  const server = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'things' });
  const create = async (thing: Thing): Promise<Thing> => {
    await inTransaction(pool, (tx) => tx.raw('insert into things values (?)', [thing.id]));
    return thing;
  };
  const get = async (thing: Thing): Promise<Thing> => {
    await pool.raw('select id from things where id = ?', [thing.id]);
    return thing;
  };
  server.add(ThingServiceDefinition, {
    getThing: get,
    createThing: create,
    createThingAndLook: async (thing) => get(await create(thing)),
  });
  const port = await server.start('127.0.0.1:0');
  cleanups.push(async () => {
    await server.stop(0);
    // First, because a pool waits for what is in flight.
    link.close();
    await pool.destroy();
  });
  return { pool, server, port };
}

function client(port: number, deadlineMs = testTimeoutMs) {
  const things = createRpcClient(ThingServiceDefinition, { address: `127.0.0.1:${String(port)}`, deadlineMs });
  cleanups.push(() => things.close());
  return things;
}

async function told(work: Promise<unknown>): Promise<{ readonly kind: string; readonly reason: string }> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isAppError(error)) throw new Error('expected an AppError', { cause: error });
  return { kind: error.kind, reason: error.reason };
}

const exists = async (id: string): Promise<boolean> => (await database.db('things').where({ id })).length === 1;
const become = (condition: Condition) => (link: Link) => link.become(condition);
const terminate = async (): Promise<void> => {
  await database.db.raw(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where application_name = 'things' and datname = current_database()`,
  );
};

const busy = { kind: 'UNAVAILABLE', reason: 'DATABASE_BUSY' };
const unknown = { kind: 'UNAVAILABLE', reason: 'DATABASE_OUTCOME_UNKNOWN' };
const late = { kind: 'DEADLINE_EXCEEDED', reason: 'DATABASE_OUTCOME_UNKNOWN' };
const gone = { kind: 'UNAVAILABLE', reason: 'SERVICE_UNAVAILABLE' };

describe('a write whose connection to the database', () => {
  type Row = readonly [string, string, Point, (link: Link) => Promise<void> | void, object, boolean];
  test.each<Row>([
    ['is reset', 'before its insert', insert(false), become({ kind: 'cut' }), busy, false],
    ['ends', 'before its insert', insert(false), become({ kind: 'ended' }), busy, false],
    ['is terminated', 'before its insert', insert(false), terminate, busy, false],
    ['is reset', 'before the answer to its insert', insert(true), become({ kind: 'cut' }), busy, false],
    ['ends', 'before the answer to its insert', insert(true), become({ kind: 'ended' }), busy, false],
    ['is reset', 'before its commit arrives', commit(false), become({ kind: 'cut' }), unknown, false],
    ['ends', 'before its commit arrives', commit(false), become({ kind: 'ended' }), unknown, false],
    ['is terminated', 'before its commit arrives', commit(false), terminate, unknown, false],
    ['is reset', 'after its commit', commit(true), become({ kind: 'cut' }), unknown, true],
    ['ends', 'after its commit', commit(true), become({ kind: 'ended' }), unknown, true],
  ])('%s %s is told the truth', async (how, where, point, act, expected, isDone) => {
    const { port } = await startThings((postgres) => openWatched(postgres, point, act));
    const id = `${how} ${where}`;
    expect(await told(client(port).createThing({ id }, { requestId: 'req_1' }))).toEqual(expected);
    expect(await exists(id)).toBe(isDone);
  });

  test('is silent after its commit has no known outcome at its deadline', async () => {
    const { port } = await startThings((postgres) => openWatched(postgres, commit(true), become({ kind: 'silent' })));
    expect(await told(client(port, 1_500).createThing({ id: 'silent' }, { requestId: 'req_1' }))).toEqual(late);
    expect(await exists('silent')).toBe(true);
  });

  test('is destroyed on its own side after its commit has no known outcome', async () => {
    const isSilent = Promise.withResolvers<undefined>();
    const { pool, port } = await startThings((postgres) =>
      openWatched(postgres, commit(true), (link) => {
        link.become({ kind: 'silent' });
        isSilent.resolve(undefined);
      }),
    );
    const answer = told(client(port).createThing({ id: 'closed' }, { requestId: 'req_1' }));
    await isSilent.promise;
    destroySockets(pool);
    expect(await answer).toEqual(unknown);
    expect(await exists('closed')).toBe(true);
  });

  test.each([
    ['is reset', become({ kind: 'cut' })],
    ['ends', become({ kind: 'ended' })],
    ['is terminated', terminate],
  ])('%s in a read after its commit has no known outcome, and a read alone has none', async (how, act) => {
    const start = () => startThings((postgres) => openWatched(postgres, look(false), act));
    const id = `looked ${how}`;
    expect(await told(client((await start()).port).createThingAndLook({ id }, { requestId: 'req_1' }))).toEqual(
      unknown,
    );
    expect(await exists(id)).toBe(true);
    expect(await told(client((await start()).port).getThing({ id }, { requestId: 'req_1' }))).toEqual(busy);
  });

  /** As the end of the process does. */
  function destroySockets(pool: Db): void {
    interface Used {
      readonly resource: { readonly connection: { readonly stream: { destroy(): void } } };
    }
    const { pool: connections } = pool.client as unknown as { pool: { used: readonly Used[] } };
    for (const { resource } of connections.used) resource.connection.stream.destroy();
  }
});

describe('a write whose service', () => {
  /** Holds its answer back once it has committed, and says so. */
  async function startHolding() {
    const committed = Promise.withResolvers<undefined>();
    const held = Promise.withResolvers<undefined>();
    cleanups.push(() => held.resolve(undefined));
    const things = await startThings((postgres) =>
      openWatched(postgres, look(false), async () => {
        committed.resolve(undefined);
        await held.promise;
      }),
    );
    return { ...things, committed: committed.promise };
  }

  test.each<readonly [string, Condition]>([
    ['is cut off', { kind: 'cut' }],
    ['ends its connection', { kind: 'ended' }],
  ])('%s after the commit has no known outcome, and a read can be made again', async (how, condition) => {
    const { port, committed } = await startHolding();
    const way = await openLink(port);
    cleanups.push(() => way.close());
    const things = client(way.port);
    const write = told(things.createThingAndLook({ id: how }, { requestId: 'req_1' }));
    await committed;
    const read = told(things.getThing({ id: how }, { requestId: 'req_2' }));
    await delay(100);
    way.become(condition);
    expect(await write).toEqual(unknown);
    expect(await read).toEqual(gone);
    expect(await exists(how)).toBe(true);
  });

  test('stops without waiting has no known outcome', async () => {
    const { port, server, committed } = await startHolding();
    const write = told(client(port).createThingAndLook({ id: 'stopped' }, { requestId: 'req_1' }));
    await committed;
    await server.stop(0);
    expect(await write).toEqual(unknown);
  });

  test('falls silent has no known outcome at its deadline', async () => {
    const { port, committed } = await startHolding();
    const way = await openLink(port);
    cleanups.push(() => way.close());
    const write = told(client(way.port, 1_500).createThingAndLook({ id: 'mute' }, { requestId: 'req_1' }));
    await committed;
    way.become({ kind: 'silent' });
    expect(await write).toEqual(late);
  });

  test('was not reached has done nothing', async () => {
    expect(await told(client(1).createThing({ id: 'nowhere' }, { requestId: 'req_1' }))).toEqual(gone);
  });

  test('cannot be reached again by a keyed repeat has no known outcome', async () => {
    const { port } = await startThings((postgres) => openLink(postgres));
    const way = await openWatched(port, { text: 'CreateThing', onAnswer: true }, become({ kind: 'cut' }));
    const idempotency = { key: 'k', operation: 'things.create', fingerprint: 'f' };
    const write = client(way.port).createThing({ id: 'again' }, { requestId: 'req_1', idempotency });
    expect(await told(write)).toEqual(unknown);
    await waitFor('the commit', () => exists('again'));
  });
});
