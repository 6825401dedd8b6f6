import { connect, type Db } from '@pitanga/database';
import { createMessaging } from '@pitanga/messaging';
import { createLog } from '@pitanga/runtime';
import { serviceNames } from '@pitanga/operations/services';
import type { Platform } from '../platform/platform';

/** What waits to be done: facts not on Kafka, messages that no consumer has taken, deliveries that are due. */
export interface Backlog {
  readonly outbox: number;
  readonly lag: number;
  readonly deliveries: number;
}

/** Each part by an index: a million that wait for a retry are not read. */
const dueDeliveries = `select (select count(*) from delivery_queue where state = 'READY')
  + (select count(*) from delivery_queue where state = 'LEASED')
  + (select count(*) from delivery_queue where state = 'WAITING' and due_at <= now()) as count`;

export interface BacklogReader {
  read(): Promise<Backlog>;
  close(): Promise<void>;
}

/** Reads as an operator would from outside: the databases of the services, and the offsets their groups committed. */
export async function backlogReader({ wiring }: Platform): Promise<BacklogReader> {
  const log = createLog({ service: 'bench', level: 'error' });
  const messaging = createMessaging({ brokers: [wiring.kafka], clientId: 'bench', prefix: wiring.kafkaPrefix, log });
  const admin = messaging.kafka.admin();
  await admin.connect();
  const dbs = serviceNames.map((name) => connect({ url: wiring.databaseUrls[name], applicationName: 'bench' }));
  const outboxes = await withOutbox(dbs);
  const webhooks = dbs[serviceNames.indexOf('webhooks')];
  const lag = async (): Promise<number> => {
    const { groups } = await admin.listGroups();
    const own = groups.map(({ groupId }) => groupId).filter((group) => !group.includes('bench'));
    const lags = await Promise.all(
      own.map(async (groupId) => {
        const taken = await admin.fetchOffsets({ groupId });
        const of = await Promise.all(
          taken.map(async ({ topic, partitions }) => {
            const ends = new Map(
              (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, high]),
            );
            return partitions
              .filter(({ offset }) => Number(offset) >= 0)
              .reduce((sum, { partition, offset }) => sum + Number(ends.get(partition) ?? 0) - Number(offset), 0);
          }),
        );
        return sum(of);
      }),
    );
    return sum(lags);
  };
  return {
    read: async () => ({
      outbox: sum(await Promise.all(outboxes.map((db) => count(db, 'select count(*) as count from outbox')))),
      lag: await lag(),
      deliveries: webhooks ? await count(webhooks, dueDeliveries) : NaN,
    }),
    close: async () => {
      await admin.disconnect();
      await Promise.all(dbs.map((db) => db.destroy()));
    },
  };
}

async function withOutbox(dbs: readonly Db[]): Promise<readonly Db[]> {
  const found = await Promise.all(
    dbs.map((db) => count(db, `select count(*) as count from pg_tables where tablename = 'outbox'`)),
  );
  return dbs.filter((_, index) => (found[index] ?? 0) > 0);
}

async function count(db: Db, sql: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: string | number }[] }>(sql);
  return Number(rows[0]?.count ?? NaN);
}

function sum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

export function isEmpty({ outbox, lag, deliveries }: Backlog): boolean {
  return outbox === 0 && lag === 0 && deliveries === 0;
}

export function backlogSentence({ outbox, lag, deliveries }: Backlog): string {
  return `outbox ${String(outbox)}, lag ${String(lag)}, deliveries due ${String(deliveries)}`;
}
