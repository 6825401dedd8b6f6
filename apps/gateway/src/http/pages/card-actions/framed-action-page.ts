import type { ResumeCardPaymentResponse } from '@pitanga/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { link } from '../forms/form-fields';
import { hashSource } from '../html/card-fields-on-page';
import { html, scriptElement, styleElement, type Html } from '../html/html';
import { pageStyle } from '../html/page-style';
import { cardActionWords } from '../words/card-action-words';
import { chooseLanguage } from '../words/language';

/** What the merchant's page receives: how it ended as far as the buyer's browser saw it. */
type EndStatus = 'PAID' | 'DECLINED' | 'PROCESSING' | 'ENDED';

/** Tells the page around it that this one loaded, or how the confirmation ended: one word, which says nothing of a payment. */
const frameScript = `
(() => {
  if (parent === window) return;
  const { end } = document.body.dataset;
  parent.postMessage(end ? { type: 'pitanga:end', status: end } : { type: 'pitanga:hello' }, '*');
  const form = document.querySelector('form[data-send]');
  if (form) form.requestSubmit();
})();
`;

const policy = [
  "default-src 'none'",
  `style-src ${hashSource(pageStyle)}`,
  `script-src ${hashSource(frameScript)}`,
  "form-action 'self'",
  "base-uri 'none'",
  // Any shop's page may frame it: it has nothing to press but the way to the buyer's own bank.
  'frame-ancestors *',
].join('; ');

/** Whether a browser asks for the page to show it inside another; no page can make one say that it does not. */
export function isFramed({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['sec-fetch-dest'] === 'iframe';
}

/** Asks, by a form that submits itself, what the payment waits for. */
export function sendFramedAsking(reply: FastifyReply, id: string, isBack: boolean): FastifyReply {
  const language = chooseLanguage(reply.request);
  const words = cardActionWords[language];
  const action = `/card-actions/${encodeURIComponent(id)}?lang=${language}${isBack ? '&back=1' : ''}`;
  return sendFramed(reply, {
    sentence: isBack ? words.checking : words.bankAsks,
    way: html`<form method="post" action="${action}" data-send>
      <button class="button main" type="submit">${words.continue}</button>
    </form>`,
  });
}

/** Sends the buyer to the bank inside the frame; one who has come back is not sent again unasked. */
export function sendFramedConfirm(reply: FastifyReply, actionUrl: string, isBack: boolean): FastifyReply {
  const words = cardActionWords[chooseLanguage(reply.request)];
  return sendFramed(reply, {
    sentence: isBack ? words.notConfirmed : words.leaving,
    way: link(actionUrl, words.confirmAtBank, 'main'),
    goesTo: isBack ? undefined : actionUrl,
  });
}

/** Says how it ended; the merchant's page closes the frame, and shows what its server knows. */
export function sendFramedEnd(reply: FastifyReply, state: ResumeCardPaymentResponse): FastifyReply {
  const words = cardActionWords[chooseLanguage(reply.request)];
  const end = toEndStatus(state);
  return sendFramed(reply, { sentence: end === 'PROCESSING' ? words.processing : words.returning, end });
}

function toEndStatus({ charge, subscriptionId, isDeclined, replacement }: ResumeCardPaymentResponse): EndStatus {
  // A new card of a subscription: nothing is paid by it here.
  if (replacement === 'CARD_REPLACEMENT_STATUS_DONE') return 'ENDED';
  if (replacement === 'CARD_REPLACEMENT_STATUS_REFUSED') return 'DECLINED';
  if (replacement !== undefined) return 'PROCESSING';
  if (charge ? charge.paidAt !== undefined : subscriptionId !== undefined) return 'PAID';
  if (isDeclined) return 'DECLINED';
  return charge !== undefined && charge.status !== 'CHARGE_STATUS_PENDING' ? 'ENDED' : 'PROCESSING';
}

interface FramedContent {
  readonly sentence: string;
  readonly way?: Html | undefined;
  readonly goesTo?: string | undefined;
  readonly end?: EndStatus;
}

function sendFramed(reply: FastifyReply, { sentence, way, goesTo, end }: FramedContent): FastifyReply {
  const language = chooseLanguage(reply.request);
  const { title } = cardActionWords[language];
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${goesTo === undefined ? undefined : html`<meta http-equiv="refresh" content="0; url=${goesTo}" />`}
        <title>${title}</title>
        ${styleElement(pageStyle)}
      </head>
      <body ${end && html`data-end="${end}"`}>
        <main>
          <h1>${title}</h1>
          <p class="soft" role="status">${sentence}</p>
          ${way}
        </main>
        ${scriptElement(frameScript)}
      </body>
    </html>`;
  return reply
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    .headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    .send(page.text);
}
