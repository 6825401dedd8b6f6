import { cents, failedPrecondition, invalidArgument, type AppError } from '@pitanga/core';
import type { FeeSchedule } from '../money/fees';

/** Billing's settings of a store, for both of its environments. */
export interface StoreSettings {
  /** As the payer's bank shows it. */
  readonly merchantName: string;
  readonly merchantCity: string;
  readonly fees: FeeSchedule;
  /** Automatic Pix (Pix subscriptions), by environment. */
  readonly hasAutomaticPixDev: boolean;
  readonly hasAutomaticPixProd: boolean;
}

/** INVALID_ARGUMENT for settings that no charge could use. */
export function checkedSettings(settings: StoreSettings): StoreSettings {
  const { fees } = settings;
  if (settings.merchantName.trim() === '') throw invalidArgument("Property 'merchantName' should not be empty");
  if (settings.merchantCity.trim() === '') throw invalidArgument("Property 'merchantCity' should not be empty");
  const { card } = fees;
  if ([fees.pixCents, fees.boletoCents, card.fixedCents].some((fee) => cents(fee) < 0)) {
    throw invalidArgument('A fee should not be negative');
  }
  const basisPoints = [card.singleBasisPoints, card.shortBasisPoints, card.longBasisPoints];
  if (basisPoints.some((points) => !Number.isInteger(points) || points < 0 || points > 9_999)) {
    throw invalidArgument('A card fee should be from 0 to 9999 basis points');
  }
  return settings;
}

/** The gateway has not finished creating the store; there are no default settings. */
export function storeNotConfigured(): AppError {
  return failedPrecondition('Billing is not configured for this store', 'STORE_NOT_CONFIGURED');
}
