import { toTenant, type CrossTenant, type Tenant } from '@pitanga/core';
import { cents, int, optional, table, text, timestamp, type Db, type Row } from '@pitanga/database';
import { buildClaimSql, syncClaim } from '../syncs/claim-sql';
import type { ClaimedSync, SyncClaim } from '../syncs/sync';
import { firstLook, orphanKeptMs, type Orphan, type OrphanState } from './orphan';

const orphanColumns = {
  provider: text('provider'),
  reference: text('reference'),
  account: text('account'),
  method: text<Orphan['method']>('method'),
  chargeId: text('charge_id'),
  amountCents: cents('amount_cents'),
  providerReference: optional(text('provider_reference')),
  state: text<OrphanState>('state'),
  createdAt: timestamp('created_at'),
};

const orphans = table('charge_orphans', { storeId: text('store_id'), ...orphanColumns, runAt: timestamp('run_at') });
const claimed = table('charge_orphans', {
  storeId: text('store_id'),
  ...orphanColumns,
  attempts: int('attempts'),
  revision: int('revision'),
});

/** Before another account is asked, so that a crash between the two loses nothing. */
export async function insertOrphan(db: Db, { storeId }: Tenant, orphan: Orphan): Promise<void> {
  const row = orphans.toRow({ storeId, ...orphan, runAt: firstLook(orphan.createdAt) });
  await db(orphans.name).insert(row).onConflict().ignore();
}

export type OrphanKey = Pick<Orphan, 'provider' | 'reference'>;

/**
 * Looks for one at once, because its provider named it. @returns whether there is one
 * @param providerReference where the provider named its own id
 */
export async function wakeOrphan(
  db: Db,
  { storeId }: Tenant,
  { provider, reference }: OrphanKey,
  now: Date,
  providerReference?: string,
): Promise<boolean> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(wakeSql, { storeId, provider, reference, now, providerReference: providerReference ?? null })
    .options({ name: 'wake_charge_orphan' });
  return rows.length > 0;
}

const wakeSql = `
  update charge_orphans set run_at = cast(:now as timestamptz), revision = revision + 1,
    provider_reference = coalesce(provider_reference, cast(:providerReference as text))
  where store_id = :storeId and provider = :provider and reference = :reference
  returning reference`;

export type ClaimedOrphan = ClaimedSync<Orphan>;

const claimSql = buildClaimSql({
  table: orphans.name,
  keys: ['provider', 'reference'],
  ...syncClaim,
  returning: claimed.selectSql('c'),
});

/** Claims those that are due, the oldest first, each for one process. */
export async function claimOrphans(db: Db, _all: CrossTenant, claim: SyncClaim): Promise<readonly ClaimedOrphan[]> {
  const bindings = { ...claim, exceptStores: [...claim.exceptStores] };
  const { rows } = await db.raw<{ rows: Row[] }>(claimSql, bindings).options({ name: 'claim_charge_orphans' });
  return rows.map((row) => {
    const { storeId, ...orphan } = claimed.fromRow(row);
    return { tenant: toTenant(storeId, false), ...orphan, requestedAt: orphan.createdAt };
  });
}

/** Unless it was woken after the claim. */
export async function postponeOrphan(
  db: Db,
  tenant: Tenant,
  orphan: OrphanKey & Pick<ClaimedOrphan, 'revision'>,
  next: { readonly runAt: Date | null; readonly attempts: number },
): Promise<void> {
  await db(orphans.name)
    .where({ ...toKey(tenant, orphan), revision: orphan.revision })
    .update({ run_at: next.runAt, attempts: next.attempts });
}

export async function saveOrphanState(db: Db, tenant: Tenant, key: OrphanKey, state: OrphanState): Promise<void> {
  await db(orphans.name).where(toKey(tenant, key)).update({ state });
}

/** The provider's own id, once: what it cancels it may not find by ours. */
export async function keepOrphanReference(
  db: Db,
  tenant: Tenant,
  key: OrphanKey & Pick<Orphan, 'providerReference'>,
  reference: string,
): Promise<void> {
  if (key.providerReference !== undefined) return;
  await db(orphans.name)
    .where({ ...toKey(tenant, key), provider_reference: null })
    .update({ provider_reference: reference });
}

function toKey({ storeId }: Tenant, { provider, reference }: OrphanKey) {
  return { store_id: storeId, provider, reference };
}

/** How many are looked for, and since when the oldest is. */
export async function measureOrphans(
  db: Db,
  _all: CrossTenant,
): Promise<{ readonly count: number; readonly oldest: Date | undefined }> {
  const { rows } = await db.raw<{ rows: [{ count: number; oldest: Date | null }] }>(
    'select count(*)::int as count, min(created_at) as oldest from charge_orphans where run_at is not null',
  );
  const [{ count, oldest }] = rows;
  return { count, oldest: oldest ?? undefined };
}

export async function purgeOrphans(db: Db, _all: CrossTenant, now: Date): Promise<number> {
  return db(orphans.name)
    .where('created_at', '<', new Date(now.getTime() - orphanKeptMs))
    .delete();
}
