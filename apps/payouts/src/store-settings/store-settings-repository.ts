import type { Cents, StoreScope } from '@pitanga/core';
import { bytes, cents, table, text, timestamp, type Db, type Row, type SealedColumn } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';

/** What payouts stores of a store; the same in both environments. */
export interface StoreSettings {
  readonly storeId: string;
  /** CPF or CNPJ of the account holder, normalised: the only owner a withdrawal's key may have. */
  readonly holderTaxId: string;
  readonly payoutFeeCents: Cents;
}

const storeSettings = table('store_settings', {
  storeId: text('store_id'),
  holderTaxIdSealed: bytes('holder_tax_id_sealed'),
  payoutFeeCents: cents('payout_fee_cents'),
  updatedAt: timestamp('updated_at'),
});

export const sealedHolders: SealedColumn = {
  table: 'store_settings',
  column: 'holder_tax_id_sealed',
  key: ['store_id'],
  place: (row) => holderPlace(String(row['store_id'])),
};

function holderPlace(storeId: string) {
  return ['store_settings', 'holder_tax_id_sealed', storeId] as const;
}

/** Writes the settings of a store; the last call wins. */
export async function upsertStoreSettings(
  db: Db,
  { storeId }: StoreScope,
  sealer: Sealer,
  { holderTaxId, payoutFeeCents }: Omit<StoreSettings, 'storeId'>,
  updatedAt: Date,
): Promise<void> {
  const holderTaxIdSealed = sealer.seal(holderTaxId, holderPlace(storeId));
  const row = storeSettings.toRow({ storeId, holderTaxIdSealed, payoutFeeCents, updatedAt });
  await db('store_settings').insert(row).onConflict('store_id').merge();
}

export async function findStoreSettings(
  db: Db,
  { storeId }: StoreScope,
  sealer: Sealer,
): Promise<StoreSettings | undefined> {
  const row = (await db('store_settings').where({ store_id: storeId }).first(storeSettings.columns)) as Row | undefined;
  if (!row) return undefined;
  const { holderTaxIdSealed, payoutFeeCents } = storeSettings.fromRow(row);
  return { storeId, holderTaxId: sealer.open(holderTaxIdSealed, holderPlace(storeId)), payoutFeeCents };
}
