import type { Tenant } from '@pitanga/core';
import { deleteInBatches, type Db, type PurgeLimits } from '@pitanga/database';
import { attemptsKeptMs, type AttemptKind } from './attempt';

/** What is tried, and by which its failures are counted. */
export interface Attempt {
  /** The same for a form that is sent again, which counts once. */
  readonly id: string;
  readonly kind: AttemptKind;
  readonly checkoutId: string;
  /** Of a page that many pay: a keyed hash of whose address it is; empty on a page of one payer. */
  readonly client: string;
  /** Keyed hash of the card's number. */
  readonly card: Buffer | undefined;
}

/** Attempts of one page, and then those of one card, follow each other until `tx` ends. */
export async function lockAttempts(tx: Db, tenant: Tenant, { kind, checkoutId, client, card }: Attempt): Promise<void> {
  const store = `${tenant.storeId} ${String(tenant.devMode)}`;
  const names = [`${kind} ${checkoutId} ${client}`, ...(card ? [`card ${card.toString('hex')}`] : [])];
  for (const name of names) {
    await tx.raw(`select pg_advisory_xact_lock(hashtextextended('attempts ' || ?, 0))`, [`${store} ${name}`]);
  }
}

/** False for one that was there before. */
export async function insertAttempt(tx: Db, tenant: Tenant, attempt: Attempt, at: Date): Promise<boolean> {
  const { id, kind, checkoutId, client, card = null } = attempt;
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `insert into page_attempts (store_id, dev_mode, id, kind, checkout_id, client, card, status, attempted_at)
     values (:storeId, :devMode, :id, :kind, :checkoutId, :client, :card, 'OPEN', :at)
     on conflict do nothing`,
    { ...tenant, id, kind, checkoutId, client, card, at },
  );
  return rowCount === 1;
}

export async function saveAttempt(db: Db, tenant: Tenant, id: string, status: 'FAILED' | 'PASSED'): Promise<void> {
  await ofId(db, tenant, id).where({ status: 'OPEN' }).update({ status });
}

/** An attempt of which nothing was asked. */
export async function deleteAttempt(db: Db, tenant: Tenant, id: string): Promise<void> {
  await ofId(db, tenant, id).where({ status: 'OPEN' }).delete();
}

/** Deletes attempts that are a day old; answers how many. `now` is real time. */
export async function purgeAttempts(db: Db, now: Date, limits?: PurgeLimits): Promise<number> {
  return deleteInBatches(
    db,
    `delete from page_attempts where ctid = any(array(
       select ctid from page_attempts where attempted_at <= ?::timestamptz
       order by attempted_at limit ? for update skip locked))`,
    new Date(now.getTime() - attemptsKeptMs),
    limits,
  );
}

function ofId(db: Db, tenant: Tenant, id: string) {
  return db('page_attempts').where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id });
}
