import type { Charge } from '@pitanga/contracts';
import { formatDigitableLine, parseBrCode } from '@pitanga/core';
import { pictureUri } from '@pitanga/records';
import { html, type Html } from '../html/html';
import { formatClock, formatDate, formatMoment } from '../words/formats';
import type { Language } from '../words/language';
import { payWords } from '../words/pay-words';

/** The time of the store, whose test clock may be ahead, and the real one. */
export interface StoreNow {
  readonly store: Date;
  readonly real: Date;
}

export interface CodeView {
  /** The link of a payer who is done. */
  readonly address: string;
  readonly done: string;
  /** The payer says to be done, and nothing has come yet. */
  readonly isDone: boolean;
  /** Who is shown as the receiver where the code names none. */
  readonly payee: string;
  readonly language: Language;
  readonly now: StoreNow;
}

/** A Pix code as picture and text with what to do, how long it lasts, and the link of a payer who is done with it. */
export function pixCode(
  code: { readonly brCode: string; readonly qrPng: Buffer; readonly expiresAt: Date | undefined },
  view: CodeView,
): Html {
  const { brCode, qrPng, expiresAt } = code;
  const { address, done, isDone, payee, language, now } = view;
  const picture = pictureUri(qrPng);
  const words = payWords[language];
  return html`<div class="pix">
      <ol class="steps">
        <li>${words.pixOpen}</li>
        <li>${words.pixCopy}</li>
        <li>${words.pixConfirm(readPayee(brCode) ?? payee)}</li>
      </ol>
      <code class="code">${brCode}</code>
      ${copyButton(words.copyCode, words.codeCopied)}
      ${picture === null ? undefined : html`<img class="qr" src="${picture}" alt="${words.pixPicture}" width="224" height="224" />`}
    </div>
    ${expiresAt && lifetime(expiresAt, now.store, language)}
    ${isDone ? html`<p class="state wait" role="status">${words.notReceived(formatClock(now.real, language))}</p>` : undefined}
    <a class="button" href="${address}">${done}</a>`;
}

/** The receiver as the payer's bank shows it; undefined for a code that names none. */
function readPayee(brCode: string): string | undefined {
  try {
    return parseBrCode(brCode).merchantName;
  } catch {
    return undefined;
  }
}

/** Works by the module of the page, and is not shown without it: the code can be selected all the same. */
function copyButton(label: string, copied: string, isMain = true, attribute?: Html): Html {
  return html`<button
      class="button scripted ${isMain ? 'main' : ''}"
      type="button"
      data-copied="${copied}"
      ${attribute}
    >
      ${label}
    </button>
    <p class="spoken" role="status"></p>`;
}

/** Until when the code can be paid; the module of the page counts down. */
function lifetime(expiresAt: Date, now: Date, language: Language): Html {
  const words = payWords[language];
  const seconds = Math.max(0, Math.round((expiresAt.getTime() - now.getTime()) / 1_000));
  return html`<p class="soft">
    <time
      datetime="${expiresAt.toISOString()}"
      data-seconds="${seconds}"
      data-left="${words.lasts('{}')}"
      data-over="${words.lasted}"
      >${words.lastsUntil(formatMoment(expiresAt, language))}</time
    >
  </p>`;
}

/** A boleto, first by the Pix code that it may have, or at `address` what becomes of it while its bank registers it. */
export function madeBoleto(
  { id, pix }: Pick<Charge, 'id' | 'pix'>,
  { digitableLine, dueDate }: NonNullable<Charge['boleto']>,
  view: Omit<CodeView, 'done'>,
): Html {
  const { address, language } = view;
  const words = payWords[language];
  if (digitableLine === '') {
    return html`<p class="soft">${words.boletoFollows}</p>
      <a class="button main" href="${address}">${words.lookForBoleto}</a>`;
  }
  const hasPix = pix !== undefined && pix.brCode !== '';
  return html`<dl>
      <div>
        <dt>${words.dueDate}</dt>
        <dd>${formatDate(dueDate, language)}</dd>
      </div>
    </dl>
    ${
      hasPix
        ? html`<p>${words.boletoByPix}</p>
            ${pixCode({ ...pix, expiresAt: undefined }, { ...view, done: words.paidAlready })}
            <h3>${words.boletoByLine}</h3>`
        : undefined
    }
    <p class="soft">${words.copyLine}</p>
    <code class="code">${formatDigitableLine(digitableLine)}</code>
    ${copyButton(words.copyDigits, words.digitsCopied, false, html`data-digits`)}
    <a class="button ${hasPix ? '' : 'main'}" href="/boletos/${id}">${words.openBoleto}</a>
    <p class="soft">${words.boletoTime}</p>`;
}
