import type { Tenant } from '@pitanga/core';
import type { SealedColumn } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { PixAccount, PixAccountSettings } from './pix-account';

export interface PixAccountRow {
  readonly settings_sealed: Buffer;
  readonly segment_fingerprint: Buffer;
  readonly segment_sealed: Buffer;
  readonly certificate_expires_at: Date;
  readonly updated_at: Date;
}

export const sealedAccounts: readonly SealedColumn[] = (['settings_sealed', 'segment_sealed'] as const).map(
  (column) => ({
    table: 'pix_accounts',
    column,
    key: ['store_id'],
    place: (row) => placeOf(column, String(row['store_id'])),
  }),
);

function placeOf(column: 'settings_sealed' | 'segment_sealed', storeId: string) {
  return ['pix_accounts', column, storeId] as const;
}

export function rowToAccount(row: PixAccountRow, { storeId }: Tenant, sealer: Sealer): PixAccount {
  return {
    // Written only from checked settings.
    settings: JSON.parse(sealer.open(row.settings_sealed, placeOf('settings_sealed', storeId))) as PixAccountSettings,
    segment: sealer.open(row.segment_sealed, placeOf('segment_sealed', storeId)),
    certificateExpiresAt: row.certificate_expires_at,
    updatedAt: row.updated_at,
  };
}

export function accountToRow(account: PixAccount, { storeId }: Tenant, sealer: Sealer): PixAccountRow {
  return {
    settings_sealed: sealer.seal(JSON.stringify(account.settings), placeOf('settings_sealed', storeId)),
    segment_fingerprint: sealer.fingerprint(account.segment),
    segment_sealed: sealer.seal(account.segment, placeOf('segment_sealed', storeId)),
    certificate_expires_at: account.certificateExpiresAt,
    updated_at: account.updatedAt,
  };
}
