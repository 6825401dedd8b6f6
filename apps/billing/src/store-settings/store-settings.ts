import { cents, failedPrecondition, invalidArgument, type AppError, type Cents, type Tenant } from '@pitanga/core';
import type { FeeSchedule, PaymentMethod } from '../money/fees';

/** Billing's settings of a store, for both of its environments. */
export interface StoreSettings {
  /** As the payer's bank shows it. */
  readonly merchantName: string;
  readonly merchantCity: string;
  readonly fees: FeeSchedule;
  /** Automatic Pix (Pix subscriptions), by environment. */
  readonly hasAutomaticPixDev: boolean;
  readonly hasAutomaticPixProd: boolean;
  readonly terms: StoreTerms;
  /** Absent until a gateway that knows it has sent it. */
  readonly beneficiary: Beneficiary | undefined;
}

/** A store as the form of a boleto names it. */
export interface Beneficiary {
  /** CPF or CNPJ, encrypted. */
  readonly taxIdSealed: Buffer;
  /** As registered. */
  readonly legalName: string | undefined;
}

/** What a store offers, and when it has its money. */
export interface StoreTerms {
  /** What it offers where it has a provider, by environment. */
  readonly methodsDev: readonly PaymentMethod[];
  readonly methodsProd: readonly PaymentMethod[];
  /** Business days after a boleto's payment. */
  readonly boletoSettlementDays: number;
  /** Days for each installment of a card. */
  readonly cardSettlementDays: number;
  /** How far below zero refunds may draw the available balance. */
  readonly refundOverdraftCents: Cents;
  /** The least that the store takes for a checkout or link, and for a boleto. */
  readonly minimumCheckoutCents: Cents | undefined;
  readonly minimumBoletoCents: Cents | undefined;
  /** Takes no new payment. */
  readonly isClosed: boolean;
  /** Counts the store's changes. 0 = no gateway that counts them has written yet. */
  readonly version: number;
}

/**
 * Settings to write. Without terms or beneficiary, as a gateway that knows none sends them, a store keeps those that it
 * has.
 */
export type SettingsChange = Omit<StoreSettings, 'terms'> & { readonly terms: StoreTerms | undefined };

const boletoDaysMax = 30;
const cardDaysMax = 90;

export function isOffered({ terms }: StoreSettings, { devMode }: Tenant, method: PaymentMethod): boolean {
  return (devMode ? terms.methodsDev : terms.methodsProd).includes(method);
}

/** INVALID_ARGUMENT for settings that no charge could use. */
export function checkedSettings(settings: SettingsChange): SettingsChange {
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
  if (settings.terms) checkTerms(settings.terms);
  return settings;
}

function checkTerms({ boletoSettlementDays, cardSettlementDays, refundOverdraftCents }: StoreTerms): void {
  if (refundOverdraftCents < 0) throw invalidArgument('An overdraft of refunds should not be negative');
  if (!isWithin(boletoSettlementDays, boletoDaysMax) || !isWithin(cardSettlementDays, cardDaysMax)) {
    throw invalidArgument(
      `Settlement should take from 0 to ${String(boletoDaysMax)} business days for boletos and from 0 to ${String(cardDaysMax)} days for cards`,
    );
  }
}

function isWithin(days: number, max: number): boolean {
  return Number.isInteger(days) && days >= 0 && days <= max;
}

/** The gateway has not finished creating the store; there are no default settings. */
export function storeNotConfigured(): AppError {
  return failedPrecondition('Billing is not configured for this store', 'STORE_NOT_CONFIGURED');
}

export function storeClosed(): AppError {
  return failedPrecondition('This store does not take payments any more', 'STORE_CLOSED');
}
