import type { FileLink } from '@pitanga/contracts';
import { fileLink } from '../files/file-link';
import { link } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import type { PageContent } from '../html/layout';
import { buildPreview } from '../html/preview';
import { buyerWords } from '../words/buyer-words';
import { receiptWords } from '../words/receipt-words';
import type { Line, Receipt, Section } from './receipt';
import { receiptStyle } from './receipt-style';

export interface ReceiptLinks {
  /** Download links of the purchase, for its buyer. */
  readonly files?: readonly FileLink[];
  /** Where a visitor proves to be the buyer, if there are files. */
  readonly proofAddress?: string | undefined;
  /** Where the buyer sees and cancels the subscription that it is of, and where a visitor proves to be the buyer. */
  readonly manageAddress?: string | undefined;
  readonly manageProof?: string | undefined;
  readonly pdfAddress: string;
  readonly publicUrl: string;
}

/** The page of a receipt, which is also printed. */
export function receiptPage(
  receipt: Receipt,
  { files = [], proofAddress, manageAddress, manageProof, pdfAddress, publicUrl }: ReceiptLinks,
): PageContent {
  const { title, language, face, isTest } = receipt;
  const words = receiptWords[language];
  // A page has one first heading, which is the merchant's name where there is one.
  const heading = face ? html`<h2>${title}</h2>` : html`<h1>${title}</h1>`;
  const body = html`${heading}
    <p class="total">${receipt.total}</p>
    <p class="state ${receipt.isGood ? 'good' : ''}">${receipt.state}</p>
    ${lineLists(receipt)} ${receipt.sections.map(sectionPart)}
    <div class="codebox">
      ${words.code}
      <strong>${receipt.code}</strong>
      <p>${words.howToCheck} ${shownAddress(receipt)}</p>
    </div>
    ${files.map((file) => fileLink(file, language))} ${link(proofAddress, buyerWords[language].files)}
    ${link(manageAddress ?? manageProof, buyerWords[language].manage)} ${link(pdfAddress, words.pdf)}
    ${link(`${new URL(receipt.checkAddress).pathname}?${checkQuery(receipt)}`, words.check, 'quiet')}`;
  const preview = buildPreview({
    title: face ? `${title}: ${face.name}` : title,
    description: `${receipt.total}, ${receipt.date}`,
    face,
    publicUrl,
  });
  return { title: face ? `${title}: ${face.name}` : title, isTest, face, body, style: receiptStyle, preview };
}

/** The address of the check as it is read aloud or typed. */
export function shownAddress({ checkAddress }: Receipt): string {
  return checkAddress.replace(/^https?:\/\//, '');
}

export function checkQuery({ id, code }: Receipt): string {
  return new URLSearchParams({ id, code }).toString();
}

function lineLists({ lines, printedLines }: Receipt): Html | undefined {
  if (lines.length === 0) return undefined;
  if (lines.length === printedLines.length) return lineList(lines, '');
  return html`${lineList(lines, 'screen')} ${lineList(printedLines, 'printed')}`;
}

function lineList(lines: readonly Line[], where: '' | 'screen' | 'printed'): Html {
  return html`<ul class="${where}">
    ${lines.map(({ name, value }) => html`<li>${name} ${value === undefined ? undefined : html`<span>${value}</span>`}</li>`)}
  </ul>`;
}

function sectionPart({ title, rows }: Section): Html {
  return html`<h3>${title}</h3>
    <dl>
      ${rows.map(
        ({ name, value }) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`;
}
