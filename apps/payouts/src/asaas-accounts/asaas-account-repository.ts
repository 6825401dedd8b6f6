import type { AccountOwner, Tenant } from '@pitanga/core';
import { bytes, optional, table, text, timestamp, type Db, type Row } from '@pitanga/database';
import { storeAccounts } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import type { AsaasPayoutSettings } from '../asaas/asaas-settings';
import type { AsaasAccount } from './asaas-account';
import { fullBucket } from './key-lookups';

const cells = table('asaas_accounts', {
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

const accounts = storeAccounts({
  table: cells,
  toAccount: ({ settingsSealed, segmentSealed, name, owner, ...times }, open): AsaasAccount => ({
    name,
    owner,
    askedAt: times.askedAt,
    stoppedAt: times.stoppedAt,
    updatedAt: times.updatedAt,
    // Written only from checked settings.
    settings: JSON.parse(open(settingsSealed, 'settings_sealed')) as AsaasPayoutSettings,
    segment: open(segmentSealed, 'segment_sealed'),
  }),
});

export const {
  sealedColumns: sealedAsaasAccounts,
  find: findAsaasAccount,
  findBySegment: findAsaasAccountBySegment,
  remove: deleteAsaasAccount,
} = accounts;

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
  const row = cells.toRow({
    storeId,
    name,
    ...accounts.sealCells(sealer, storeId, { settings, segment }),
    owner,
    askedAt: undefined,
    stoppedAt: undefined,
    updatedAt,
  });
  const [stored] = (await db(cells.name)
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
    .returning(cells.columns)) as Row[];
  if (!stored) throw new Error('an upsert returned no row');
  return accounts.fromRow(stored, sealer);
}

/** Whether Asaas has asked, and whether the account is stopped, as of now: adapters live on while both change. */
export async function findAskState(
  db: Db,
  { storeId }: Tenant,
): Promise<Pick<AsaasAccount, 'askedAt' | 'stoppedAt'> | undefined> {
  const row = await db<Row>(cells.name).where({ store_id: storeId }).first(cells.columns);
  return row && cells.fromRow(row);
}

/** That Asaas has asked: it is set up to, and what was stopped for that reason may send again. */
export async function noteAsked(db: Db, { storeId }: Tenant, now: Date): Promise<void> {
  await db(cells.name)
    .where({ store_id: storeId })
    .where((either) => void either.whereNull('asked_at').orWhereNotNull('stopped_at'))
    .update({ asked_at: db.raw('coalesce(asked_at, ?)', [now]), stopped_at: null });
}

/** That it sends nothing from now on; false when it was stopped already, or is another account now. */
export async function stopAsaasAccount(db: Db, { storeId }: Tenant, name: string, now: Date): Promise<boolean> {
  const stopped = await db(cells.name)
    .where({ store_id: storeId, name })
    .whereNull('stopped_at')
    .update({ stopped_at: now });
  return stopped === 1;
}
