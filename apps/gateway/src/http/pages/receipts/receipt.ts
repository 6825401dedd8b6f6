import { fromWire, type Charge, type Payout, type ResolveChargeResponse } from '@pitanga/contracts';
import { allocate, cents, subtractCents, type Cents } from '@pitanga/core';
import { payoutRecord, transparentRecord, walletNames, type ChargeStatusName, type MethodName } from '@pitanga/records';
import type { ReceiptParty } from '../../../stores/receipt-party';
import type { Face } from '../html/face';
import { formatMoment, formatMoney } from '../words/formats';
import type { Language } from '../words/language';
import { methodWords } from '../words/method-words';
import { walletNamesShown } from '../words/wallet-words';
import { payWords } from '../words/pay-words';
import { receiptWords } from '../words/receipt-words';
import { itemsTotal } from '../pay/items-total';
import { shortName } from './short-name';

/** A name and what it is; both are shown. */
export interface Row {
  readonly name: string;
  readonly value: string;
}

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

export interface Line {
  readonly name: string;
  readonly value: string | undefined;
}

/** What a receipt says, in one language: the page and the PDF draw the same. */
export interface Receipt {
  readonly id: string;
  readonly language: Language;
  readonly isTest: boolean;
  /** Whose receipt it is; undefined for a payout of an unknown store. */
  readonly face: Face | undefined;
  readonly title: string;
  /** What the merchant is to the payment: its receiver, or its sender. */
  readonly merchantRole: string;
  readonly total: string;
  readonly date: string;
  readonly state: string;
  readonly isGood: boolean;
  /** Items and what changes their sum, with amounts where they are known. */
  readonly lines: readonly Line[];
  /** The same on one printed page: of many items the first ones. */
  readonly printedLines: readonly Line[];
  readonly sections: readonly Section[];
  /** The authentication code. */
  readonly code: string;
  /** Where the code is checked. */
  readonly checkAddress: string;
}

/** What a receipt needs beside its charge or payout. */
export interface ReceiptView {
  readonly language: Language;
  readonly face: Face | undefined;
  readonly party: ReceiptParty | undefined;
  readonly code: string;
  readonly checkAddress: string;
}

type ReceiptState = keyof (typeof receiptWords)['pt-BR']['states'];

function isReceiptState(status: ChargeStatusName): status is ReceiptState {
  return Object.hasOwn(receiptWords['pt-BR'].states, status);
}

/** What was paid, and when; undefined for a charge in a state without a receipt. */
export function paidFacts(charge: Charge): { readonly amountCents: Cents; readonly at: Date } | undefined {
  const { status } = transparentRecord(charge);
  if (!isReceiptState(status) || charge.paidAt === undefined) return undefined;
  return { amountCents: cents(charge.paidAmountCents ?? charge.amountCents), at: charge.paidAt };
}

/** The state of a charge with a receipt: what was paid may be back. */
function chargeState(charge: Charge, language: Language): { readonly text: string; readonly isGood: boolean } {
  const { status, refundedAmount } = transparentRecord(charge);
  const { states, partlyRefunded } = receiptWords[language];
  if (!isReceiptState(status)) throw new Error(`a charge that is ${status} has no receipt`);
  if (status === 'PAID' && refundedAmount > 0) return { text: partlyRefunded, isGood: false };
  return { text: states[status], isGood: status === 'PAID' };
}

type Bought = Pick<ResolveChargeResponse, 'items' | 'refunds'>;

/** The receipt of a paid charge, or undefined for one in another state, which has none. */
export function chargeReceipt(charge: Charge, bought: Bought, view: ReceiptView): Receipt | undefined {
  const facts = paidFacts(charge);
  if (!facts) return undefined;
  const { language, face } = view;
  const words = receiptWords[language];
  const state = chargeState(charge, language);
  return {
    ...view,
    id: charge.id,
    isTest: charge.devMode,
    title: words.paymentTitle,
    merchantRole: words.receiver,
    total: formatMoney(facts.amountCents, language),
    date: formatMoment(facts.at, language),
    state: state.text,
    isGood: state.isGood,
    ...boughtLines(charge, bought, facts.amountCents, language),
    sections: [
      section(words.payment, paymentRows(charge, facts.at, language)),
      section(words.refunds, refundRows(charge, bought, language)),
      section(words.receiver, partyRows(face, view.party, language)),
      section(words.payer, payerRows(charge, language)),
    ].filter(({ rows }) => rows.length > 0),
  };
}

/** The receipt of a payout, or undefined for one that was not sent. */
export function payoutReceipt(payout: Payout, view: ReceiptView): Receipt | undefined {
  const { id, status, kind, method, returnedAmount, endToEndIdentifier, devMode } = payoutRecord(payout);
  if (status !== 'COMPLETE' && status !== 'RETURNED') return undefined;
  const { language, face, party } = view;
  const words = receiptWords[language];
  const sentAt = payout.completedAt ?? payout.updatedAt;
  const date = sentAt && formatMoment(sentAt, language);
  return {
    ...view,
    id,
    isTest: devMode,
    title: words.payoutTitles[kind],
    merchantRole: words.sender,
    total: formatMoney(cents(payout.amountCents), language),
    date: date ?? '',
    state: status === 'RETURNED' ? words.returned : returnedAmount > 0 ? words.partlyReturned : words.sent,
    isGood: returnedAmount === 0,
    lines: [],
    printedLines: [],
    sections: [
      section(words.payment, [
        row(words.date, date),
        row(words.method, method === 'TED' ? method : methodWords[language].PIX),
        row(words.description, payout.description),
        row(words.pixId, endToEndIdentifier ?? undefined),
        row(words.payoutId, id),
        row(words.returnedAmount, returnedAmount > 0 ? formatMoney(cents(returnedAmount), language) : undefined),
      ]),
      section(words.sender, partyRows(face, party, language)),
      section(words.receiver, receiverRows(payout, language)),
    ].filter(({ rows }) => rows.length > 0),
  };
}

function receiverRows(payout: Payout, language: Language): readonly (Row | undefined)[] {
  const words = receiptWords[language];
  const { bankAccount, maskedPixKey } = payout;
  if (!bankAccount) return [row(words.receiverKey, maskedPixKey)];
  const { ispb, bankCode, branch } = bankAccount;
  return [
    row(words.receiverBank, bankCode ?? ispb),
    row(words.receiverBranch, branch),
    row(words.receiverAccount, maskedPixKey),
  ];
}

/** The items that fit a printed page beside everything else. */
const printedItemsMax = 9;

/** Items, discount, what a card paid above the price, and what a late payment cost more. */
function boughtLines(
  charge: Charge,
  { items }: Bought,
  paid: Cents,
  language: Language,
): Pick<Receipt, 'lines' | 'printedLines'> {
  const words = receiptWords[language];
  const amount = cents(charge.amountCents);
  const gross = itemsTotal(items);
  const surcharge = cents(charge.surchargeCents ?? 0);
  const price = subtractCents(amount, surcharge);
  const off = subtractCents(gross, price);
  const late = subtractCents(paid, amount);
  const codes = charge.coupons.join(', ');
  const money = (of: Cents): string => formatMoney(of, language);
  // A subscription whose terms changed costs other than its product: then no price of an item is right.
  const priced = (name: string, some: Bought['items']): Line => ({
    name,
    value: off < 0 ? undefined : money(itemsTotal(some)),
  });
  const itemLines = items.map((item) => priced(`${String(item.quantity)} × ${item.name}`, [item]));
  const rest = items.slice(printedItemsMax - 1);
  const changes = [
    ...(off > 0 && items.length > 0
      ? [
          {
            name: codes === '' ? payWords[language].discount : payWords[language].discountBy(codes),
            value: money(subtractCents(price, gross)),
          },
        ]
      : []),
    ...(surcharge > 0 ? [{ name: payWords[language].surcharge, value: money(surcharge) }] : []),
    ...(late > 0 ? [{ name: words.late, value: money(late) }] : []),
  ];
  const printed =
    items.length > printedItemsMax
      ? [...itemLines.slice(0, printedItemsMax - 1), priced(words.more(rest.length), rest)]
      : itemLines;
  return { lines: [...itemLines, ...changes], printedLines: [...printed, ...changes] };
}

function paymentRows(charge: Charge, paidAt: Date, language: Language): readonly (Row | undefined)[] {
  const { id, method, description } = transparentRecord(charge);
  const words = receiptWords[language];
  return [
    row(words.date, formatMoment(paidAt, language)),
    row(words.method, methodText(method, charge, language)),
    row(words.installments, installmentsText(charge, language)),
    row(words.description, description ?? undefined),
    row(words.pixId, charge.pix?.endToEndId),
    row(words.chargeId, id),
  ];
}

function methodText(method: MethodName, { card }: Charge, language: Language): string {
  const name = methodWords[language][method];
  if (method !== 'CARD' || !card) return name;
  const brand = `${card.brand.charAt(0)}${card.brand.slice(1).toLowerCase()}`;
  const ending = receiptWords[language].ending(brand, card.lastFour);
  return card.wallet
    ? `${walletNamesShown[fromWire('WALLET', walletNames, card.wallet)]} · ${ending}`
    : `${name} ${ending}`;
}

/** Names the first installment, which is the largest. */
function installmentsText({ card, amountCents }: Charge, language: Language): string | undefined {
  if (!card || card.installmentCount < 1) return undefined;
  const [first = cents(amountCents)] = allocate(cents(amountCents), Array<number>(card.installmentCount).fill(1));
  const { once, times } = payWords[language];
  const amount = formatMoney(first, language);
  return card.installmentCount === 1 ? once(amount) : times(card.installmentCount, amount);
}

/** The refunds that fit a page are named each. */
const shownRefundsMax = 4;

function refundRows(charge: Charge, { refunds }: Bought, language: Language): readonly (Row | undefined)[] {
  const { refundedAmount } = transparentRecord(charge);
  if (refundedAmount === 0) return [];
  const each = refunds.slice(-shownRefundsMax).map(({ amountCents, refundedAt }) => {
    const value = formatMoney(cents(amountCents), language);
    return refundedAt && row(formatMoment(refundedAt, language), value);
  });
  return [...each, row(receiptWords[language].refunded, formatMoney(cents(refundedAmount), language))];
}

function partyRows(face: Face | undefined, party: ReceiptParty | undefined, language: Language) {
  const words = receiptWords[language];
  const name = face?.name ?? party?.name;
  const { legalName } = party ?? {};
  return [
    row(words.name, name),
    row(words.legalName, legalName === name ? undefined : legalName),
    row(words.taxId, party?.taxId),
  ];
}

/** The address of a receipt may be passed on: it names a payer in short. */
function payerRows({ payer }: Charge, language: Language): readonly (Row | undefined)[] {
  const words = receiptWords[language];
  return [row(words.name, payer && shortName(payer)), row(words.taxId, payer?.maskedTaxId)];
}

function row(name: string, value: string | undefined): Row | undefined {
  return value === undefined || value === '' ? undefined : { name, value };
}

function section(title: string, rows: readonly (Row | undefined)[]): Section {
  return { title, rows: rows.filter((one) => one !== undefined) };
}
