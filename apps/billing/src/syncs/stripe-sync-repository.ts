import { toTenant, type CrossTenant, type Tenant } from '@pitanga/core';
import { boolean, int, table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';
import { buildClaimSql, syncClaim } from './claim-sql';
import type { ClaimedSync, SyncClaim } from './sync';
import { nextLook, type StripeSyncKey, type StripeSyncKind } from './stripe-sync';

const syncs = table('stripe_syncs', {
  storeId: text('store_id'),
  kind: text<StripeSyncKind>('kind'),
  objectId: text('object_id'),
  attempts: int('attempts'),
  revision: int('revision'),
  requestedAt: timestamp('requested_at'),
  hasCharge: boolean('has_charge'),
});

const requestSql = `
  insert into stripe_syncs (store_id, kind, object_id, run_at, requested_at, has_charge)
  values (:storeId, :kind, :objectId, :runAt, :runAt, :hasCharge)
  on conflict (store_id, kind, object_id) do update set
    run_at = least(stripe_syncs.run_at, excluded.run_at),
    requested_at = excluded.requested_at,
    attempts = 0,
    has_charge = stripe_syncs.has_charge or excluded.has_charge,
    revision = stripe_syncs.revision + 1`;

/** Reads an object at `runAt`, or earlier if it is due earlier. Only production has a Stripe account. */
export async function requestStripeSync(db: Db, tenant: Tenant, key: StripeSyncKey, runAt: Date): Promise<void> {
  await request(db, tenant, { ...key, runAt, hasCharge: false });
}

async function request(
  db: Db,
  tenant: Tenant,
  sync: StripeSyncKey & { readonly runAt: Date; readonly hasCharge: boolean },
): Promise<void> {
  if (tenant.devMode) return;
  await db.raw(requestSql, { ...sync, storeId: tenant.storeId }).options({ name: 'request_stripe_sync' });
}

/** Reads a boleto now and then, in the transaction that writes its charge. */
export async function scheduleBoletoSync(
  tx: Tx,
  tenant: Tenant,
  intentId: string,
  { createdAt }: { readonly createdAt: Date },
): Promise<void> {
  const runAt = nextLook(createdAt, createdAt);
  await request(tx, tenant, { kind: 'INTENT', objectId: intentId, runAt, hasCharge: true });
}

/** Begins to read the whole account now and then; it ends with the account. */
export async function requestStripeSweeps(db: Db, tenant: Tenant, runAt: Date): Promise<void> {
  for (const kind of ['DISPUTES', 'MONEY'] as const) {
    await requestStripeSync(db, tenant, { kind, objectId: tenant.storeId }, runAt);
  }
}

export type ClaimedStripeSync = ClaimedSync<
  StripeSyncKey & {
    /** Whether a charge of ours waits for it. */
    readonly hasCharge: boolean;
  }
>;

const claimSql = buildClaimSql({
  table: 'stripe_syncs',
  keys: ['kind', 'object_id'],
  ...syncClaim,
  returning: syncs.selectSql('c'),
});

/** Claims due syncs, the oldest first, each for one process. */
export async function claimStripeSyncs(
  db: Db,
  _all: CrossTenant,
  claim: SyncClaim,
): Promise<readonly ClaimedStripeSync[]> {
  const bindings = { ...claim, exceptStores: [...claim.exceptStores] };
  const { rows } = await db.raw<{ rows: Row[] }>(claimSql, bindings).options({ name: 'claim_stripe_syncs' });
  return rows.map((row) => {
    const { storeId, ...sync } = syncs.fromRow(row);
    return { tenant: toTenant(storeId, false), ...sync };
  });
}

/** Deletes a finished sync, unless it was requested again after the claim. */
export async function deleteStripeSync(db: Db, tenant: Tenant, sync: ClaimedStripeSync): Promise<void> {
  await claimed(db, tenant, sync).delete();
}

/** Runs a sync again at `runAt`, unless it was requested again after the claim. */
export async function postponeStripeSync(
  db: Db,
  tenant: Tenant,
  sync: ClaimedStripeSync,
  next: { readonly runAt: Date; readonly attempts: number },
): Promise<void> {
  await claimed(db, tenant, sync).update({ run_at: next.runAt, attempts: next.attempts });
}

function claimed(db: Db, tenant: Tenant, { kind, objectId, revision }: ClaimedStripeSync) {
  return db(syncs.name).where({ store_id: tenant.storeId, kind, object_id: objectId, revision });
}

/** False for an event that was recorded before. */
export async function recordStripeEvent(tx: Tx, tenant: Tenant, id: string, at: Date): Promise<boolean> {
  const inserted: unknown[] = await tx('stripe_events')
    .insert({ store_id: tenant.storeId, id, received_at: at })
    .onConflict()
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

/** Stripe repeats an event for three days, and a person may resend one of thirty. */
const eventsKeptDays = 35;

export async function purgeStripeEvents(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  const before = new Date(now.getTime() - eventsKeptDays * 86_400_000);
  return db('stripe_events').where('received_at', '<', before).delete();
}
