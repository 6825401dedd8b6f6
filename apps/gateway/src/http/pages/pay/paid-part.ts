import { fromWire, type Charge } from '@pitanga/contracts';
import { methodNames } from '@pitanga/records';
import { fileLink } from '../files/file-link';
import { link } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import { hostName } from '../leaving/leaving';
import { buyerWords } from '../words/buyer-words';
import { formatMoment } from '../words/formats';
import { methodWords } from '../words/method-words';
import { payWords } from '../words/pay-words';
import { upsellWords } from '../words/upsell-words';
import { payAddress } from './pay-choice';
import { backToStore } from './pay-progress';
import { contactLink, type State } from './pay-state';
import type { Visit } from './pay-visit';
import { asksUpsell } from './upsell-part';

/** Thanks, how it was paid, and when. Of a card nothing but that it was one: the address may be passed on. */
export function paidFacts({ language }: Visit, charge: Charge | undefined): Html | undefined {
  const words = payWords[language];
  if (!charge) return html`<p class="how">${words.thanksFree}</p>`;
  if (charge.paidAt === undefined) return undefined;
  const method = methodWords[language][fromWire('PAYMENT_METHOD', methodNames, charge.method)];
  const isKept = charge.status === 'CHARGE_STATUS_PAID' && charge.refundedAmountCents === 0;
  return html`${isKept ? html`<p class="how">${words.thanks}</p>` : undefined}
    <dl>
      <div>
        <dt>${words.methods}</dt>
        <dd>${method}</dd>
      </div>
      <div>
        <dt>${words.paidOn}</dt>
        <dd>${formatMoment(charge.paidAt, language)}</dd>
      </div>
    </dl>`;
}

export function paidLinks(visit: Visit, { needsContact }: State, receiptUrl: string | undefined): Html {
  const { files, isBuyer, language, receiptLink, upsell } = visit;
  const words = payWords[language];
  const prove = files.length > 0 ? payAddress(visit.id, visit.choice, 'code') : undefined;
  const tone = asksUpsell(visit) ? 'quiet' : 'main';
  return html`${isBuyer ? files.map((file) => fileLink(file, language)) : link(prove, buyerWords[language].files)}
  ${backToStore(visit, tone) ?? siteLink(visit, tone)} ${link(receiptLink(receiptUrl), words.receipt)}
  ${link(receiptLink(upsell?.charge?.receiptUrl), upsellWords[language].receipt)}
  ${needsContact === true ? contactLink(visit) : undefined}`;
}

/** Nothing can be paid here any more. */
export function closedLinks(visit: Visit): Html {
  const { checkout, language } = visit;
  const back = link(checkout.returnUrl, payWords[language].backToStore, 'main') ?? siteLink(visit, 'main');
  return html`${back} ${contactLink(visit, back === undefined ? 'main' : '')}`;
}

/** The store's own site, where the checkout names no way back. */
function siteLink({ leaving: { website }, language }: Visit, tone: 'main' | 'quiet'): Html | undefined {
  return website === undefined ? undefined : link(website, payWords[language].goToHost(hostName(website)), tone);
}
