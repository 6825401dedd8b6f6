import type { CrossTenant, Tenant } from '@pitanga/core';
import { deleteInBatches, type Db, type PurgeLimits, type Tx } from '@pitanga/database';
import { attemptsKeptMs, failuresReadMax, type AttemptKind, type CardVelocity } from './attempt';

/** An attempt to pay or to use a coupon, and the keys by which its failures are counted. */
export interface Attempt {
  /** The same for a form that is sent again, which counts once. */
  readonly id: string;
  readonly kind: AttemptKind;
  readonly checkoutId: string;
  /** Keyed hash of the visitor's address on a page that many pay; empty on a page of one payer. */
  readonly client: string;
  /** Keyed hash of the card's number. */
  readonly card: Buffer | undefined;
}

/** Serializes the attempts of one page, and then those with one card, until the transaction ends. */
export async function lockAttempts(tx: Tx, tenant: Tenant, { kind, checkoutId, client, card }: Attempt): Promise<void> {
  const store = `${tenant.storeId} ${String(tenant.devMode)}`;
  const names = [`${kind} ${checkoutId} ${client}`, ...(card ? [`card ${card.toString('hex')}`] : [])];
  for (const name of names) {
    const key = `${store} ${name}`;
    await tx.raw(`select pg_advisory_xact_lock(hashtextextended('attempts ' || :key, 0))`, { key });
  }
}

/** False when the attempt exists already. */
export async function insertAttempt(db: Db, tenant: Tenant, attempt: Attempt, at: Date): Promise<boolean> {
  const { id, kind, checkoutId, client, card = null } = attempt;
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `insert into page_attempts (store_id, dev_mode, id, kind, checkout_id, client, card, status, attempted_at)
     values (:storeId, :devMode, :id, :kind, :checkoutId, :client, :card, 'OPEN', :at)
     on conflict do nothing`,
    { ...tenant, id, kind, checkoutId, client, card, at },
  );
  return rowCount === 1;
}

export async function saveAttempt(db: Db, tenant: Tenant, id: string, status: 'FAILED' | 'PASSED'): Promise<void> {
  await ofStore(db, tenant).where({ id, status: 'OPEN' }).update({ status });
}

/** Deletes an attempt that sent nothing to a provider. */
export async function deleteAttempt(db: Db, tenant: Tenant, id: string): Promise<void> {
  await ofStore(db, tenant).where({ id, status: 'OPEN' }).delete();
}

export async function isKnownAttempt(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  return (await ofStore(db, tenant).where({ id }).first('id')) !== undefined;
}

/** Instants of FAILED and OPEN attempts on a page, oldest first. */
export async function listPageFailures(
  db: Db,
  tenant: Tenant,
  { kind, checkoutId, client }: Attempt,
  now: Date,
): Promise<readonly Date[]> {
  return listFailures(ofStore(db, tenant).where({ kind, checkout_id: checkoutId, client }), now);
}

/** The same with one card, on all pages of a store. */
export async function listCardFailures(db: Db, tenant: Tenant, card: Buffer, now: Date): Promise<readonly Date[]> {
  return listFailures(ofStore(db, tenant).where({ card }), now);
}

async function listFailures(query: ReturnType<typeof ofStore>, now: Date): Promise<readonly Date[]> {
  const rows = (await query
    .whereIn('status', ['OPEN', 'FAILED'])
    .where('attempted_at', '>', new Date(now.getTime() - attemptsKeptMs))
    .orderBy('attempted_at', 'desc')
    .limit(failuresReadMax)
    .select('attempted_at')) as readonly { readonly attempted_at: Date }[];
  return rows.map(({ attempted_at: at }) => at).reverse();
}

export async function findCardVelocity(db: Db, tenant: Tenant, since: Date): Promise<CardVelocity> {
  const row = (await ofStore(db, tenant)
    .where({ kind: 'CARD' })
    .where('attempted_at', '>', since)
    .first(
      db.raw(`count(*) filter (where status = 'FAILED') as declined`),
      db.raw(`count(*) filter (where status = 'PASSED') as approved`),
    )) as { readonly declined: string | number; readonly approved: string | number };
  return { declined: Number(row.declined), approved: Number(row.approved) };
}

/** The velocity of every store that had an attempt. */
export async function listCardVelocities(
  db: Db,
  _all: CrossTenant,
  since: Date,
): Promise<readonly (CardVelocity & { readonly devMode: boolean })[]> {
  const { rows } = await db.raw<{ rows: { dev_mode: boolean; declined: string; approved: string }[] }>(
    `select dev_mode, count(*) filter (where status = 'FAILED') as declined,
       count(*) filter (where status = 'PASSED') as approved
     from page_attempts where kind = 'CARD' and attempted_at > :since group by store_id, dev_mode`,
    { since },
  );
  return rows.map(({ dev_mode: devMode, declined, approved }) => ({
    devMode,
    declined: Number(declined),
    approved: Number(approved),
  }));
}

/** Deletes attempts that are a day old; returns how many. `now` is real time. */
export async function purgeAttempts(db: Db, _all: CrossTenant, now: Date, limits?: PurgeLimits): Promise<number> {
  return deleteInBatches(
    db,
    `delete from page_attempts where ctid = any(array(
       select ctid from page_attempts where attempted_at <= ?::timestamptz
       order by attempted_at limit ? for update skip locked))`,
    new Date(now.getTime() - attemptsKeptMs),
    limits,
  );
}

function ofStore(db: Db, tenant: Tenant) {
  return db('page_attempts').where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
}
