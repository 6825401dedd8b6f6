import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { systemClock, type Tenant } from '@pitanga/core';
import {
  allMisbehaviours,
  aTenant,
  startBeforeAll,
  waitFor,
  webhookReceiver,
  type Misbehaviour,
} from '@pitanga/testing';
import { deliveriesOf, queuedOf, startHarness } from './harness';

const harness = startBeforeAll(() => startHarness(systemClock));

afterEach(async () => {
  await harness.stopDispatchers();
  await harness.database.db('delivery_queue').delete();
});

interface Attempt {
  readonly status_code: number | null;
  readonly error_class: string | null;
  readonly response_head: Buffer | null;
  readonly response_truncated: boolean;
}

/** The first attempt of a store, once it is recorded. */
async function firstAttempt(tenant: Tenant): Promise<Attempt> {
  return await waitFor('the attempt', async () => {
    const rows = await harness.database.db('attempts').where({ store_id: tenant.storeId });
    return (rows as Attempt[])[0];
  });
}

async function aStoreAt(url: string, count = 1): Promise<Tenant> {
  const tenant = aTenant();
  await harness.register(tenant, url);
  await harness.pay(tenant, count);
  return tenant;
}

/** The time of those that never end, and enough for all others on a machine that stands still. */
const timeoutMsOf = (how: Misbehaviour): number =>
  how === 'hang' ? 1_000 : how === 'hang in the body' || how === 'drip' ? 4_000 : 60_000;
const settings = { timeoutMs: 60_000, signatureKey: undefined, userAgent: 'test' };
/** Nothing is called again while one looks. */
const seldom = { promoteMs: 3_600_000 };

describe('an endpoint that misbehaves', () => {
  const expected: Record<Misbehaviour, readonly [state: string, status: number | null, errorClass: string | null]> = {
    hang: ['WAITING', null, 'timeout'],
    // The status line says 2xx, but it did not end in time.
    'hang in the body': ['WAITING', 200, 'timeout'],
    drip: ['WAITING', 200, 'timeout'],
    reset: ['WAITING', null, 'connect'],
    close: ['WAITING', null, 'connect'],
    'huge headers': ['WAITING', null, 'protocol'],
    garbage: ['WAITING', null, 'protocol'],
    'switch protocols': ['WAITING', null, 'connect'],
    'unprintable answer': ['WAITING', 500, null],
    // It took the delivery; what else it says is its own affair.
    'reset in the body': ['DELIVERED', 200, null],
    'endless body': ['DELIVERED', 200, null],
    'gzip bomb': ['DELIVERED', 200, null],
  };

  it.each(allMisbehaviours)('is judged, logged within bounds and called again by the table: %s', async (how) => {
    const receiver = await webhookReceiver([how]);
    const tenant = await aStoreAt(receiver.url);
    harness.dispatch({ settings: { ...settings, timeoutMs: timeoutMsOf(how) }, limits: seldom });
    const attempt = await firstAttempt(tenant);
    const [queued] = await queuedOf(harness, tenant);
    const [delivery] = await deliveriesOf(harness, tenant);
    const state = queued?.state ?? delivery?.status;
    expect([state, attempt.status_code, attempt.error_class]).toEqual(expected[how]);
    expect(attempt.response_head?.length ?? 0).toBeLessThanOrEqual(16 * 1024);
    await receiver.close();
  });

  it('stores bytes that are not text unchanged', async () => {
    const receiver = await webhookReceiver(['unprintable answer']);
    const tenant = await aStoreAt(receiver.url);
    harness.dispatch({ settings });
    expect((await firstAttempt(tenant)).response_head).toEqual(Buffer.from([0x00, 0xff, 0xfe, 0xc3, 0x28, 0x61]));
    await receiver.close();
  });

  it.each([301, 302, 303, 307, 308])(
    'that answers %i is not followed: the other address sees nothing',
    async (status) => {
      const elsewhere = await webhookReceiver();
      const receiver = await webhookReceiver([{ status, headers: { location: elsewhere.url } }]);
      const tenant = await aStoreAt(receiver.url);
      harness.dispatch({ settings });
      expect(await firstAttempt(tenant)).toMatchObject({ status_code: status });
      expect(await deliveriesOf(harness, tenant)).toMatchObject([{ status: 'FAILED', attempts: 1 }]);
      expect([receiver.seen.length, elsewhere.seen.length]).toEqual([1, 0]);
      await receiver.close();
      await elsewhere.close();
    },
  );

  it('that closes a kept-alive connection during a call has had that attempt: the client does not repeat it', async () => {
    let requests = 0;
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      let own = 0;
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', () => {
        requests += 1;
        own += 1;
        if (own === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
        else socket.destroy();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
    const dispatcher = harness.dispatch({ settings });
    const first = await aStoreAt(url);
    dispatcher.wake();
    expect(await firstAttempt(first)).toMatchObject({ status_code: 200 });
    const second = await aStoreAt(url);
    dispatcher.wake();
    expect(await firstAttempt(second)).toMatchObject({ status_code: null, error_class: 'connect' });
    expect(requests).toBe(2);
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});

describe('an event for several webhooks', () => {
  it('is retried only for the one that failed', async () => {
    const [failing, working] = [await webhookReceiver([500, 200]), await webhookReceiver()];
    const tenant = aTenant();
    await harness.register(tenant, failing.url);
    await harness.register(tenant, working.url);
    await harness.pay(tenant);
    harness.dispatch({ settings });
    await waitFor('the failure', () => Promise.resolve(failing.seen.length === 1));
    await waitFor('its record', async () => (await queuedOf(harness, tenant))[0]?.state !== 'LEASED');
    await harness.database.db('delivery_queue').where({ store_id: tenant.storeId }).update({ due_at: new Date() });
    await waitFor('the second call', () => Promise.resolve(failing.seen.length === 2));
    await waitFor('the end', async () => (await queuedOf(harness, tenant)).length === 0);
    expect(working.seen).toHaveLength(1);
    await failing.close();
    await working.close();
  });
});

describe('a database that ends every connection', () => {
  it('loses no delivery, and repeats one with the same id', async () => {
    const receiver = await webhookReceiver([{ status: 200, delayMs: 20 }]);
    const tenant = await aStoreAt(receiver.url, 200);
    harness.dispatch({ settings });
    for (const seen of [20, 80, 140]) {
      await waitFor(`${String(seen)} calls`, () => Promise.resolve(receiver.seen.length >= seen));
      await harness.database.db.raw(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'webhooks test' and datname = current_database()`,
      );
    }
    await waitFor('the last delivery', async () => (await queuedOf(harness, tenant)).length === 0, 60_000);
    const deliveries = await deliveriesOf(harness, tenant);
    expect(deliveries.every(({ status }) => status === 'DELIVERED')).toBe(true);
    const ids = new Set(receiver.seen.map(({ headers }) => String(headers['webhook-id'])));
    expect(ids).toEqual(new Set(deliveries.map(({ id }) => id)));
    await receiver.close();
  }, 90_000);
});
