import type { Charge, FileLink, Payout } from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import { payoutRecord, transparentRecord, type ChargeStatusName } from '@pitanga/records';
import { fileLink } from '../files/file-link';
import { html, type Html } from '../html/html';
import type { PageContent } from '../html/layout';
import type { Face } from '../html/face';
import { formatMoment, formatMoney } from '../words/formats';
import type { Language } from '../words/language';
import { methodWords } from '../words/method-words';
import { receiptWords } from '../words/receipt-words';

type ReceiptState = keyof (typeof receiptWords)['pt-BR']['states'];

function isReceiptState(status: ChargeStatusName): status is ReceiptState {
  return Object.hasOwn(receiptWords['pt-BR'].states, status);
}

interface ReceiptView {
  readonly language: Language;
  readonly face: Face;
  /** Download links of the purchase. */
  readonly files: readonly FileLink[];
}

/**
 * The receipt of a paid charge, or undefined for one in another state, which has none. The payer's tax id is masked.
 */
export function receiptPage(charge: Charge, { language, face, files }: ReceiptView): PageContent | undefined {
  const { id, method, status, amount, paidAmount, refundedAmount, description, devMode } = transparentRecord(charge);
  if (!isReceiptState(status) || charge.paidAt === undefined) return undefined;
  const words = receiptWords[language];
  const refunded = refundedAmount === 0 ? undefined : formatMoney(cents(refundedAmount), language);
  const body = html`<h1>${words.paymentTitle}</h1>
    <p class="total">${formatMoney(cents(paidAmount ?? amount), language)}</p>
    <p class="state ${status === 'PAID' ? 'good' : ''}">${words.states[status]}</p>
    <dl>
      ${row(words.receiver, face.name)} ${row(words.date, formatMoment(charge.paidAt, language))}
      ${row(words.refunded, refunded)} ${row(words.method, methodWords[language][method])}
      ${row(words.payer, charge.payer?.name)} ${row(words.payerTaxId, charge.payer?.maskedTaxId)}
      ${row(words.description, description ?? undefined)} ${row(words.pixId, charge.pix?.endToEndId)}
      ${row(words.chargeId, id)}
    </dl>
    ${files.map((file) => fileLink(file, language))}`;
  return { title: words.paymentTitle, isTest: devMode, body };
}

/** The receipt of a payout, or undefined for one that is not COMPLETE. */
export function payoutReceiptPage(payout: Payout, language: Language): PageContent | undefined {
  const { id, status, kind, amount, pix, endToEndIdentifier, devMode } = payoutRecord(payout);
  if (status !== 'COMPLETE') return undefined;
  const words = receiptWords[language];
  const title = words.payoutTitles[kind];
  const body = html`<h1>${title}</h1>
    <p class="total">${formatMoney(cents(amount), language)}</p>
    <p class="state good">${words.sent}</p>
    <dl>
      ${row(words.date, payout.updatedAt && formatMoment(payout.updatedAt, language))}
      ${row(words.method, methodWords[language].PIX)} ${row(words.receiverKey, pix.key)}
      ${row(words.description, payout.description)} ${row(words.pixId, endToEndIdentifier ?? undefined)}
      ${row(words.payoutId, id)}
    </dl>`;
  return { title, isTest: devMode, body };
}

function row(name: string, value: string | undefined): Html {
  if (value === undefined) return html``;
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}
