import { cents, type Cents } from '@pitanga/core';
import type { Db, SealedColumn } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';

/** What payouts must know of a store; the same in both environments. */
export interface StoreSettings {
  readonly storeId: string;
  /** CPF or CNPJ of the account holder, normalised: the only owner a withdrawal's key may have. */
  readonly holderTaxId: string;
  readonly payoutFeeCents: Cents;
}

interface StoreSettingsRow {
  readonly store_id: string;
  readonly holder_tax_id_sealed: Buffer;
  readonly payout_fee_cents: number;
  readonly updated_at: Date;
}

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
// eslint-disable-next-line pitanga/tenant-first -- settings belong to the store, not to one of its environments
export async function upsertStoreSettings(db: Db, sealer: Sealer, settings: StoreSettings, at: Date): Promise<void> {
  const row: StoreSettingsRow = {
    store_id: settings.storeId,
    holder_tax_id_sealed: sealer.seal(settings.holderTaxId, holderPlace(settings.storeId)),
    payout_fee_cents: settings.payoutFeeCents,
    updated_at: at,
  };
  await db('store_settings').insert(row).onConflict('store_id').merge();
}

// eslint-disable-next-line pitanga/tenant-first -- settings belong to the store, not to one of its environments
export async function findStoreSettings(db: Db, sealer: Sealer, storeId: string): Promise<StoreSettings | undefined> {
  const row = await db<StoreSettingsRow>('store_settings').where({ store_id: storeId }).first();
  return (
    row && {
      storeId: row.store_id,
      holderTaxId: sealer.open(row.holder_tax_id_sealed, holderPlace(storeId)),
      payoutFeeCents: cents(row.payout_fee_cents),
    }
  );
}
