import { toTenant, type AccountOwner, type CrossTenant, type Tenant } from '@pitanga/core';
import { bytes, optional, table, text, timestamp, type Db, type Row, type SealedColumn } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { HttpPayoutsConfig } from '../http-payouts/http-payouts-config';
import type { PayoutAccount } from './payout-account';

const accounts = table('payout_accounts', {
  storeId: text('store_id'),
  settingsSealed: bytes('settings_sealed'),
  segmentFingerprint: bytes('segment_fingerprint'),
  segmentSealed: bytes('segment_sealed'),
  owner: optional(text<AccountOwner>('owner')),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

export const sealedAccounts: readonly SealedColumn[] = (['settings_sealed', 'segment_sealed'] as const).map(
  (column) => ({
    table: 'payout_accounts',
    column,
    key: ['store_id'],
    place: (row) => sealedPlace(column, String(row['store_id'])),
  }),
);

function sealedPlace(column: 'settings_sealed' | 'segment_sealed', storeId: string) {
  return ['payout_accounts', column, storeId] as const;
}

/**
 * Writes an account and returns it as stored: an existing account keeps its segment, which the provider calls. Of
 * parallel calls the last one wins.
 */
export async function savePayoutAccount(
  db: Db,
  { storeId }: Tenant,
  sealer: Sealer,
  { settings, segment, owner, updatedAt }: PayoutAccount,
): Promise<PayoutAccount> {
  const row = accounts.toRow({
    storeId,
    settingsSealed: sealer.seal(JSON.stringify(settings), sealedPlace('settings_sealed', storeId)),
    segmentFingerprint: sealer.fingerprint(segment),
    segmentSealed: sealer.seal(segment, sealedPlace('segment_sealed', storeId)),
    owner,
    createdAt: updatedAt,
    updatedAt,
  });
  const [stored] = (await db('payout_accounts')
    .insert(row)
    .onConflict('store_id')
    .merge([accounts.column('settingsSealed'), accounts.column('owner'), accounts.column('updatedAt')])
    .returning(accounts.columns)) as Row[];
  if (!stored) throw new Error('an upsert returned no row');
  return rowToAccount(stored, sealer);
}

/** False when there was none. */
export async function deletePayoutAccount(db: Db, tenant: Tenant): Promise<boolean> {
  return (await db('payout_accounts').where({ store_id: tenant.storeId }).delete()) > 0;
}

/** Of production: dev mode has none. */
export async function findPayoutAccount(db: Db, tenant: Tenant, sealer: Sealer): Promise<PayoutAccount | undefined> {
  if (tenant.devMode) return undefined;
  const row = (await db('payout_accounts').where({ store_id: tenant.storeId }).first(accounts.columns)) as
    Row | undefined;
  return row && rowToAccount(row, sealer);
}

/** The account whose callback address ends in a segment, and its tenant. */
export async function findAccountBySegment(
  db: Db,
  _all: CrossTenant,
  sealer: Sealer,
  segment: string,
): Promise<{ readonly tenant: Tenant; readonly account: PayoutAccount } | undefined> {
  const row = (await db('payout_accounts')
    .where({ segment_fingerprint: sealer.fingerprint(segment) })
    .first(accounts.columns)) as Row | undefined;
  return row && { tenant: toTenant(accounts.fromRow(row).storeId, false), account: rowToAccount(row, sealer) };
}

function rowToAccount(row: Row, sealer: Sealer): PayoutAccount {
  const { storeId, settingsSealed, segmentSealed, owner, updatedAt } = accounts.fromRow(row);
  return {
    // Written only from checked settings.
    settings: JSON.parse(sealer.open(settingsSealed, sealedPlace('settings_sealed', storeId))) as HttpPayoutsConfig,
    segment: sealer.open(segmentSealed, sealedPlace('segment_sealed', storeId)),
    owner,
    updatedAt,
  };
}
