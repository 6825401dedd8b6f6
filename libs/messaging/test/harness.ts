import { createConnection, type Socket } from 'node:net';
import { eventCatalogue, type InboundEvent, type OutboundEvent } from '@pitanga/contracts';
import { silentLog, testDatabase, testIds, testInfra, testMessaging, type TestDatabase } from '@pitanga/testing';
import { Kafka, logLevel } from 'kafkajs';
import { ensureTopics, startConsumer, startRelay, type Messaging } from '../src';

export const at = new Date('2026-11-21T12:00:00.000Z');
export const topic = eventCatalogue['customer.created'].topic;

export function customerCreated(key: string, number: number, name?: string): OutboundEvent {
  return {
    type: 'customer.created',
    id: testIds.next('event', at),
    key,
    occurredAt: at,
    data: { tenant: { storeId: 'store_1', devMode: true }, customer: { id: `${key}-${number}`, name }, createdAt: at },
  };
}

/** A way to the run's broker that can be cut, for those who go by it alone. */
export function breakableNetwork(): { kafka: Kafka; cut(): void; mend(): void } {
  const sockets: Socket[] = [];
  let isCut = false;
  return {
    kafka: new Kafka({
      brokers: [testInfra().kafka],
      logLevel: logLevel.NOTHING,
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4 },
      socketFactory: ({ host, port, onConnect }) => {
        const socket = createConnection({ host, port }, onConnect);
        sockets.push(socket);
        if (isCut) socket.destroy(new Error('cut'));
        return socket;
      },
    }),
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy(new Error('cut'));
    },
    mend: () => {
      isCut = false;
    },
  };
}

/** What nobody can decode. */
export const broken = (key: string) => ({
  key,
  value: '{broken',
  headers: { ce_id: 'evt_1', ce_type: 'customer.created' },
});

/** A database with an outbox, topics of their own, and what a test has started, which is stopped after it. */
export interface Harness {
  readonly database: TestDatabase;
  readonly db: TestDatabase['db'];
  readonly messaging: Messaging;
  readonly closers: (() => Promise<void>)[];
  relay(): Promise<void>;
  consume(group: string, handle: (events: readonly InboundEvent[]) => Promise<void>): Promise<void>;
}

/** Registers the hooks of a test file; the harness is complete once `beforeAll` has run. */
export function messagingHarness(): Harness {
  let database: TestDatabase;
  let messaging: Messaging;
  const closers: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    database = await testDatabase('payouts');
    messaging = testMessaging('messaging');
    await ensureTopics(messaging, { partitions: 3 });
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  afterAll(() => database.close());
  return {
    get database() {
      return database;
    },
    get db() {
      return database.db;
    },
    get messaging() {
      return messaging;
    },
    closers,
    relay: async () => {
      const running = await startRelay({ db: database.db, messaging, log: silentLog });
      closers.push(() => running.stop());
    },
    consume: async (group, handle) => {
      const running = await startConsumer({ messaging, group, types: ['customer.created'], handle, log: silentLog });
      closers.push(() => running.stop());
    },
  };
}
