import type { CrossTenant, Tenant } from '@pitanga/core';
import { bigint, int, optional, table, text, timestamp, type Db, type Row } from '@pitanga/database';
import type { PaymentMethod } from '../money/fees';
import type { AccountFailure, RestLimits, Seen } from '../provider/method-health';
import type { HealthKey } from './health-book';

/** Figures are of this window and of the one before: of the last five to ten minutes. */
const windowMs = 300_000;
/** What a process reads again: rows that were written a moment before it read and committed after. */
const overlapMs = 5_000;
const keptMs = 30 * 86_400_000;

const rests = table('account_health', {
  storeId: text('store_id'),
  provider: text('provider'),
  method: text<PaymentMethod>('method'),
  restsUntil: optional(timestamp('rests_until')),
});

const shown = table('account_health', {
  provider: text('provider'),
  method: text<PaymentMethod>('method'),
  asked: int('asked'),
  failed: int('failed'),
  tookMs: bigint('took_ms'),
  restsFrom: optional(timestamp('rests_from')),
  restsUntil: optional(timestamp('rests_until')),
  failedAt: optional(timestamp('failed_at')),
  failure: optional(text<AccountFailure>('failure')),
});

/** How the account of a store has answered new payments of one method, as all processes have seen it. */
export interface AccountHealth {
  readonly provider: string;
  readonly method: PaymentMethod;
  /** Of the last five to ten minutes. */
  readonly asked: number;
  readonly failed: number;
  readonly tookMs: number;
  readonly restsFrom: Date | undefined;
  readonly restsUntil: Date | undefined;
  /** Undefined where it has made a payment since. */
  readonly failedAt: Date | undefined;
  readonly failure: AccountFailure | undefined;
}

/** Of a counter: within the same window it grows, at the begin of the next it is the one before. */
const counted = (name: string): string => `
    ${name} = excluded.${name} + case when excluded.window_at <= h.window_at then h.${name} else 0 end,
    ${name}_before = case when excluded.window_at <= h.window_at then h.${name}_before
      when excluded.window_at = h.window_at + cast(:window as float8) * interval '1 ms' then h.${name} else 0 end,`;

/** What has made a payment since rests and fails by what came after that alone. */
const addSql = `
  insert into account_health as h (store_id, provider, method, window_at, asked, failed, took_ms, failures,
    rests_from, rests_until, failed_at, failure)
  select s.store_id, s.provider, s.method, cast(:windowAt as timestamptz), s.asked, s.failed, s.took_ms, s.failures,
    case when s.failures >= :failuresMax then cast(:now as timestamptz) end,
    case when s.failures >= :failuresMax then cast(:restsUntil as timestamptz) end, s.failed_at, s.failure
  from unnest(cast(:storeIds as text[]), cast(:providers as text[]), cast(:methods as text[]), cast(:asked as int[]),
    cast(:failed as int[]), cast(:tookMs as bigint[]), cast(:failures as int[]), cast(:failedAt as timestamptz[]),
    cast(:failure as text[])) as s (store_id, provider, method, asked, failed, took_ms, failures, failed_at, failure)
  order by s.store_id, s.provider, s.method
  on conflict (store_id, provider, method) do update set ${['asked', 'failed', 'took_ms'].map(counted).join('')}
    window_at = greatest(h.window_at, excluded.window_at),
    failures = excluded.failures + case when excluded.asked > excluded.failed then 0 else h.failures end,
    rests_from = case when excluded.asked > excluded.failed then excluded.rests_from
      when h.failures + excluded.failures >= :failuresMax then coalesce(h.rests_from, cast(:now as timestamptz)) end,
    rests_until = case when excluded.asked > excluded.failed then excluded.rests_until
      when h.failures + excluded.failures >= :failuresMax then cast(:restsUntil as timestamptz) end,
    failed_at = excluded.failed_at,
    failure = excluded.failure,
    updated_at = clock_timestamp()`;

/**
 * Adds what one process has seen to what all have. A failure of any counts until any has made a payment, so that the other
 * processes need not wait for an account that one of them found down; one whose own route is broken takes no account from
 * those that use it.
 */
export async function addSeen(
  db: Db,
  _all: CrossTenant,
  seen: readonly (HealthKey & Seen)[],
  now: Date,
  { failuresMax, restMs }: RestLimits,
): Promise<void> {
  const column = <Name extends keyof (HealthKey & Seen)>(name: Name) => seen.map((one) => one[name] ?? null);
  await db.raw(addSql, {
    now,
    failuresMax,
    restsUntil: new Date(now.getTime() + restMs),
    window: windowMs,
    windowAt: toWindow(now),
    storeIds: column('storeId'),
    providers: column('provider'),
    methods: column('method'),
    asked: column('asked'),
    failed: column('failed'),
    tookMs: column('tookMs'),
    failures: column('failures'),
    failedAt: column('failedAt'),
    failure: column('failure'),
  });
}

const changedSql = `
  select ${rests.selectSql('h')}, clock_timestamp() - cast(:overlap as float8) * interval '1 ms' as read_at
  from account_health h
  where updated_at > coalesce(cast(:since as timestamptz), clock_timestamp() - cast(:rest as float8) * interval '1 ms')`;

/**
 * What has changed since a process last read, by the database's clock.
 * @param since what the last call answered; undefined at the first, which reads what may rest
 */
export async function readRests(db: Db, _all: CrossTenant, since: Date | undefined, restMs: number) {
  const bindings = { since: since ?? null, overlap: overlapMs, rest: restMs };
  const { rows } = await db.raw<{ rows: (Row & { read_at: Date })[] }>(changedSql, bindings);
  return { rests: rows.map((row) => rests.fromRow(row)), readAt: rows[0]?.read_at ?? since };
}

/** Of a counter: what is older than the window before counts no more. */
const recent = (name: string): string => `
    case when window_at >= :before then ${name} else 0 end
      + case when window_at >= :current then ${name}_before else 0 end as ${name}`;

const findSql = `
  select provider, method, rests_from, rests_until, failed_at, failure,
    ${['asked', 'failed', 'took_ms'].map(recent).join(',')}
  from account_health where store_id = :storeId`;

export async function findHealth(db: Db, { storeId }: Tenant, now: Date): Promise<readonly AccountHealth[]> {
  const current = toWindow(now);
  const before = new Date(current.getTime() - windowMs);
  const { rows } = await db.raw<{ rows: Row[] }>(findSql, { storeId, current, before });
  return rows.map((row) => shown.fromRow(row));
}

export async function purgeHealth(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  return db(rests.name)
    .where('updated_at', '<', new Date(now.getTime() - keptMs))
    .delete();
}

function toWindow(now: Date): Date {
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}
