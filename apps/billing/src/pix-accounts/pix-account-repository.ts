import { toTenant, type AccountOwner, type CrossTenant, type Tenant } from '@pitanga/core';
import { bytes, optional, table, text, timestamp, type Db, type Row, type SealedColumn } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { PixAccount, PixAccountSettings } from './pix-account';

const accounts = table('pix_accounts', {
  storeId: text('store_id'),
  settingsSealed: bytes('settings_sealed'),
  segmentFingerprint: bytes('segment_fingerprint'),
  segmentSealed: bytes('segment_sealed'),
  certificateExpiresAt: timestamp('certificate_expires_at'),
  owner: optional(text<AccountOwner>('owner')),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

type SealedName = 'settings_sealed' | 'segment_sealed';

function sealedPlace(column: SealedName, storeId: string) {
  return [accounts.name, column, storeId] as const;
}

export const sealedAccounts: readonly SealedColumn[] = (['settings_sealed', 'segment_sealed'] as const).map(
  (column) => ({
    table: accounts.name,
    column,
    key: ['store_id'],
    place: (row) => sealedPlace(column, String(row['store_id'])),
  }),
);

/** The account of a store; only production has one. */
export async function findPixAccount(db: Db, tenant: Tenant, sealer: Sealer): Promise<PixAccount | undefined> {
  if (tenant.devMode) return undefined;
  const row = await db<Row>(accounts.name).where({ store_id: tenant.storeId }).first(accounts.columns);
  return row && rowToAccount(row, sealer);
}

/** The store that a callback is for. */
export async function resolveCallbackTenant(
  db: Db,
  _all: CrossTenant,
  sealer: Sealer,
  segment: string,
): Promise<Tenant | undefined> {
  const row = await db<Row>(accounts.name)
    .where({ segment_fingerprint: sealer.fingerprint(segment) })
    .first(accounts.columns);
  return row && toTenant(accounts.fromRow(row).storeId, false);
}

/** When the certificate of each account expires. */
export async function listCertificateExpiries(
  db: Db,
  _all: CrossTenant,
): Promise<readonly { readonly storeId: string; readonly expiresAt: Date }[]> {
  const rows = await db<Row>(accounts.name).select(accounts.columns);
  return rows.map((row) => {
    const { storeId, certificateExpiresAt: expiresAt } = accounts.fromRow(row);
    return { storeId, expiresAt };
  });
}

const saveSql = `${accounts.insertSql}
  on conflict (store_id) do update set
    settings_sealed = excluded.settings_sealed,
    certificate_expires_at = excluded.certificate_expires_at,
    owner = excluded.owner,
    updated_at = excluded.updated_at
  returning ${accounts.selectSql('pix_accounts')}`;

/** Saves an account and returns it as stored: an existing account keeps the segment that its bank calls. */
export async function savePixAccount(db: Db, tenant: Tenant, sealer: Sealer, account: PixAccount): Promise<PixAccount> {
  const { storeId } = tenant;
  const { rows } = await db.raw<{ rows: [Row] }>(
    saveSql,
    accounts.toRow({
      storeId,
      settingsSealed: sealer.seal(JSON.stringify(account.settings), sealedPlace('settings_sealed', storeId)),
      segmentFingerprint: sealer.fingerprint(account.segment),
      segmentSealed: sealer.seal(account.segment, sealedPlace('segment_sealed', storeId)),
      certificateExpiresAt: account.certificateExpiresAt,
      owner: account.owner,
      createdAt: account.updatedAt,
      updatedAt: account.updatedAt,
    }),
  );
  return rowToAccount(rows[0], sealer);
}

/** False when there was none. */
export async function deletePixAccount(db: Db, tenant: Tenant): Promise<boolean> {
  return (await db(accounts.name).where({ store_id: tenant.storeId }).delete()) > 0;
}

function rowToAccount(row: Row, sealer: Sealer): PixAccount {
  const { storeId, settingsSealed, segmentSealed, certificateExpiresAt, owner, updatedAt } = accounts.fromRow(row);
  const settings = sealer.open(settingsSealed, sealedPlace('settings_sealed', storeId));
  return {
    // Only checked settings are written.
    settings: JSON.parse(settings) as PixAccountSettings,
    segment: sealer.open(segmentSealed, sealedPlace('segment_sealed', storeId)),
    certificateExpiresAt,
    owner,
    updatedAt,
  };
}
