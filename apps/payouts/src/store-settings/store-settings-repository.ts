import type { Cents, StoreScope } from '@pitanga/core';
import {
  bigint,
  boolean,
  bytes,
  cents,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Row,
  type SealedColumn,
} from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';

/** What payouts stores of a store; the same in both environments. */
export interface StoreSettings {
  readonly storeId: string;
  /** CPF or CNPJ of the account holder, normalised: the only owner a withdrawal's key may have. */
  readonly holderTaxId: string;
  readonly payoutFeeCents: Cents;
  /** Whether it is in the amount that is asked for. */
  readonly isFeeIncluded: boolean;
  /** Payouts above it wait for a second person; undefined: none does. */
  readonly approvalAboveCents: Cents | undefined;
  /** Counts the store's changes. 0 = from a gateway that counts none, which always wins. */
  readonly version: number;
}

const storeSettings = table('store_settings', {
  storeId: text('store_id'),
  holderTaxIdSealed: bytes('holder_tax_id_sealed'),
  payoutFeeCents: cents('payout_fee_cents'),
  isFeeIncluded: boolean('is_fee_included'),
  approvalAboveCents: optional(cents('approval_above_cents')),
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

/** Settings as a gateway sends them; what an older one leaves out stays as it is, as the limit does with `keepsLimit`. */
type ToldSettings = Omit<StoreSettings, 'storeId' | 'isFeeIncluded'> & {
  readonly isFeeIncluded: boolean | undefined;
  readonly keepsLimit: boolean;
};

/** Writes the settings of a store unless newer ones are written; false when there are. */
export async function upsertStoreSettings(
  db: Db,
  { storeId }: StoreScope,
  sealer: Sealer,
  { holderTaxId, payoutFeeCents, isFeeIncluded, approvalAboveCents, version, keepsLimit }: ToldSettings,
  updatedAt: Date,
): Promise<boolean> {
  const holderTaxIdSealed = sealer.seal(holderTaxId, holderPlace(storeId));
  const fee = {
    storeId,
    holderTaxIdSealed,
    payoutFeeCents,
    ...(isFeeIncluded !== undefined && { isFeeIncluded }),
    updatedAt,
  };
  // A gateway that counts no changes leaves the count as it is, so that an older change still comes too late.
  const told = { ...fee, ...(version > 0 && { version }), ...(!keepsLimit && { approvalAboveCents }) };
  const row = storeSettings.toRow({ ...fee, version, approvalAboveCents });
  const changed = storeSettings.toRow(told);
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
  const { holderTaxIdSealed, ...settings } = storeSettings.fromRow(row);
  const { payoutFeeCents, isFeeIncluded, approvalAboveCents, version } = settings;
  const holderTaxId = sealer.open(holderTaxIdSealed, holderPlace(storeId));
  return { storeId, holderTaxId, payoutFeeCents, isFeeIncluded, approvalAboveCents, version };
}
