import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { testIds, testInfra, testMessaging, waitFor } from '@pitanga/testing';
import type { Platform } from '@pitanga/tools';
import { Client as PgClient } from 'pg';
import { createClient } from 'redis';
import { foundIn } from './planted-person';

/** What of a person is where: `billing.charges: name`. */
export type Findings = ReadonlySet<string>;

export const commands = join(__dirname, '..', '..', '..', 'tools', 'bin', 'run.cjs');

type Values = ReadonlyMap<string, readonly string[]>;

/** Every row of every table of every service, for any of these persons. */
export async function searchDatabases(platform: Platform, persons: readonly Values[]): Promise<Findings> {
  const found = new Set<string>();
  const search = async ([service, url]: readonly [string, string]): Promise<void> => {
    const client = new PgClient(url);
    await client.connect();
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I', c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
    );
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`);
      for (const { text } of rows) add(found, `${service}.${name}`, text, persons);
    }
    await client.end();
  };
  await Promise.all(Object.entries(platform.demo.infra.postgres).map(search));
  return found;
}

function add(found: Set<string>, place: string, text: string, persons: readonly Values[]): void {
  for (const values of persons) for (const what of foundIn(text, values)) found.add(`${place}: ${what}`);
}

/** How the value of a key of each type is read. */
const redisReads: Readonly<Record<string, (key: string) => string[]>> = {
  string: (key) => ['GET', key],
  hash: (key) => ['HGETALL', key],
  list: (key) => ['LRANGE', key, '0', '-1'],
  set: (key) => ['SMEMBERS', key],
  zset: (key) => ['ZRANGE', key, '0', '-1'],
  stream: (key) => ['XRANGE', key, '-', '+'],
};

/** Every key of Redis with its value. `planted` is put there for the time of the search, to be found. */
export async function searchRedis(platform: Platform, persons: readonly Values[], planted?: string): Promise<Findings> {
  const client = createClient({ url: platform.demo.infra.redis });
  await client.connect();
  const canary = `personal-data-${testIds.token(10)}`;
  if (planted !== undefined) await client.set(canary, planted, { expiration: { type: 'EX', value: 60 } });
  const found = new Set<string>();
  for await (const keys of client.scanIterator({ COUNT: 1_000 })) {
    for (const key of keys) {
      const read = redisReads[await client.type(key)];
      // A key that has ended since.
      const value: unknown = read && (await client.sendCommand(read(key)));
      add(found, 'redis', `${key}\n${JSON.stringify(value ?? '')}`, persons);
    }
  }
  await client.del(canary);
  await client.close();
  return found;
}

/** Every message of every topic, dead letters included, with its key and headers, from the beginning. */
export async function readTopics(
  prefix: string,
): Promise<readonly { readonly topic: string; readonly text: string }[]> {
  const { kafka } = testMessaging('personal-data');
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
  const ends = new Map<string, number>();
  for (const topic of topics) {
    for (const { partition, high, low } of await admin.fetchTopicOffsets(topic)) {
      if (Number(high) > Number(low)) ends.set(`${topic} ${String(partition)}`, Number(high));
    }
  }
  await admin.disconnect();
  const messages: { topic: string; text: string }[] = [];
  const consumer = kafka.consumer({ groupId: `${prefix}personal-data-${testIds.token(10)}` });
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  await consumer.run({
    eachMessage: ({ topic, partition, message }) => {
      const parts = [message.key, message.value, ...Object.values(message.headers ?? {})];
      messages.push({ topic: topic.slice(prefix.length), text: parts.map(String).join('\n') });
      const place = `${topic} ${String(partition)}`;
      if (Number(message.offset) + 1 >= (ends.get(place) ?? 0)) ends.delete(place);
      return Promise.resolve();
    },
  });
  await waitFor('the end of every topic', () => Promise.resolve(ends.size === 0));
  await consumer.disconnect();
  return messages;
}

export async function searchTopics(prefix: string, persons: readonly Values[]): Promise<Findings> {
  const found = new Set<string>();
  for (const { topic, text } of await readTopics(prefix)) add(found, `topic ${topic}`, text, persons);
  return found;
}

/** Every event of the history that analysts get, which this exports. */
export async function searchHistory(prefix: string, persons: readonly Values[]): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'pitanga-personal-data-'));
  const env = { ...process.env, KAFKA_BROKERS: testInfra().kafka };
  await promisify(execFile)(process.execPath, [commands, 'history', '--folder', folder, '--prefix', prefix], { env });
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  const rows = await duckdb.runAndReadAll(`select * from read_parquet('${folder}/**/*.parquet')`);
  const found = new Set<string>();
  for (const row of rows.getRowObjectsJson()) add(found, 'history', JSON.stringify(row), persons);
  duckdb.closeSync();
  rmSync(folder, { recursive: true });
  if (rows.currentRowCount === 0) throw new Error('the history is empty');
  return found;
}

/** Every file that the processes have written. */
export function searchLogs(platform: Platform, persons: readonly Values[]): Findings {
  const found = new Set<string>();
  for (const entry of readdirSync(platform.logs, { recursive: true, withFileTypes: true })) {
    const { parentPath, name } = entry;
    if (entry.isFile()) add(found, `log ${name}`, readFileSync(join(parentPath, name), 'utf8'), persons);
  }
  return found;
}

/**
 * What docs/personal-data.md says that stays, by place: the rows of its table under "What stays after an erasure", the
 * first two cells of each.
 */
export function documentedRemains(): Findings {
  const page = readFileSync(join(__dirname, '../../../docs/personal-data.md'), 'utf8');
  const section = page.split('## What stays after an erasure')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return new Set(
    rows.flatMap((line) => {
      const [place, values] = line
        .split('|')
        .slice(1)
        .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text));
      return (place ?? []).flatMap((where) => (values ?? []).map((what) => `${String(where)}: ${String(what)}`));
    }),
  );
}

interface AuditRow {
  readonly action: string;
  readonly actor_kind: string;
  readonly target_type: string;
  readonly target_id: string;
}

/** What the audit log says of the rights of persons, oldest first. */
export async function auditEntries(platform: Platform): Promise<readonly AuditRow[]> {
  const client = new PgClient(platform.demo.infra.postgres.gateway);
  await client.connect();
  const { rows } = await client.query<AuditRow>(
    `select action, actor_kind, target_type, target_id from audit_log where action like 'person.%' order by chain, seq`,
  );
  await client.end();
  return rows;
}
