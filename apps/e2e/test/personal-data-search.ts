import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testIds, testMessaging, waitFor } from '@pitanga/testing';
import type { Platform } from '@pitanga/tools';
import { Client as PgClient } from 'pg';
import { foundIn, type Planted } from './planted-person';

/** What of a person is where: `billing.charges: name`. */
export type Findings = ReadonlySet<string>;

type Values = ReadonlyMap<Planted, readonly string[]>;

/** Every row of every table of every service. */
export async function searchDatabases(platform: Platform, values: Values): Promise<Findings> {
  const found = new Set<string>();
  for (const [service, url] of Object.entries(platform.demo.infra.postgres)) {
    const client = new PgClient(url);
    await client.connect();
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I', c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
    );
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`);
      for (const { text } of rows) for (const what of foundIn(text, values)) found.add(`${service}.${name}: ${what}`);
    }
    await client.end();
  }
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
  for (const { topic, text } of await readTopics(prefix)) {
    for (const values of persons) for (const what of foundIn(text, values)) found.add(`topic ${topic}: ${what}`);
  }
  return found;
}

/** Every file that the processes have written. */
export function searchLogs(platform: Platform, values: Values): Findings {
  return new Set(
    readdirSync(platform.logs, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .flatMap(({ parentPath, name }) =>
        foundIn(readFileSync(join(parentPath, name), 'utf8'), values).map((what) => `log ${name}: ${what}`),
      ),
  );
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
