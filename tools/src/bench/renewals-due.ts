import { everyTenant } from '@pitanga/core';
import { openTransaction, type Db } from '@pitanga/database';
import { claimDueSubscriptions } from '@pitanga/subscriptions';
import { percentile } from './load';

const smallCount = 10_000;
const dueCount = 32;
const batchSize = 50_000;
const warmUps = 10;
const samples = 100;

interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * The claim of what is due, in a table of ten thousand and then of `largeCount` active subscriptions, of which 32 are due.
 * The rows are copies of one subscription, past the API; they are removed. No scheduler may run while they exist.
 */
export async function dueLatencies(
  db: Db,
  largeCount: number,
): Promise<{ readonly small: Latency; readonly large: Latency }> {
  await db.raw(`update subscriptions set run_at = now() + interval '1 year' where run_at is not null`);
  try {
    const id = await anyWaiting(db);
    await fill(db, id, 1, smallCount);
    await db.raw(
      `update subscriptions set run_at = now() - interval '1 hour'
       where (store_id, dev_mode, id) in (select store_id, dev_mode, id from subscriptions where id like 'subs_bench%' limit ?)`,
      [dueCount],
    );
    const small = await claims(db);
    await fill(db, id, smallCount + 1, largeCount);
    return { small, large: await claims(db) };
  } finally {
    for (let deleted = batchSize; deleted === batchSize;) deleted = await forget(db);
    await db.raw(`update subscriptions set run_at = next_charge_at where run_at is not null`);
  }
}

async function anyWaiting(db: Db): Promise<string> {
  const [id] = await db('subscriptions').where({ status: 'ACTIVE', step: 'WAIT' }).limit(1).pluck<string[]>('id');
  if (id === undefined) throw new Error('no subscription to copy');
  return id;
}

async function forget(db: Db): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `delete from subscriptions where ctid = any (array(select ctid from subscriptions where id like 'subs_bench%' limit ?))`,
    [batchSize],
  );
  return rowCount;
}

/** Due dates are spread over the month that is to come. */
async function fill(db: Db, template: string, from: number, to: number): Promise<void> {
  const { rows } = await db.raw<{ rows: { column_name: string }[] }>(
    `select column_name from information_schema.columns where table_name = 'subscriptions' and is_generated = 'NEVER'`,
  );
  const own: Readonly<Record<string, string>> = {
    id: `'subs_bench' || n`,
    customer_id: `'cust_bench' || n`,
    checkout_id: `'bill_bench' || n / 1000`,
    run_at: `now() + interval '1 day' + (n % 2592000) * interval '1 second'`,
  };
  const names = rows.map((row) => row.column_name);
  const values = names.map((name) => own[name] ?? `template.${name}`);
  // In parts that end within the time a statement has.
  for (let start = from; start <= to; start += batchSize) {
    await db.raw(
      `insert into subscriptions (${names.join(', ')})
       select ${values.join(', ')} from (select * from subscriptions where id = ?) template, generate_series(?::int, ?::int) n`,
      [template, start, Math.min(to, start + batchSize - 1)],
    );
  }
  await db.raw('vacuum analyze subscriptions');
}

/** Each in a transaction that is rolled back, so that the next finds the same work. */
async function claims(db: Db): Promise<Latency> {
  const times: number[] = [];
  for (let round = 0; round < warmUps + samples; round += 1) {
    const transaction = await openTransaction(db);
    const start = performance.now();
    const claimed = await claimDueSubscriptions(transaction, everyTenant, new Date(), dueCount);
    times.push(performance.now() - start);
    await transaction.rollback();
    if (claimed.length !== dueCount) throw new Error(`${String(claimed.length)} of ${String(dueCount)} due were found`);
  }
  const measured = times.slice(warmUps);
  return { p50Ms: percentile(measured, 0.5), p99Ms: percentile(measured, 0.99) };
}
