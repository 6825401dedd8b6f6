import { toTenant, type CrossTenant, type Tenant } from '@pitanga/core';
import { boolean, int, optional, table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';
import type { ClaimedSync, SyncClaim } from './sync';
import { findFormerCharge } from './former-code-repository';
import type { PolledCharge } from './pix-sync';

const syncs = table('pix_syncs', {
  storeId: text('store_id'),
  txid: text('txid'),
  attempts: int('attempts'),
  revision: int('revision'),
  requestedAt: timestamp('requested_at'),
});

const requestSql = `
  insert into pix_syncs (store_id, txid, run_at, requested_at)
  select cast(:storeId as text), txid, cast(:runAt as timestamptz), cast(:runAt as timestamptz)
  from unnest(cast(:txids as text[])) as named (txid)
  on conflict (store_id, txid) do update set
    run_at = least(pix_syncs.run_at, excluded.run_at),
    requested_at = excluded.requested_at,
    attempts = 0,
    revision = pix_syncs.revision + 1`;

/**
 * Schedules the polls of a production charge, in the transaction that writes the charge; in dev mode there is no bank
 * to poll.
 */
export async function schedulePixSync(tx: Tx, tenant: Tenant, txid: string, runAt: Date): Promise<void> {
  if (!tenant.devMode) await requestPixSyncs(tx, tenant, [txid], runAt);
}

/** Polls charges at `runAt`, or earlier if they are due earlier. */
export async function requestPixSyncs(db: Db, tenant: Tenant, txids: readonly string[], runAt: Date): Promise<void> {
  const bindings = { storeId: tenant.storeId, runAt, txids: [...txids] };
  await db.raw(requestSql, bindings).options({ name: 'request_pix_syncs' });
}

export type ClaimedPixSync = ClaimedSync<{ readonly txid: string }>;

const claimSql = `
  with due as materialized (
    select store_id, txid from pix_syncs where run_at <= :now and store_id <> all (cast(:exceptStores as text[]))
    order by run_at limit cast(:limit as int) for update skip locked
  )
  update pix_syncs s set run_at = :leaseUntil, revision = s.revision + 1
  from due where s.store_id = due.store_id and s.txid = due.txid
  returning ${syncs.selectSql('s')}`;

/** Claims due syncs, the oldest first, each for one process. */
export async function claimDueSyncs(db: Db, _all: CrossTenant, claim: SyncClaim): Promise<readonly ClaimedPixSync[]> {
  const bindings = { ...claim, exceptStores: [...claim.exceptStores] };
  const { rows } = await db.raw<{ rows: Row[] }>(claimSql, bindings).options({ name: 'claim_pix_syncs' });
  return rows.map((row) => {
    const { storeId, ...sync } = syncs.fromRow(row);
    return { tenant: toTenant(storeId, false), ...sync };
  });
}

/** Deletes a finished sync, unless it was requested again after the claim. */
export async function deletePixSync(db: Db, tenant: Tenant, { txid, revision }: ClaimedPixSync): Promise<void> {
  await db(syncs.name).where({ store_id: tenant.storeId, txid, revision }).delete();
}

/** Runs a sync again at `runAt`, unless it was requested again after the claim. */
export async function postponePixSync(
  db: Db,
  tenant: Tenant,
  { txid, revision }: ClaimedPixSync,
  /** With `requestedAt` after a success: its failures are counted from there. */
  next: { readonly runAt: Date; readonly attempts: number; readonly requestedAt?: Date },
): Promise<void> {
  await db(syncs.name)
    .where({ store_id: tenant.storeId, txid, revision })
    .update({
      run_at: next.runAt,
      attempts: next.attempts,
      ...(next.requestedAt && { requested_at: next.requestedAt }),
    });
}

export interface SyncedCharge extends PolledCharge {
  readonly id: string;
  readonly provider: string;
  readonly subscriptionId: string | undefined;
  /** Never changes. */
  readonly ensureSameTaxId: boolean;
}

const synced = table('charges', {
  id: text('id'),
  provider: text('provider'),
  subscriptionId: optional(text('subscription_id')),
  ensureSameTaxId: boolean('ensure_same_tax_id'),
  createdAt: timestamp('created_at'),
  expiresAt: timestamp('expires_at'),
});

/** The charge that a bank calls by this txid, also by one that it had before. */
export async function findChargeByTxid(db: Db, tenant: Tenant, txid: string): Promise<SyncedCharge | undefined> {
  const row = await synced.of(db, tenant).where({ txid }).first(synced.columns);
  if (row) return synced.fromRow(row);
  const id = await findFormerCharge(db, tenant, txid);
  const former = id === undefined ? undefined : await synced.of(db, tenant).where({ id }).first(synced.columns);
  return former && synced.fromRow(former);
}
