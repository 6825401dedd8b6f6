import type { Sealer } from '@pitanga/runtime';
import type { HttpPayoutsConfig } from '../http-payouts/http-payouts-config';
import type { PayoutAccount } from './payout-account';

export interface PayoutAccountRow {
  readonly settings_sealed: Buffer;
  readonly segment_fingerprint: Buffer;
  readonly segment_sealed: Buffer;
  readonly updated_at: Date;
}

export function rowToAccount(row: PayoutAccountRow, sealer: Sealer): PayoutAccount {
  return {
    // Written only from checked settings.
    settings: JSON.parse(sealer.open(row.settings_sealed)) as HttpPayoutsConfig,
    segment: sealer.open(row.segment_sealed),
    updatedAt: row.updated_at,
  };
}

export function accountToRow(account: PayoutAccount, sealer: Sealer): PayoutAccountRow {
  return {
    settings_sealed: sealer.seal(JSON.stringify(account.settings)),
    segment_fingerprint: sealer.fingerprint(account.segment),
    segment_sealed: sealer.seal(account.segment),
    updated_at: account.updatedAt,
  };
}
