import type { StoreScope } from '@pitanga/core';
import { bigint, boolean, cents, int, table, text, texts, type Db, type Row } from '@pitanga/database';
import type { PaymentMethod } from '../money/fees';
import type { StoreSettings } from './store-settings';

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
  isClosed: boolean('is_closed'),
  version: bigint('version'),
});

/** Writes the settings unless newer ones are written; false when there are. */
export async function saveSettings(db: Db, store: StoreScope, settings: StoreSettings, at: Date): Promise<boolean> {
  const { fees, terms } = settings;
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
  if (terms.version > 0) void write.where('store_settings.version', '<=', terms.version);
  return (await write.returning<Row[]>('store_id')).length > 0;
}

export async function findSettings(db: Db, store: StoreScope): Promise<StoreSettings | undefined> {
  const row = await db<Record<string, unknown>>(storeSettings.name)
    .where({ store_id: store.storeId })
    .first(storeSettings.columns);
  if (!row) return undefined;
  const { merchantName, merchantCity, hasAutomaticPixDev, hasAutomaticPixProd, ...fees } = storeSettings.fromRow(row);
  const { methodsDev, methodsProd, boletoSettlementDays, cardSettlementDays, isClosed, version } = fees;
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
    terms: { methodsDev, methodsProd, boletoSettlementDays, cardSettlementDays, isClosed, version },
  };
}
