import { foldToAscii, pastedText, withoutHidden } from '@pitanga/core';
import { newestCompatibility, type Compatibility } from '@pitanga/records';
import { noBranding, type Branding } from './branding';
import { noPayerFields, type PayerFields } from './payer-fields';
import { toReturnHost } from './return-hosts';

/**
 * CREATING until every service has the store's settings. CLOSED: no key, session or new payment; what is under way ends
 * (docs/behaviour/stores.md#closing).
 */
export type StoreStatus = 'CREATING' | 'ACTIVE' | 'CLOSED';

export const paymentMethods = ['PIX', 'BOLETO', 'CARD'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What the store's owner may change. */
export interface StoreProfile {
  /** As payers' banks show it. */
  readonly name: string;
  readonly website: string;
  /** As registered; may be a person's name. */
  readonly legalName: string | undefined;
  readonly branding: Branding;
  readonly mail: StoreMail;
  readonly payerFields: PayerFields;
  /** Payouts above it wait for a second person; centavos, undefined: none does. */
  readonly payoutApprovalAbove: number | undefined;
  /** Hosts that payment pages take buyers to by themselves, beside that of the website. */
  readonly returnHosts: readonly string[];
  /** What some words of its answers and events mean. */
  readonly compatibility: Compatibility;
  readonly minimumAmounts: MinimumAmounts;
}

/** The least that the store takes, centavos; undefined: what its fees allow (docs/behaviour/money.md#minimum-amounts). */
export interface MinimumAmounts {
  /** Of a checkout or link, before coupons. */
  readonly checkout: number | undefined;
  readonly boleto: number | undefined;
}

/** Mail to the buyers of a store; see docs/behaviour/mail.md#kinds. */
export const mailKinds = [
  'RECEIPT',
  'BOLETO',
  'REFUND',
  'SUBSCRIPTION_STARTED',
  'RENEWAL_UPCOMING',
  'RENEWAL_FAILED',
] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailLanguages = ['pt-BR', 'en'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

export interface StoreMail {
  /** What buyers get in production. */
  readonly kinds: readonly MailKind[];
  /** Whether the kinds were chosen since subscribers can be mailed at the start; a store of before is asked once. */
  readonly isChosen: boolean;
  /** Of mail to buyers whose own is not known. */
  readonly language: MailLanguage;
}

/** Fees of a store (docs/behaviour/money.md#fees): centavos, and basis points of the amount for cards. */
export interface FeeSchedule {
  readonly pixCents: number;
  readonly boletoCents: number;
  readonly cardFixedCents: number;
  /** One installment, 2 to 6, 7 to 12. */
  readonly cardSingleBasisPoints: number;
  readonly cardShortBasisPoints: number;
  readonly cardLongBasisPoints: number;
  readonly payoutCents: number;
}

/** INCLUDED: the fee of a payout is in the amount that is asked for; ADDED: it is besides. */
export const payoutFeeModes = ['INCLUDED', 'ADDED'] as const;
export type PayoutFeeMode = (typeof payoutFeeModes)[number];

/** What only the operator changes. */
export interface StoreSettings {
  /** Receiver's city in BR Codes: at most 15 letters without accents. */
  readonly city: string;
  readonly fees: FeeSchedule;
  readonly payoutFeeMode: PayoutFeeMode;
  readonly automaticPix: { readonly dev: boolean; readonly prod: boolean };
  /** Whether it has sub-accounts, and splits payments. */
  readonly subAccounts: { readonly dev: boolean; readonly prod: boolean };
  /** What the store offers where it has a provider. */
  readonly methods: { readonly dev: readonly PaymentMethod[]; readonly prod: readonly PaymentMethod[] };
  /** Until money is available: business days after a boleto's payment, days for each installment of a card. */
  readonly settlement: { readonly boletoDays: number; readonly cardDays: number };
  /** Centavos below zero to which refunds may draw the available balance. */
  readonly refundOverdraft: number;
  /** Requests a second of each key; undefined = the gateway's default, 0 = no limit. */
  readonly rateLimitPerSecond: number | undefined;
}

export interface Store extends StoreProfile, StoreSettings {
  readonly id: string;
  /** CPF or CNPJ of the holder, encrypted. */
  readonly taxIdSealed: Buffer;
  readonly status: StoreStatus;
  /** The store that this is a sandbox of. */
  readonly sandboxOf: string | undefined;
  readonly createdAt: Date;
  readonly closedAt: Date | undefined;
  /** Counts the changes, from 1; the services know the store as of `appliedVersion`. */
  readonly version: number;
  readonly appliedVersion: number;
  /** Of billing alone, its tax id included: a gateway before that field writes only `appliedVersion`. */
  readonly billingAppliedVersion: number;
}

const defaultFees: FeeSchedule = {
  pixCents: 80,
  boletoCents: 250,
  cardFixedCents: 60,
  cardSingleBasisPoints: 350,
  cardShortBasisPoints: 400,
  cardLongBasisPoints: 450,
  payoutCents: 80,
};

/** A new store's settings where nothing else is said. */
export const defaultSettings: StoreSettings = {
  city: 'SAO PAULO',
  fees: defaultFees,
  payoutFeeMode: 'INCLUDED',
  automaticPix: { dev: true, prod: false },
  subAccounts: { dev: true, prod: false },
  methods: { dev: paymentMethods, prod: paymentMethods },
  settlement: { boletoDays: 1, cardDays: 30 },
  refundOverdraft: 0,
  rateLimitPerSecond: undefined,
};

type Parts<T> = { readonly [Part in keyof T]?: T[Part] | undefined };

/** Parts of a store to change; what is undefined stays, null takes an optional value away. */
export interface StoreChange {
  readonly name?: string | undefined;
  readonly website?: string | undefined;
  readonly legalName?: string | null | undefined;
  readonly branding?: { readonly [Part in keyof Branding]?: string | null | undefined } | undefined;
  readonly mail?: Parts<Omit<StoreMail, 'isChosen'>> | undefined;
  readonly payerFields?: Parts<PayerFields> | undefined;
  readonly payoutApprovalAbove?: number | null | undefined;
  /** Hosts, or addresses of which the host counts. */
  readonly returnHosts?: readonly string[] | undefined;
  readonly compatibility?: Compatibility | undefined;
  readonly minimumAmounts?: { readonly [Part in keyof MinimumAmounts]?: number | null | undefined } | undefined;
  readonly city?: string | undefined;
  readonly fees?: Parts<FeeSchedule> | undefined;
  readonly payoutFeeMode?: PayoutFeeMode | undefined;
  readonly automaticPix?: Parts<StoreSettings['automaticPix']> | undefined;
  readonly subAccounts?: Parts<StoreSettings['subAccounts']> | undefined;
  readonly methods?: Parts<StoreSettings['methods']> | undefined;
  readonly settlement?: Parts<StoreSettings['settlement']> | undefined;
  readonly refundOverdraft?: number | undefined;
  readonly rateLimitPerSecond?: number | null | undefined;
}

/** A text for pages: nothing in it is hidden or turns the direction of what follows. */
function shown<T extends string | null | undefined>(text: T) {
  return typeof text === 'string' ? withoutHidden(text).trim() : text;
}

/** `Sao Paulo` of `São Paulo`, and at most 15 characters, as BR Codes have it. */
function toReceiverCity(name: string): string {
  return foldToAscii(pastedText(name).replace(/['’-]/g, ' '), 15);
}

export function applyChange<S extends StoreProfile & StoreSettings>(store: S, change: StoreChange): S {
  return {
    ...store,
    name: shown(change.name) ?? store.name,
    website: change.website ?? store.website,
    legalName: changed(store.legalName, shown(change.legalName)),
    branding: {
      displayName: changed(store.branding.displayName, shown(change.branding?.displayName)),
      logoUrl: changed(store.branding.logoUrl, change.branding?.logoUrl),
      color: changed(store.branding.color, change.branding?.color?.toLowerCase() ?? change.branding?.color),
      supportEmail: changed(store.branding.supportEmail, change.branding?.supportEmail),
    },
    mail: { ...merged(store.mail, change.mail), isChosen: store.mail.isChosen || change.mail?.kinds !== undefined },
    payerFields: merged(store.payerFields, change.payerFields),
    payoutApprovalAbove: changed(store.payoutApprovalAbove, change.payoutApprovalAbove),
    returnHosts: change.returnHosts
      ? [...new Set(change.returnHosts.map((text) => toReturnHost(text) ?? text))]
      : store.returnHosts,
    compatibility: change.compatibility ?? store.compatibility,
    minimumAmounts: {
      checkout: changed(store.minimumAmounts.checkout, change.minimumAmounts?.checkout),
      boleto: changed(store.minimumAmounts.boleto, change.minimumAmounts?.boleto),
    },
    city: change.city === undefined ? store.city : toReceiverCity(change.city),
    fees: merged(store.fees, change.fees),
    automaticPix: merged(store.automaticPix, change.automaticPix),
    subAccounts: merged(store.subAccounts, change.subAccounts),
    methods: merged(store.methods, change.methods),
    settlement: merged(store.settlement, change.settlement),
    refundOverdraft: change.refundOverdraft ?? store.refundOverdraft,
    rateLimitPerSecond: changed(store.rateLimitPerSecond, change.rateLimitPerSecond),
  };
}

/** A payer is owed a receipt, and a subscriber a way to cancel; what else is mailed, the store decides. */
const defaultMail: StoreMail = { kinds: ['RECEIPT', 'SUBSCRIPTION_STARTED'], isChosen: true, language: 'pt-BR' };

/** The profile of a store that is being created. */
export function newProfile(name: string, website: string): StoreProfile {
  return {
    name,
    website,
    legalName: undefined,
    branding: noBranding,
    mail: defaultMail,
    payerFields: noPayerFields,
    payoutApprovalAbove: undefined,
    returnHosts: [],
    compatibility: newestCompatibility,
    minimumAmounts: { checkout: undefined, boleto: undefined },
  };
}

function changed<T>(before: T | undefined, change: T | null | undefined): T | undefined {
  return change === undefined ? before : (change ?? undefined);
}

function merged<T extends object>(before: T, change: Parts<T> | undefined): T {
  const given = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return { ...before, ...(Object.fromEntries(given) as Partial<T>) };
}
