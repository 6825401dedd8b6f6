import type { AccountOwner, Tenant } from '@pitanga/core';
import type { PixBankCode } from '@pitanga/core/pix-banks';
import { bytes, table, text, timestamp, type Db, type Row } from '@pitanga/database';
import { storeAccounts } from '@pitanga/provider-account';
import type { BankAccess } from '@pitanga/provider-account/bank';
import type { Sealer } from '@pitanga/runtime';
import type { BankAccount } from './bank-account';

const cells = table('bank_accounts', {
  storeId: text('store_id'),
  bank: text<PixBankCode>('bank'),
  name: text('name'),
  settingsSealed: bytes('settings_sealed'),
  segmentFingerprint: bytes('segment_fingerprint'),
  segmentSealed: bytes('segment_sealed'),
  owner: text<AccountOwner>('owner'),
  certificateExpiresAt: timestamp('certificate_expires_at'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

const accounts = storeAccounts({
  table: cells,
  toAccount: ({ settingsSealed, segmentSealed, ...account }, open): BankAccount => ({
    bank: account.bank,
    name: account.name,
    owner: account.owner,
    certificateExpiresAt: account.certificateExpiresAt,
    updatedAt: account.updatedAt,
    // Written only from checked settings.
    settings: JSON.parse(open(settingsSealed, 'settings_sealed')) as BankAccess,
    segment: open(segmentSealed, 'segment_sealed'),
  }),
});

export const { sealedColumns: sealedBankAccounts, find: findBankAccount, remove: deleteBankAccount } = accounts;

/** Writes an account and returns it as stored: an existing one keeps its segment. Of parallel calls the last one wins. */
export async function saveBankAccount(
  db: Db,
  { storeId }: Tenant,
  sealer: Sealer,
  { settings, segment, updatedAt, ...account }: BankAccount,
): Promise<BankAccount> {
  const row = cells.toRow({
    storeId,
    ...account,
    ...accounts.sealCells(sealer, storeId, { settings, segment }),
    createdAt: updatedAt,
    updatedAt,
  });
  const kept = new Set<string>(['store_id', 'segment_fingerprint', 'segment_sealed', 'created_at']);
  const [stored] = (await db(cells.name)
    .insert(row)
    .onConflict('store_id')
    .merge(cells.columns.filter((column) => !kept.has(column)))
    .returning(cells.columns)) as Row[];
  if (!stored) throw new Error('an upsert returned no row');
  return accounts.fromRow(stored, sealer);
}
