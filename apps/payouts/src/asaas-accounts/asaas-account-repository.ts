import { toTenant, type AccountOwner, type CrossTenant, type Tenant } from '@pitanga/core';
import { bytes, optional, table, text, timestamp, type Db, type Row, type SealedColumn } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { AsaasPayoutSettings } from '../asaas/asaas-settings';
import type { AsaasAccount } from './asaas-account';
import { fullBucket } from './key-lookups';

const accounts = table('asaas_accounts', {
  storeId: text('store_id'),
  name: text('name'),
  settingsSealed: bytes('settings_sealed'),
  segmentFingerprint: bytes('segment_fingerprint'),
  segmentSealed: bytes('segment_sealed'),
  owner: text<AccountOwner>('owner'),
  askedAt: optional(timestamp('asked_at')),
  stoppedAt: optional(timestamp('stopped_at')),
  updatedAt: timestamp('updated_at'),
});

export const sealedAsaasAccounts: readonly SealedColumn[] = (['settings_sealed', 'segment_sealed'] as const).map(
  (column) => ({
    table: accounts.name,
    column,
    key: ['store_id'],
    place: (row) => sealedPlace(column, String(row['store_id'])),
  }),
);

function sealedPlace(column: 'settings_sealed' | 'segment_sealed', storeId: string) {
  return ['asaas_accounts', column, storeId] as const;
}

/**
 * Writes an account and returns it as stored. An existing one keeps its segment, which Asaas has; it is no longer stopped, and
 * unless it is the same account at Asaas, it has yet to ask.
 */
export async function saveAsaasAccount(
  db: Db,
  { storeId }: Tenant,
  sealer: Sealer,
  { name, settings, segment, owner, updatedAt }: Omit<AsaasAccount, 'askedAt' | 'stoppedAt'>,
): Promise<AsaasAccount> {
  const row = accounts.toRow({
    storeId,
    name,
    settingsSealed: sealer.seal(JSON.stringify(settings), sealedPlace('settings_sealed', storeId)),
    segmentFingerprint: sealer.fingerprint(segment),
    segmentSealed: sealer.seal(segment, sealedPlace('segment_sealed', storeId)),
    owner,
    askedAt: undefined,
    stoppedAt: undefined,
    updatedAt,
  });
  const [stored] = (await db(accounts.name)
    .insert({ ...row, lookup_tokens: fullBucket, lookup_at: updatedAt, created_at: updatedAt })
    .onConflict('store_id')
    .merge({
      name,
      settings_sealed: row['settings_sealed'],
      owner,
      stopped_at: null,
      asked_at: db.raw('case when asaas_accounts.name = excluded.name then asaas_accounts.asked_at end'),
      updated_at: updatedAt,
    })
    .returning(accounts.columns)) as Row[];
  if (!stored) throw new Error('an upsert returned no row');
  return rowToAccount(stored, sealer);
}

/** False when there was none. */
export async function deleteAsaasAccount(db: Db, { storeId }: Tenant): Promise<boolean> {
  return (await db(accounts.name).where({ store_id: storeId }).delete()) > 0;
}

/** Of production: dev mode has none. */
export async function findAsaasAccount(db: Db, tenant: Tenant, sealer: Sealer): Promise<AsaasAccount | undefined> {
  if (tenant.devMode) return undefined;
  const row = await db<Row>(accounts.name).where({ store_id: tenant.storeId }).first(accounts.columns);
  return row && rowToAccount(row, sealer);
}

/** The account at whose address Asaas asks, and its tenant. */
export async function findAsaasAccountBySegment(
  db: Db,
  _all: CrossTenant,
  sealer: Sealer,
  segment: string,
): Promise<{ readonly tenant: Tenant; readonly account: AsaasAccount } | undefined> {
  const row = await db<Row>(accounts.name)
    .where({ segment_fingerprint: sealer.fingerprint(segment) })
    .first(accounts.columns);
  return row && { tenant: toTenant(accounts.fromRow(row).storeId, false), account: rowToAccount(row, sealer) };
}

/** Whether Asaas has asked, and whether the account is stopped, as of now: adapters live on while both change. */
export async function findAskState(
  db: Db,
  { storeId }: Tenant,
): Promise<Pick<AsaasAccount, 'askedAt' | 'stoppedAt'> | undefined> {
  const row = await db<Row>(accounts.name).where({ store_id: storeId }).first(accounts.columns);
  return row && accounts.fromRow(row);
}

/** That Asaas has asked: it is set up to, and what was stopped for that reason may send again. */
export async function noteAsked(db: Db, { storeId }: Tenant, now: Date): Promise<void> {
  await db(accounts.name)
    .where({ store_id: storeId })
    .where((either) => void either.whereNull('asked_at').orWhereNotNull('stopped_at'))
    .update({ asked_at: db.raw('coalesce(asked_at, ?)', [now]), stopped_at: null });
}

/** That it sends nothing from now on; false when it was stopped already, or is another account now. */
export async function stopAsaasAccount(db: Db, { storeId }: Tenant, name: string, now: Date): Promise<boolean> {
  const stopped = await db(accounts.name)
    .where({ store_id: storeId, name })
    .whereNull('stopped_at')
    .update({ stopped_at: now });
  return stopped === 1;
}

function rowToAccount(row: Row, sealer: Sealer): AsaasAccount {
  const { storeId, settingsSealed, segmentSealed, name, owner, askedAt, stoppedAt, updatedAt } = accounts.fromRow(row);
  return {
    name,
    owner,
    askedAt,
    stoppedAt,
    updatedAt,
    // Written only from checked settings.
    settings: JSON.parse(sealer.open(settingsSealed, sealedPlace('settings_sealed', storeId))) as AsaasPayoutSettings,
    segment: sealer.open(segmentSealed, sealedPlace('segment_sealed', storeId)),
  };
}
