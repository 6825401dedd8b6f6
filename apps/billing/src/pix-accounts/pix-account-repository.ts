import type { AccountOwner, CrossTenant, Tenant } from '@pitanga/core';
import { bytes, optional, table, text, timestamp, type Db, type Row } from '@pitanga/database';
import { storeAccounts } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import type { PixAccount, PixAccountSettings } from './pix-account';

const cells = table('pix_accounts', {
  storeId: text('store_id'),
  settingsSealed: bytes('settings_sealed'),
  segmentFingerprint: bytes('segment_fingerprint'),
  segmentSealed: bytes('segment_sealed'),
  certificateExpiresAt: timestamp('certificate_expires_at'),
  owner: optional(text<AccountOwner>('owner')),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

const accounts = storeAccounts({
  table: cells,
  toAccount: ({ settingsSealed, segmentSealed, certificateExpiresAt, owner, updatedAt }, open): PixAccount => ({
    // Only checked settings are written.
    settings: JSON.parse(open(settingsSealed, 'settings_sealed')) as PixAccountSettings,
    segment: open(segmentSealed, 'segment_sealed'),
    certificateExpiresAt,
    owner,
    updatedAt,
  }),
});

export const {
  sealedColumns: sealedAccounts,
  find: findPixAccount,
  findTenantBySegment: resolveCallbackTenant,
  remove: deletePixAccount,
} = accounts;

/** When the certificate of each account expires. */
export async function listCertificateExpiries(
  db: Db,
  _all: CrossTenant,
): Promise<readonly { readonly storeId: string; readonly expiresAt: Date }[]> {
  const rows = await db<Row>(cells.name).select(cells.columns);
  return rows.map((row) => {
    const { storeId, certificateExpiresAt: expiresAt } = cells.fromRow(row);
    return { storeId, expiresAt };
  });
}

const saveSql = `${cells.insertSql}
  on conflict (store_id) do update set
    settings_sealed = excluded.settings_sealed,
    certificate_expires_at = excluded.certificate_expires_at,
    owner = excluded.owner,
    updated_at = excluded.updated_at
  returning ${cells.selectSql(cells.name)}`;

/** Saves an account and returns it as stored: an existing account keeps the segment that its bank calls. */
export async function savePixAccount(db: Db, tenant: Tenant, sealer: Sealer, account: PixAccount): Promise<PixAccount> {
  const { storeId } = tenant;
  const { rows } = await db.raw<{ rows: [Row] }>(
    saveSql,
    cells.toRow({
      storeId,
      ...accounts.sealCells(sealer, storeId, account),
      certificateExpiresAt: account.certificateExpiresAt,
      owner: account.owner,
      createdAt: account.updatedAt,
      updatedAt: account.updatedAt,
    }),
  );
  return accounts.fromRow(rows[0], sealer);
}
