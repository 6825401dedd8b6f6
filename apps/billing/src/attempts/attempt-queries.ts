import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { attemptsKeptMs, failuresReadMax, type CardVelocity } from './attempt';
import type { Attempt } from './attempt-repository';

export async function isKnownAttempt(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  return (await ofStore(db, tenant).where({ id }).first('id')) !== undefined;
}

/** Instants of failed and unfinished attempts on a page, oldest first. */
export async function failuresOfPage(
  db: Db,
  tenant: Tenant,
  { kind, checkoutId, client }: Attempt,
  now: Date,
): Promise<readonly Date[]> {
  return failures(ofStore(db, tenant).where({ kind, checkout_id: checkoutId, client }), now);
}

/** The same with one card, on all pages of a store. */
export async function failuresOfCard(db: Db, tenant: Tenant, card: Buffer, now: Date): Promise<readonly Date[]> {
  return failures(ofStore(db, tenant).where({ card }), now);
}

export async function cardVelocity(db: Db, tenant: Tenant, since: Date): Promise<CardVelocity> {
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
// eslint-disable-next-line pitanga/tenant-first -- a figure of the whole installation
export async function cardVelocities(
  db: Db,
  since: Date,
): Promise<readonly (CardVelocity & { readonly devMode: boolean })[]> {
  const { rows } = await db.raw<{ rows: { dev_mode: boolean; declined: string; approved: string }[] }>(
    `select dev_mode, count(*) filter (where status = 'FAILED') as declined,
       count(*) filter (where status = 'PASSED') as approved
     from page_attempts where kind = 'CARD' and attempted_at > ? group by store_id, dev_mode`,
    [since],
  );
  return rows.map(({ dev_mode: devMode, declined, approved }) => ({
    devMode,
    declined: Number(declined),
    approved: Number(approved),
  }));
}

function ofStore(db: Db, tenant: Tenant) {
  return db('page_attempts').where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
}

async function failures(query: ReturnType<typeof ofStore>, now: Date): Promise<readonly Date[]> {
  const rows = (await query
    .whereIn('status', ['OPEN', 'FAILED'])
    .where('attempted_at', '>', new Date(now.getTime() - attemptsKeptMs))
    .orderBy('attempted_at', 'desc')
    .limit(failuresReadMax)
    .select('attempted_at')) as readonly { readonly attempted_at: Date }[];
  return rows.map(({ attempted_at: at }) => at).reverse();
}
