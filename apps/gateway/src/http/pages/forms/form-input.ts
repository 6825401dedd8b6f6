import {
  isCouponCode,
  isTaxId,
  isVisible,
  normalizeEmail,
  normalizePhone,
  normalizeZipCode,
  pastedText,
  withoutHidden,
} from '@pitanga/core';
import type { PayerFields } from '../../../stores/payer-fields';
import type { FieldName } from '../words/field-name';
import { formProblem } from './form-problems';

/** Input that a form keeps when it is shown again: never a card's number or security code. */
export type KeptValues = Readonly<Partial<Record<(typeof keptNames)[number], string>>>;

const addressNames = ['address', 'city', 'state', 'zipCode'] as const;
const keptNames = ['name', 'expiry', 'installments', 'taxId', 'email', 'cellphone', 'coupon', ...addressNames] as const;
const keptMax = 254;
const cellphoneMax = 30;

export function keptValues(body: unknown): KeptValues {
  const kept = keptNames.flatMap((name) => {
    const text = rawText(body, name);
    // Some payers enter the card number as the name; it is not shown again either.
    return text === '' || text.length > keptMax || /(?:\d[ -]?){12}/.test(text) ? [] : [[name, text] as const];
  });
  return Object.fromEntries(kept);
}

export interface CardForm {
  readonly number: string;
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  readonly cvv: string;
  readonly holderName: string;
  readonly installmentCount: number;
  readonly shownAmountCents: number | undefined;
  readonly taxId: string | undefined;
}

/**
 * A card as its holder entered it; billing validates it.
 * @throws AppError FORM_INVALID, which never repeats a value.
 */
export function readCardForm(body: unknown, asksTaxId: boolean): CardForm {
  const number = pastedText(rawText(body, 'number')).replace(/[ -]/g, '');
  if (!/^\d{12,19}$/.test(number)) throw formProblem('cardNumber');
  const holderName = readLine(body, 'name');
  if (holderName === undefined) throw formProblem('holderName');
  const expiry = /^(\d{1,2}) ?\/ ?(\d{2}|\d{4})$|^(\d{2})(\d{2}|\d{4})$/.exec(pastedText(rawText(body, 'expiry')));
  if (!expiry) throw formProblem('expiry');
  const year = Number(expiry[2] ?? expiry[4]);
  const cvv = pastedText(rawText(body, 'cvv'));
  if (!/^\d{3,4}$/.test(cvv)) throw formProblem('cvv');
  return {
    number,
    expMonth: Number(expiry[1] ?? expiry[3]),
    expYear: year < 100 ? 2000 + year : year,
    cvv,
    holderName,
    ...readInstallments(body),
    taxId: asksTaxId ? readTaxId(body) : undefined,
  };
}

/** A card that the provider's own fields took. */
export interface ProviderCardForm {
  readonly paymentMethod: string;
  readonly holderName: string;
  readonly installmentCount: number;
  readonly shownAmountCents: number | undefined;
  readonly taxId: string | undefined;
  /** As the provider gave it to the page; only distinguishes one card from another when a form is sent again. */
  readonly lastFour: string;
}

/** @throws AppError FORM_INVALID, which never repeats a value. */
export function readProviderCardForm(body: unknown, asksTaxId: boolean): ProviderCardForm {
  const paymentMethod = rawText(body, 'paymentMethod');
  if (!/^[A-Za-z0-9_]{4,255}$/.test(paymentMethod)) throw formProblem('cardDetails');
  const holderName = readLine(body, 'name');
  if (holderName === undefined) throw formProblem('holderName');
  const lastFour = rawText(body, 'lastFour');
  return {
    paymentMethod,
    holderName,
    ...readInstallments(body),
    taxId: asksTaxId ? readTaxId(body) : undefined,
    lastFour: /^\d{4}$/.test(lastFour) ? lastFour : '',
  };
}

/**
 * Who pays by a card that is typed on the provider's page.
 * @throws AppError FORM_INVALID, which never repeats a value.
 */
export function readPageCardForm(
  body: unknown,
  asksPayer: boolean,
): Pick<CardForm, 'holderName' | 'installmentCount' | 'shownAmountCents' | 'taxId'> {
  const installments = readInstallments(body);
  if (!asksPayer) return { holderName: '', ...installments, taxId: undefined };
  const holderName = readLine(body, 'name');
  if (holderName === undefined) throw formProblem('payerName');
  return { holderName, ...installments, taxId: readTaxId(body) };
}

/**
 * A card out of a wallet, with its payer where they are asked.
 * @param testCard stands for it in dev mode
 * @throws AppError FORM_INVALID, which never repeats a value.
 */
export function readWalletForm(body: unknown, asked: PayerFields | undefined, testCard: string | undefined) {
  const paymentMethod = testCard ?? rawText(body, 'paymentMethod');
  if (!/^[A-Za-z0-9_]{4,255}$/.test(paymentMethod)) throw formProblem('cardDetails');
  const { name = '', ...payer } = asked ? readPayerForm(body, asked) : unasked;
  const lastFour = rawText(body, 'lastFour');
  const own = { paymentMethod, holderName: name, shownAmountCents: saidAmount(body) };
  return { ...payer, ...own, lastFour: /^\d{4}$/.test(lastFour) ? lastFour : '' };
}

const unasked = { name: undefined, taxId: undefined, email: undefined, cellphone: undefined };

/** `3`, or `3:10579` where the page says what the card pays in all. */
function readInstallments(body: unknown): Pick<CardForm, 'installmentCount' | 'shownAmountCents'> {
  const [, count, shown] = /^(\d{1,2})(?::(\d{1,12}))?$/.exec(rawText(body, 'installments') || '1') ?? [];
  if (count === undefined) throw formProblem('installments');
  return { installmentCount: Number(count), shownAmountCents: shown === undefined ? saidAmount(body) : Number(shown) };
}

/** What a form said that the card pays, which pages of before this field did not. */
function saidAmount(body: unknown): number | undefined {
  return rawText(body, 'amount') === '' ? undefined : readShownAmount(body);
}

/** @throws AppError FORM_INVALID, which never repeats a value. */
export function readPayerForm(body: unknown, asked: PayerFields) {
  const name = readLine(body, 'name');
  if (name === undefined) throw formProblem('payerName');
  return { name, taxId: readTaxId(body), ...readContact(body, asked) };
}

export interface Contact {
  readonly email: string | undefined;
  readonly cellphone: string | undefined;
}

/**
 * What the page asks for, and nothing else of what is sent.
 * @throws AppError FORM_INVALID, which never repeats a value.
 */
export function readContact(body: unknown, asked: PayerFields): Contact {
  const isRead = (name: keyof PayerFields): boolean =>
    asked[name] === 'REQUIRED' || (asked[name] === 'OPTIONAL' && rawText(body, name) !== '');
  return {
    email: isRead('email') ? readEmail(body) : undefined,
    cellphone: isRead('cellphone') ? readCellphone(body) : undefined,
  };
}

/**
 * The payer of a boleto that needs an e-mail and an address.
 * @throws AppError FORM_INVALID, which never repeats a value.
 */
export function readAddressedPayerForm(body: unknown, asked: PayerFields) {
  const payer = readPayerForm(body, asked);
  const address = readLine(body, 'address');
  if (address === undefined) throw formProblem('street');
  const city = readLine(body, 'city');
  if (city === undefined || city.length > 100) throw formProblem('city');
  const state = pastedText(rawText(body, 'state')).toUpperCase();
  if (!/^[A-Z]{2}$/.test(state)) throw formProblem('state');
  const zipCode = normalizeZipCode(rawText(body, 'zipCode'));
  if (zipCode === undefined) throw formProblem('zipCode');
  return { ...payer, address, city, state, zipCode };
}

function readEmail(body: unknown): string {
  const email = pastedText(rawText(body, 'email'));
  if (normalizeEmail(email) === undefined) throw formProblem('email');
  return email;
}

/** With the separators as they were typed. */
function readCellphone(body: unknown): string {
  const cellphone = pastedText(rawText(body, 'cellphone'));
  if (cellphone.length > cellphoneMax || normalizePhone(cellphone) === undefined) throw formProblem('cellphone');
  return cellphone;
}

/** @throws AppError FORM_INVALID for a malformed code. */
export function readCouponForm(body: unknown): string {
  const code = pastedText(rawText(body, 'coupon'));
  if (!isCouponCode(code)) throw formProblem('coupon');
  return code;
}

/** The id of the form: a form sent twice is processed once. */
export function readFormId(body: unknown): string {
  const id = sentFormId(body);
  if (id === undefined) throw formProblem('staleForm');
  return id;
}

export function sentFormId(body: unknown): string | undefined {
  const id = rawText(body, 'form');
  return /^[0-9A-Za-z]{32}$/.test(id) ? id : undefined;
}

/** What a form said that the payer pays. */
export function readShownAmount(body: unknown): number {
  const amount = rawText(body, 'amount');
  if (!/^[1-9]\d{0,9}$/.test(amount)) throw formProblem('staleForm');
  return Number(amount);
}

/** The charge that a form shows. */
export function readChargeId(body: unknown): string | undefined {
  const id = rawText(body, 'charge');
  return /^[0-9A-Za-z_]{1,64}$/.test(id) ? id : undefined;
}

function readTaxId(body: unknown): string {
  const taxId = pastedText(rawText(body, 'taxId'));
  if (taxId === '') throw formProblem('taxIdMissing');
  if (taxId.length > 30 || !isTaxId(taxId)) throw formProblem('taxId');
  return taxId;
}

/** A name: one line without control characters. */
function readLine(body: unknown, name: FieldName): string | undefined {
  const text = withoutHidden(rawText(body, name)).trim().normalize('NFC');
  const isLine = text.length >= 2 && text.length <= 200 && !/\p{Cc}/u.test(text) && text.isWellFormed();
  return isLine && isVisible(text) ? text : undefined;
}

function rawText(body: unknown, name: string): string {
  const value = (body as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return typeof value === 'string' ? value.trim() : '';
}
