import { toTenant, type CrossTenant, type Tenant } from '@pitanga/core';
import { int, table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import { buildClaimSql, syncClaim } from './claim-sql';
import type { ClaimedSync, SyncClaim } from './sync';

/** PAYMENT is one charge by our reference of it there; PAID is what was paid in the whole account. */
export type AsaasSyncKind = 'PAYMENT' | 'PAID';

export interface AsaasSyncKey {
  readonly kind: AsaasSyncKind;
  /** Our reference: txid or charge id; the store's id for PAID. */
  readonly objectId: string;
}

const syncs = table('asaas_syncs', {
  storeId: text('store_id'),
  kind: text<AsaasSyncKind>('kind'),
  objectId: text('object_id'),
  attempts: int('attempts'),
  revision: int('revision'),
  requestedAt: timestamp('requested_at'),
});

const requestSql = `
  insert into asaas_syncs (store_id, kind, object_id, run_at, requested_at)
  values (:storeId, :kind, :objectId, :runAt, :runAt)
  on conflict (store_id, kind, object_id) do update set
    run_at = least(asaas_syncs.run_at, excluded.run_at),
    requested_at = excluded.requested_at,
    attempts = 0,
    revision = asaas_syncs.revision + 1`;

/** Reads it at `runAt`, or earlier if it is due earlier. Only production has an account. */
export async function requestAsaasSync(db: Db, tenant: Tenant, key: AsaasSyncKey, runAt: Date): Promise<void> {
  if (tenant.devMode) return;
  await db.raw(requestSql, { ...key, runAt, storeId: tenant.storeId }).options({ name: 'request_asaas_sync' });
}

/** What a charge is called at Asaas: a boleto by its id, a Pix by its txid. Undefined for one of another method. */
export function toAsaasReference({ id, boleto, pix }: Pick<Charge, 'id' | 'boleto' | 'pix'>): string | undefined {
  return boleto ? id : pix?.txid;
}

/** Reads a new charge soon after its end, in the transaction that writes it: until then events and lists tell of it. */
export async function scheduleAsaasSync(
  tx: Tx,
  tenant: Tenant,
  objectId: string,
  { expiresAt }: Pick<Charge, 'expiresAt'>,
): Promise<void> {
  await requestAsaasSync(tx, tenant, { kind: 'PAYMENT', objectId }, new Date(expiresAt.getTime() + 1_000));
}

export type ClaimedAsaasSync = ClaimedSync<AsaasSyncKey>;

const claimSql = buildClaimSql({
  table: 'asaas_syncs',
  keys: ['kind', 'object_id'],
  ...syncClaim,
  returning: syncs.selectSql('c'),
});

/** Claims due syncs, the oldest first, each for one process. */
export async function claimAsaasSyncs(
  db: Db,
  _all: CrossTenant,
  claim: SyncClaim,
): Promise<readonly ClaimedAsaasSync[]> {
  const bindings = { ...claim, exceptStores: [...claim.exceptStores] };
  const { rows } = await db.raw<{ rows: Row[] }>(claimSql, bindings).options({ name: 'claim_asaas_syncs' });
  return rows.map((row) => {
    const { storeId, ...sync } = syncs.fromRow(row);
    return { tenant: toTenant(storeId, false), ...sync };
  });
}

/** Deletes a finished sync, unless it was requested again after the claim. */
export async function deleteAsaasSync(db: Db, tenant: Tenant, sync: ClaimedAsaasSync): Promise<void> {
  const { kind, objectId, revision } = sync;
  await db(syncs.name).where({ store_id: tenant.storeId, kind, object_id: objectId, revision }).delete();
}

/** Runs a sync again at `runAt`, unless it was requested again after the claim. */
export async function postponeAsaasSync(
  db: Db,
  tenant: Tenant,
  { kind, objectId, revision }: ClaimedAsaasSync,
  next: { readonly runAt: Date; readonly attempts: number },
): Promise<void> {
  await db(syncs.name)
    .where({ store_id: tenant.storeId, kind, object_id: objectId, revision })
    .update({ run_at: next.runAt, attempts: next.attempts });
}

/** Those that were not recorded before. */
export async function recordAsaasEvents(
  tx: Tx,
  tenant: Tenant,
  ids: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = [...new Set(ids)].sort().map((id) => ({ store_id: tenant.storeId, id, received_at: at }));
  const inserted: { id: string }[] = await tx('asaas_events').insert(rows).onConflict().ignore().returning('id');
  return new Set(inserted.map(({ id }) => id));
}

/** Asaas keeps an event for fourteen days, and a list shows a day's payments on that day and the next. */
const eventsKeptDays = 35;

export async function purgeAsaasEvents(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  const before = new Date(now.getTime() - eventsKeptDays * 86_400_000);
  return db('asaas_events').where('received_at', '<', before).delete();
}
