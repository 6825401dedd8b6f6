import type { StoreScope } from '@pitanga/core';
import { boolean, cents, int, table, text, type Db } from '@pitanga/database';
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
});

export async function saveSettings(db: Db, store: StoreScope, settings: StoreSettings, at: Date): Promise<void> {
  const { fees } = settings;
  const row = {
    ...storeSettings.toRow({
      ...settings,
      pixFeeCents: fees.pixCents,
      boletoFeeCents: fees.boletoCents,
      cardSingleBasisPoints: fees.card.singleBasisPoints,
      cardShortBasisPoints: fees.card.shortBasisPoints,
      cardLongBasisPoints: fees.card.longBasisPoints,
      cardFixedFeeCents: fees.card.fixedCents,
    }),
    updated_at: at,
  };
  await db(storeSettings.name)
    .insert({ store_id: store.storeId, ...row, created_at: at })
    .onConflict('store_id')
    .merge(row);
}

export async function findSettings(db: Db, store: StoreScope): Promise<StoreSettings | undefined> {
  const row = await db<Record<string, unknown>>(storeSettings.name)
    .where({ store_id: store.storeId })
    .first(storeSettings.columns);
  if (!row) return undefined;
  const { merchantName, merchantCity, hasAutomaticPixDev, hasAutomaticPixProd, ...fees } = storeSettings.fromRow(row);
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
  };
}
