import type { Tenant } from '@pitanga/core';
import type { SealedColumn } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { HttpPayoutsConfig } from '../http-payouts/http-payouts-config';
import type { PayoutAccount } from './payout-account';

export interface PayoutAccountRow {
  readonly settings_sealed: Buffer;
  readonly segment_fingerprint: Buffer;
  readonly segment_sealed: Buffer;
  readonly updated_at: Date;
}

export const sealedAccounts: readonly SealedColumn[] = (['settings_sealed', 'segment_sealed'] as const).map(
  (column) => ({
    table: 'payout_accounts',
    column,
    key: ['store_id'],
    place: (row) => placeOf(column, String(row['store_id'])),
  }),
);

function placeOf(column: 'settings_sealed' | 'segment_sealed', storeId: string) {
  return ['payout_accounts', column, storeId] as const;
}

export function rowToAccount(row: PayoutAccountRow, { storeId }: Tenant, sealer: Sealer): PayoutAccount {
  return {
    // Written only from checked settings.
    settings: JSON.parse(sealer.open(row.settings_sealed, placeOf('settings_sealed', storeId))) as HttpPayoutsConfig,
    segment: sealer.open(row.segment_sealed, placeOf('segment_sealed', storeId)),
    updatedAt: row.updated_at,
  };
}

export function accountToRow(account: PayoutAccount, { storeId }: Tenant, sealer: Sealer): PayoutAccountRow {
  return {
    settings_sealed: sealer.seal(JSON.stringify(account.settings), placeOf('settings_sealed', storeId)),
    segment_fingerprint: sealer.fingerprint(account.segment),
    segment_sealed: sealer.seal(account.segment, placeOf('segment_sealed', storeId)),
    updated_at: account.updatedAt,
  };
}
