import { link } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import type { PageContent } from '../html/layout';
import type { Language } from '../words/language';
import { receiptCheckWords, receiptWords } from '../words/receipt-words';
import type { Receipt } from './receipt';

/** What was typed, to be corrected. */
export interface TypedCheck {
  readonly id: string | undefined;
  readonly code: string | undefined;
}

export const checkPath = '/receipts/verify';

/** Asks for the id and the code of a receipt. */
export function checkForm(language: Language, typed: TypedCheck): PageContent {
  const words = receiptCheckWords[language];
  const body = html`<h1>${words.title}</h1>
    <p class="soft">${words.how}</p>
    ${fields(language, typed)}`;
  return { title: words.title, isTest: false, body };
}

/** For every id and code that are not those of one receipt: it does not tell which of the two is wrong. */
export function unknownReceipt(language: Language, typed: TypedCheck): PageContent {
  const words = receiptCheckWords[language];
  const body = html`<h1>${words.unknown}</h1>
    <p class="alert" role="alert">${words.unknownHow}</p>
    ${fields(language, typed)}`;
  return { title: words.unknown, isTest: false, body };
}

/** The facts of a genuine receipt that a forger would change, and nothing of the payer. */
export function genuineReceipt(receipt: Receipt, merchantName: string | undefined): PageContent {
  const { language, isTest } = receipt;
  const words = receiptCheckWords[language];
  const rows = [
    [words.amount, receipt.total],
    [receiptWords[language].date, receipt.date],
    [receipt.merchantRole, merchantName],
    [words.state, receipt.state],
  ] as const;
  const body = html`<h1>${words.genuine}</h1>
    <p class="state good">${receipt.title}</p>
    <dl>
      ${rows.map(([name, value]) =>
        value === undefined
          ? html``
          : html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
      )}
    </dl>
    <p class="soft">${words.compare}</p>
    ${link(checkPath, words.again, 'quiet')}`;
  return { title: words.genuine, isTest, body };
}

function fields(language: Language, { id, code }: TypedCheck): Html {
  const words = receiptCheckWords[language];
  return html`<form method="get" action="${checkPath}">
    <label
      >${words.id}
      <input
        name="id"
        value="${id}"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        maxlength="64"
        required
      />
    </label>
    <label
      >${words.code}
      <input
        name="code"
        value="${code}"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        maxlength="40"
        required
      />
    </label>
    <button class="button main" type="submit">${words.submit}</button>
  </form>`;
}
