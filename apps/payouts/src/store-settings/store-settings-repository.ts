import type { Cents, StoreScope } from '@pitanga/core';
import { bigint, bytes, cents, table, text, timestamp, type Db, type Row, type SealedColumn } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';

/** What payouts stores of a store; the same in both environments. */
export interface StoreSettings {
  readonly storeId: string;
  /** CPF or CNPJ of the account holder, normalised: the only owner a withdrawal's key may have. */
  readonly holderTaxId: string;
  readonly payoutFeeCents: Cents;
  /** Counts the store's changes. 0 = from a gateway that counts none, which always wins. */
  readonly version: number;
}

const storeSettings = table('store_settings', {
  storeId: text('store_id'),
  holderTaxIdSealed: bytes('holder_tax_id_sealed'),
  payoutFeeCents: cents('payout_fee_cents'),
  version: bigint('version'),
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

/** Writes the settings of a store unless newer ones are written; false when there are. */
export async function upsertStoreSettings(
  db: Db,
  { storeId }: StoreScope,
  sealer: Sealer,
  { holderTaxId, payoutFeeCents, version }: Omit<StoreSettings, 'storeId'>,
  updatedAt: Date,
): Promise<boolean> {
  const holderTaxIdSealed = sealer.seal(holderTaxId, holderPlace(storeId));
  const row = storeSettings.toRow({ storeId, holderTaxIdSealed, payoutFeeCents, version, updatedAt });
  const { version: counted, ...uncounted } = row;
  // A gateway that counts no changes leaves the count as it is, so that an older change still comes too late.
  const changed = version > 0 ? { ...uncounted, version: counted } : uncounted;
  const write = db('store_settings').insert(row).onConflict('store_id').merge(changed);
  if (version > 0) void write.where('store_settings.version', '<=', version);
  return (await write.returning<Row[]>('store_id')).length > 0;
}

export async function findStoreSettings(
  db: Db,
  { storeId }: StoreScope,
  sealer: Sealer,
): Promise<StoreSettings | undefined> {
  const row = (await db('store_settings').where({ store_id: storeId }).first(storeSettings.columns)) as Row | undefined;
  if (!row) return undefined;
  const { holderTaxIdSealed, payoutFeeCents, version } = storeSettings.fromRow(row);
  return { storeId, holderTaxId: sealer.open(holderTaxIdSealed, holderPlace(storeId)), payoutFeeCents, version };
}
