import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

const requestSql = `
  insert into pix_syncs (store_id, txid, run_at, requested_at)
  select ?, txid, ?, ? from unnest(?::text[]) as named (txid)
  on conflict (store_id, txid) do update set
    run_at = least(pix_syncs.run_at, excluded.run_at),
    requested_at = excluded.requested_at,
    attempts = 0,
    revision = pix_syncs.revision + 1`;

/**
 * Has a production charge read from its bank at `runAt`, and from then on until it is settled. Belongs into the
 * transaction that writes the charge; in dev mode there is no bank to ask.
 */
export async function schedulePixSync(db: Db, tenant: Tenant, txid: string, runAt: Date): Promise<void> {
  if (tenant.devMode) return;
  await db.raw(requestSql, [tenant.storeId, runAt, runAt, [txid]]).options({ name: 'request_pix_syncs' });
}

/** Has charges read from their bank now. */
export async function requestPixSyncs(db: Db, tenant: Tenant, txids: readonly string[], now: Date): Promise<void> {
  await db.raw(requestSql, [tenant.storeId, now, now, [...txids]]).options({ name: 'request_pix_syncs' });
}

export interface ClaimedSync {
  readonly tenant: Tenant;
  readonly txid: string;
  /** Failed runs in a row. */
  readonly attempts: number;
  readonly revision: number;
  readonly requestedAt: Date;
}

export interface SyncClaim {
  readonly now: Date;
  /** When others take over what this process did not end. */
  readonly leaseUntil: Date;
  readonly limit: number;
  /** Stores whose bank is left alone for a while. */
  readonly exceptStores: readonly string[];
}

/** Due syncs, the oldest first, each to one process only. */
export async function claimDueSyncs(
  db: Db,
  { now, leaseUntil, limit, exceptStores }: SyncClaim,
): Promise<readonly ClaimedSync[]> {
  const { rows } = await db
    .raw<{
      rows: { store_id: string; txid: string; attempts: number; revision: number; requested_at: Date }[];
    }>(
      `with due as materialized (
         select store_id, txid from pix_syncs where run_at <= ? and store_id <> all (?::text[])
         order by run_at limit ?::int for update skip locked
       )
       update pix_syncs s set run_at = ?, revision = s.revision + 1
       from due where s.store_id = due.store_id and s.txid = due.txid
       returning s.store_id, s.txid, s.attempts, s.revision, s.requested_at`,
      [now, [...exceptStores], limit, leaseUntil],
    )
    .options({ name: 'claim_pix_syncs' });
  return rows.map((row) => ({
    tenant: tenantOf(row.store_id, false),
    txid: row.txid,
    attempts: row.attempts,
    revision: row.revision,
    requestedAt: row.requested_at,
  }));
}

/** Nothing more to read; a request that came since the claim stays. */
export async function deletePixSync(db: Db, tenant: Tenant, { txid, revision }: ClaimedSync): Promise<void> {
  await db('pix_syncs').where({ store_id: tenant.storeId, txid, revision }).delete();
}

/** Runs again at `runAt`, or earlier when a request came since the claim. */
export async function postponePixSync(
  db: Db,
  tenant: Tenant,
  { txid, revision }: ClaimedSync,
  next: { readonly runAt: Date; readonly attempts: number },
): Promise<void> {
  await db('pix_syncs')
    .where({ store_id: tenant.storeId, txid, revision })
    .update({ run_at: next.runAt, attempts: next.attempts });
}
