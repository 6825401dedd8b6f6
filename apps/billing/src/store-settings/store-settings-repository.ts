import type { StoreScope } from '@pitanga/core';
import { bigint, boolean, cents, int, table, text, texts, type Db, type Row } from '@pitanga/database';
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
  isClosed: boolean('is_closed'),
  version: bigint('version'),
});

/** Writes the settings unless newer ones are written, and returns them as stored; undefined when there are newer ones. */
export async function saveSettings(
  db: Db,
  store: StoreScope,
  { terms, ...settings }: SettingsChange,
  at: Date,
): Promise<StoreSettings | undefined> {
  const { fees } = settings;
  const row = {
    ...storeSettings.toRow({
      ...settings,
      ...terms,
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
  const { refundOverdraftCents } = fees;
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
      isClosed,
      version,
    },
  };
}
