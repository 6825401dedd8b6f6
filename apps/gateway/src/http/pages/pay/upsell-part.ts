import type { Charge, Upsell } from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import { buttonForm, link, testBox } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import { formatMoney } from '../words/formats';
import type { Language } from '../words/language';
import { payWords } from '../words/pay-words';
import { upsellWords } from '../words/upsell-words';
import { payAddress } from './pay-choice';
import { madeBoleto, pixCode } from './pay-codes';
import { shared, type MethodView } from './pay-methods';
import type { Visit } from './pay-visit';

/** Beside the common style, of a page with an offer. */
export const upsellStyle = `
.offer { margin: 0 0 16px; padding: 16px; border: 1px solid var(--brand); border-radius: 10px; overflow-wrap: anywhere; }
.offer img { display: block; width: 100%; max-height: 220px; margin: 0 0 12px; border-radius: 8px; object-fit: contain; background: #fff; }
.offer p { margin: 0 0 8px; } .offer .price { font-size: 24px; font-weight: 700; font-variant-numeric: tabular-nums; }
`;

/** Whether the page asks its buyer to take the offer, or to pay for it: that is its first action then. */
export function asksUpsell({ upsell }: Pick<Visit, 'upsell'>): boolean {
  return upsell !== undefined && (!upsell.charge || upsell.charge.status === 'CHARGE_STATUS_PENDING');
}

/** What was paid for the offer. */
export function addedCents({ upsell }: Pick<Visit, 'upsell'>): number {
  const charge = upsell?.charge;
  return charge?.status === 'CHARGE_STATUS_PAID' ? (charge.paidAmountCents ?? charge.amountCents) : 0;
}

/** What the page offers after the payment, how it is paid once it was taken, or what became of that. */
export function upsellPart(view: MethodView): Html | undefined {
  const { upsell, language } = view.visit;
  if (!upsell) return undefined;
  const { charge } = upsell;
  const words = upsellWords[language];
  if (!charge) return offer(view.visit, upsell);
  switch (charge.status) {
    case 'CHARGE_STATUS_PENDING':
      return html`<section class="offer" aria-labelledby="offer">
        <h2 id="offer">${words.pay}</h2>
        ${product(upsell, language)} ${openCharge(view, charge)}
      </section>`;
    case 'CHARGE_STATUS_FAILED':
      return html`<p class="alert" role="status">${words.declined}</p>`;
    case 'CHARGE_STATUS_EXPIRED':
    case 'CHARGE_STATUS_CANCELLED':
      return html`<p class="soft" role="status">${words.over}</p>`;
    default:
      return undefined;
  }
}

function offer({ id, choice, language }: Visit, upsell: Upsell): Html {
  const words = upsellWords[language];
  const amount = String(upsell.item?.unitPriceCents ?? 0);
  return html`<section class="offer" aria-labelledby="offer">
    <h2 id="offer">${words.title}</h2>
    ${upsell.imageUrl && html`<img src="${upsell.imageUrl}" alt="" loading="lazy" />`} ${product(upsell, language)}
    <p class="soft">${how(upsell, language)}</p>
    ${buttonForm(payAddress(id, { ...choice, isDone: false }, 'upsell'), words.take, { amount }, 'main')}
  </section>`;
}

function product({ item }: Upsell, language: Language): Html | undefined {
  return (
    item &&
    html`<p><b>${item.name}</b></p>
      ${item.description === '' ? undefined : html`<p>${item.description}</p>`}
      <p class="price">${formatMoney(cents(item.unitPriceCents), language)}</p>`
  );
}

function how({ method, cardLastFour }: Upsell, language: Language): string {
  const words = upsellWords[language];
  if (method === 'PAYMENT_METHOD_PIX') return words.byPix;
  if (method === 'PAYMENT_METHOD_BOLETO') return words.byBoleto;
  return cardLastFour === undefined ? words.byTypedCard : words.byCard(cardLastFour);
}

/** The code, the boleto or the confirmation that it waits for. */
function openCharge(whole: MethodView, charge: Charge): Html {
  const { visit } = whole;
  const { id, choice, checkout, language } = visit;
  const words = payWords[language];
  const again = payAddress(id, { ...choice, isDone: true });
  if (charge.card) return waitingCard(charge, again, language);
  const { boleto, pix, expiresAt } = charge;
  const view = { address: again, done: words.paidAlready, isDone: choice.isDone, ...shared(whole) };
  const simulated = buttonForm(payAddress(id, choice, 'simulate'), words.simulate, { charge: charge.id }, 'quiet');
  return html`${boleto ? madeBoleto(charge, boleto, view) : pix && pixCode({ ...pix, expiresAt }, view)}
  ${checkout.devMode ? testBox(simulated, language) : undefined}`;
}

function waitingCard({ actionUrl, card }: Charge, again: string, language: Language): Html {
  const words = payWords[language];
  if (actionUrl === undefined) {
    return html`<p class="soft" role="status">${words.cardProcessing}</p>
      ${link(again, words.refresh, 'main')}`;
  }
  const isTyped = card?.lastFour !== '';
  return html`<p class="soft" role="status">${isTyped ? words.bankAsks : words.cardWaits}</p>
    ${link(new URL(actionUrl).pathname, isTyped ? words.confirmAtBank : words.typeCard, 'main')}`;
}
