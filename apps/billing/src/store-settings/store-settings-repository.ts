import { cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { StoreSettings } from './store-settings';

interface SettingsRow {
  readonly merchant_name: string;
  readonly merchant_city: string;
  readonly pix_fee_cents: number;
  readonly boleto_fee_cents: number;
  readonly card_single_basis_points: number;
  readonly card_short_basis_points: number;
  readonly card_long_basis_points: number;
  readonly card_fixed_fee_cents: number;
  readonly automatic_pix_dev: boolean;
  readonly automatic_pix_prod: boolean;
}

// eslint-disable-next-line pitanga/tenant-first -- settings belong to the store, not to one of its environments
export async function saveSettings(db: Db, storeId: string, settings: StoreSettings, at: Date): Promise<void> {
  const { fees } = settings;
  const row = {
    merchant_name: settings.merchantName,
    merchant_city: settings.merchantCity,
    pix_fee_cents: fees.pixCents,
    boleto_fee_cents: fees.boletoCents,
    card_single_basis_points: fees.card.singleBasisPoints,
    card_short_basis_points: fees.card.shortBasisPoints,
    card_long_basis_points: fees.card.longBasisPoints,
    card_fixed_fee_cents: fees.card.fixedCents,
    automatic_pix_dev: settings.hasAutomaticPixDev,
    automatic_pix_prod: settings.hasAutomaticPixProd,
    updated_at: at,
  } satisfies SettingsRow & { updated_at: Date };
  await db('store_settings')
    .insert({ store_id: storeId, ...row, created_at: at })
    .onConflict('store_id')
    .merge(row);
}

export async function findSettings(db: Db, tenant: Tenant): Promise<StoreSettings | undefined> {
  const row = await db<SettingsRow & { store_id: string }>('store_settings')
    .where({ store_id: tenant.storeId })
    .first();
  return (
    row && {
      merchantName: row.merchant_name,
      merchantCity: row.merchant_city,
      fees: {
        pixCents: cents(row.pix_fee_cents),
        boletoCents: cents(row.boleto_fee_cents),
        card: {
          singleBasisPoints: row.card_single_basis_points,
          shortBasisPoints: row.card_short_basis_points,
          longBasisPoints: row.card_long_basis_points,
          fixedCents: cents(row.card_fixed_fee_cents),
        },
      },
      hasAutomaticPixDev: row.automatic_pix_dev,
      hasAutomaticPixProd: row.automatic_pix_prod,
    }
  );
}
