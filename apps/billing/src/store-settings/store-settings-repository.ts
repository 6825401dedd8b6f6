import type { StoreScope } from '@pitanga/core';
import {
  bigint,
  boolean,
  bytes,
  cents,
  int,
  optional,
  table,
  text,
  texts,
  type Db,
  type Row,
  type SealedColumn,
} from '@pitanga/database';
import type { SealedPlace } from '@pitanga/runtime';
import type { PaymentMethod } from '../money/fees';
import type { SettingsChange, StoreSettings } from './store-settings';

const storeSettings = table('store_settings', {
  merchantName: text('merchant_name'),
  merchantCity: text('merchant_city'),
  pixFeeCents: cents('pix_fee_cents'),
  boletoFeeCents: cents('boleto_fee_cents'),
  cardSingleBasisPoints: int('card_single_basis_points'),
  cardShortBasisPoints: int('card_short_basis_points'),
  cardLongBasisPoints: int('card_long_basis_points'),
  cardFixedFeeCents: cents('card_fixed_fee_cents'),
  hasAutomaticPixDev: boolean('automatic_pix_dev'),
  hasAutomaticPixProd: boolean('automatic_pix_prod'),
  methodsDev: texts<PaymentMethod>('methods_dev'),
  methodsProd: texts<PaymentMethod>('methods_prod'),
  boletoSettlementDays: int('boleto_settlement_days'),
  cardSettlementDays: int('card_settlement_days'),
  refundOverdraftCents: cents('refund_overdraft_cents'),
  minimumCheckoutCents: optional(cents('minimum_checkout_cents')),
  minimumBoletoCents: optional(cents('minimum_boleto_cents')),
  isClosed: boolean('is_closed'),
  version: bigint('version'),
  legalName: optional(text('merchant_legal_name')),
  taxIdSealed: optional(bytes('merchant_tax_id_sealed')),
});

export function merchantTaxIdPlace(storeId: string): SealedPlace {
  return ['store_settings', 'merchant_tax_id_sealed', storeId];
}

export const sealedSettings: SealedColumn = {
  table: storeSettings.name,
  column: storeSettings.column('taxIdSealed'),
  key: ['store_id'],
  place: (row) => merchantTaxIdPlace(String(row['store_id'])),
};

/** Writes the settings unless newer ones are written, and returns them as stored; undefined when there are newer ones. */
export async function saveSettings(
  db: Db,
  store: StoreScope,
  { terms, beneficiary, ...settings }: SettingsChange,
  at: Date,
): Promise<StoreSettings | undefined> {
  const { fees } = settings;
  const row = {
    ...storeSettings.toRow({
      ...settings,
      ...terms,
      ...beneficiary,
      pixFeeCents: fees.pixCents,
      boletoFeeCents: fees.boletoCents,
      cardSingleBasisPoints: fees.card.singleBasisPoints,
      cardShortBasisPoints: fees.card.shortBasisPoints,
      cardLongBasisPoints: fees.card.longBasisPoints,
      cardFixedFeeCents: fees.card.fixedCents,
    }),
    updated_at: at,
  };
  const write = db(storeSettings.name)
    .insert({ store_id: store.storeId, ...row, created_at: at })
    .onConflict('store_id')
    .merge(row);
  if (terms && terms.version > 0) void write.where('store_settings.version', '<=', terms.version);
  const [saved] = await write.returning<Row[]>(storeSettings.columns);
  return saved && rowToSettings(saved);
}

export async function findSettings(db: Db, store: StoreScope): Promise<StoreSettings | undefined> {
  const row = await db<Row>(storeSettings.name).where({ store_id: store.storeId }).first(storeSettings.columns);
  return row && rowToSettings(row);
}

function rowToSettings(row: Row): StoreSettings {
  const { merchantName, merchantCity, hasAutomaticPixDev, hasAutomaticPixProd, ...fees } = storeSettings.fromRow(row);
  const { methodsDev, methodsProd, boletoSettlementDays, cardSettlementDays, isClosed, version } = fees;
  const { refundOverdraftCents, minimumCheckoutCents, minimumBoletoCents, legalName, taxIdSealed } = fees;
  return {
    merchantName,
    merchantCity,
    fees: {
      pixCents: fees.pixFeeCents,
      boletoCents: fees.boletoFeeCents,
      card: {
        singleBasisPoints: fees.cardSingleBasisPoints,
        shortBasisPoints: fees.cardShortBasisPoints,
        longBasisPoints: fees.cardLongBasisPoints,
        fixedCents: fees.cardFixedFeeCents,
      },
    },
    hasAutomaticPixDev,
    hasAutomaticPixProd,
    terms: {
      methodsDev,
      methodsProd,
      boletoSettlementDays,
      cardSettlementDays,
      refundOverdraftCents,
      minimumCheckoutCents,
      minimumBoletoCents,
      isClosed,
      version,
    },
    beneficiary: taxIdSealed && { taxIdSealed, legalName },
  };
}
