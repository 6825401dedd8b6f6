import type { Sealer } from '@pitanga/runtime';
import type { PixAccount, PixAccountSettings } from './pix-account';

export interface PixAccountRow {
  readonly settings_sealed: Buffer;
  readonly segment_fingerprint: Buffer;
  readonly segment_sealed: Buffer;
  readonly certificate_expires_at: Date;
  readonly updated_at: Date;
}

export function rowToAccount(row: PixAccountRow, sealer: Sealer): PixAccount {
  return {
    // Written only from checked settings.
    settings: JSON.parse(sealer.open(row.settings_sealed)) as PixAccountSettings,
    segment: sealer.open(row.segment_sealed),
    certificateExpiresAt: row.certificate_expires_at,
    updatedAt: row.updated_at,
  };
}

export function accountToRow(account: PixAccount, sealer: Sealer): PixAccountRow {
  return {
    settings_sealed: sealer.seal(JSON.stringify(account.settings)),
    segment_fingerprint: sealer.fingerprint(account.segment),
    segment_sealed: sealer.seal(account.segment),
    certificate_expires_at: account.certificateExpiresAt,
    updated_at: account.updatedAt,
  };
}
