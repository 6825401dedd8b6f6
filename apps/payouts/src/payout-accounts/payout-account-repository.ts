import type { AccountOwner, Tenant } from '@pitanga/core';
import { bytes, optional, table, text, timestamp, type Db, type Row } from '@pitanga/database';
import { storeAccounts } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import type { HttpPayoutsConfig } from '../http-payouts/http-payouts-config';
import type { PayoutAccount } from './payout-account';

const cells = table('payout_accounts', {
  storeId: text('store_id'),
  settingsSealed: bytes('settings_sealed'),
  segmentFingerprint: bytes('segment_fingerprint'),
  segmentSealed: bytes('segment_sealed'),
  owner: optional(text<AccountOwner>('owner')),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

const accounts = storeAccounts({
  table: cells,
  toAccount: ({ settingsSealed, segmentSealed, owner, updatedAt }, open): PayoutAccount => ({
    // Written only from checked settings.
    settings: JSON.parse(open(settingsSealed, 'settings_sealed')) as HttpPayoutsConfig,
    segment: open(segmentSealed, 'segment_sealed'),
    owner,
    updatedAt,
  }),
});

export const {
  sealedColumns: sealedAccounts,
  find: findPayoutAccount,
  findBySegment: findAccountBySegment,
  remove: deletePayoutAccount,
} = accounts;

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
  const row = cells.toRow({
    storeId,
    ...accounts.sealCells(sealer, storeId, { settings, segment }),
    owner,
    createdAt: updatedAt,
    updatedAt,
  });
  const [stored] = (await db(cells.name)
    .insert(row)
    .onConflict('store_id')
    .merge([cells.column('settingsSealed'), cells.column('owner'), cells.column('updatedAt')])
    .returning(cells.columns)) as Row[];
  if (!stored) throw new Error('an upsert returned no row');
  return accounts.fromRow(stored, sealer);
}
