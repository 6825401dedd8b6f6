import type { Charge, Checkout } from '@pitanga/contracts';
import { cents, subtractCents, type Cents } from '@pitanga/core';
import type { MethodName } from '@pitanga/records';
import { alertBox, buttonForm, link, testBox } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import type { PageContent } from '../html/layout';
import { formatMoney } from '../words/formats';
import type { Language } from '../words/language';
import { methodWords } from '../words/method-words';
import { payWords } from '../words/pay-words';
import { stateWords } from '../words/state-words';
import { askedPayer, asksPixPayer, coveringCoupon } from './asked-payer';
import { cardPricesStyle } from './card-prices';
import { itemsTotal } from './items-total';
import { payAddress } from './pay-choice';
import { couponPart } from './coupon-part';
import { closedLinks, paidFacts, paidLinks } from './paid-part';
import { couponList } from './pay-form-call';
import { boletoPart, cardPart, passesFees, pixPart, type MethodView } from './pay-methods';
import { contactLink, payState, stateBadge, stateHow, type State } from './pay-state';
import type { Visit } from './pay-visit';
import { payerFields } from './payer-inputs';
import { addedCents, upsellPart, upsellStyle } from './upsell-part';
import { walletPart } from './wallet-part';

const methodParts: Readonly<Record<MethodName, (view: MethodView) => Html>> = {
  PIX: pixPart,
  BOLETO: boletoPart,
  CARD: cardPart,
};

/** The payment page in its current state. */
export function payPage(view: MethodView): PageContent {
  const { visit, charge } = view;
  const paid = visit.payment?.status === 'CHARGE_STATUS_PENDING' ? undefined : visit.payment;
  const settled = paid ?? (charge?.status === 'CHARGE_STATUS_PAID' ? charge : undefined);
  if (visit.isLink && settled) return paidLinkPage(visit, settled);
  const { checkout } = visit;
  const { status } = visit.record;
  const isWaiting = visit.isOpen && visit.payment !== undefined;
  // A link's visitor has coupons on the charge only.
  const covering = visit.isLink ? undefined : coveringCoupon(visit);
  const left = covering === undefined ? checkout.amountCents : 0;
  // What a card pays above the price: chosen on the form, and known once it is paid.
  const surcharge = cents((visit.payment ?? visit.settled ?? settled)?.surchargeCents ?? 0);
  const price = visit.isLink && charge ? charge.amountCents : left;
  const total = price + surcharge;
  const used = [...checkout.couponsUsed, ...couponList(covering)];
  const codes = used.length === 0 ? (charge?.coupons ?? []) : used;
  const words = payWords[visit.language];
  const state = isWaiting
    ? ({ text: words.processing, tone: 'wait' } as const)
    : payState(visit, status, visit.settled ?? settled);
  const hasProblem = visit.isOpen && !isWaiting && view.problem !== undefined;
  const added = addedCents(visit);
  const shown = { total: total + added, state, hasProblem, items: summary(visit, cents(price), codes, surcharge) };
  if (isWaiting)
    return page(visit, shown, html`${waitingPart(visit)} ${link(checkout.returnUrl, words.back, 'plain')}`);
  if (visit.isOpen)
    return page(
      visit,
      // A form waits for nothing yet.
      { ...shown, state: charge ? state : undefined, isWide: visit.methods.length + visit.wallets.length > 0 },
      openPart(view),
    );
  if (status === 'PAID' || status === 'REFUNDED')
    return page(
      visit,
      shown,
      html`${paidFacts(visit, visit.settled ?? settled)} ${alertBox(view)} ${upsellPart(view)}
      ${paidLinks(visit, state, checkout.receiptUrl)}`,
    );
  return page(visit, shown, closedLinks(visit));
}

/** The page of a visitor who has paid a link, or whose coupons covered it. Other visitors do not see it. */
export function paidLinkPage(visit: Visit, charge: Charge | undefined): PageContent {
  const { id, choice } = visit;
  const total = charge?.paidAmountCents ?? 0;
  const again = payAddress(id, { ...choice, coupon: undefined, boleto: undefined }, 'again');
  const state = payState(visit, 'PAID', charge);
  const surcharge = cents(charge?.surchargeCents ?? 0);
  const price = cents(charge?.amountCents ?? 0);
  const items = summary(visit, subtractCents(price, surcharge), charge?.coupons ?? [], surcharge);
  return page(
    visit,
    { total, state, hasProblem: false, items },
    html`${paidFacts(visit, charge)} ${paidLinks(visit, state, charge?.receiptUrl)}
    ${buttonForm(again, payWords[visit.language].payAgain, {}, 'quiet')}`,
  );
}

interface PageHead {
  /** Centavos. */
  readonly total: number;
  /** Absent on a form. */
  readonly state: State | undefined;
  readonly hasProblem: boolean;
  readonly items: Html | undefined;
  readonly isWide?: boolean;
}

function page(
  { face, checkout, pictures, language, upsell, ...visit }: Visit,
  { total, state, hasProblem, items, isWide = false }: PageHead,
  part: Html,
): PageContent {
  const words = payWords[language];
  const title = words.title(face.name);
  const bill = html`<p class="total">${formatMoney(cents(total), language)}</p>
    ${state && html`${stateBadge(state)} ${stateHow(state)}`} ${items}`;
  return {
    title: hasProblem ? words.errorTitle(title) : title,
    isTest: checkout.devMode,
    face,
    hasPictures: pictures.size > 0 || upsell?.imageUrl !== undefined,
    style: upsell ? upsellStyle : passesFees(visit) ? cardPricesStyle : undefined,
    ...besides(bill, part, isWide),
  };
}

/** What is bought, and beside it, or below it, what its payer does. */
export function besides(bill: Html, part: Html, isWide: boolean): Pick<PageContent, 'isWide' | 'body'> {
  if (!isWide) return { isWide, body: html`${bill} ${part}` };
  const body = html`<div class="bill">${bill}</div>
    <div class="do">${part}</div>`;
  return { isWide, body };
}

/** The items with their prices, the discount, and what a card paid above them. */
function summary(
  { checkout, choice, pictures, language, upsell }: Visit,
  total: Cents,
  codes: readonly string[],
  surcharge: Cents,
): Html {
  const gross = itemsTotal(checkout.items);
  const isBrief = checkout.skipReview || choice.skipReview;
  const added = upsell?.charge?.status === 'CHARGE_STATUS_PAID' ? upsell.item : undefined;
  if (isBrief && gross === total && surcharge === 0 && !added) return html``;
  return html`<ul>
    ${isBrief ? [] : checkout.items.map((item) => itemLine(item, pictures, language))}
    ${gross > total ? discountLine(subtractCents(total, gross), codes, language) : undefined}
    ${surcharge > 0 ? html`<li><b>${payWords[language].surcharge}</b> <span>${formatMoney(surcharge, language)}</span></li>` : undefined}
    ${added && itemLine(added, pictures, language)}
  </ul>`;
}

export function itemLine(
  item: Checkout['items'][number],
  pictures: ReadonlyMap<string, string>,
  language: Language,
): Html {
  const picture = pictures.get(item.productId);
  return html`<li>
    ${picture && html`<img class="item" src="${picture}" alt="" width="48" height="48" loading="lazy" />`}
    <b>${item.quantity} × ${item.name}</b>
    <span>${formatMoney(cents(item.unitPriceCents * item.quantity), language)}</span>
  </li>`;
}

function discountLine(off: Cents, codes: readonly string[], language: Language): Html {
  const words = payWords[language];
  return html`<li class="off">
    <b>${codes.length === 0 ? words.discount : words.discountBy(codes.join(', '))}</b>
    <span>${formatMoney(off, language)}</span>
  </li>`;
}

/** The card of a payment that waits is not known before it is typed on the provider's page. */
function waitingPart({ id, choice, payment, isBuyer, language }: Visit): Html {
  const words = payWords[language];
  const again = html`<a class="button main" href="${payAddress(id, { ...choice, isDone: true })}">${words.refresh}</a>`;
  if (payment?.actionUrl === undefined) {
    return html`<p class="soft" role="status">${words.cardProcessing}</p>
      ${again}`;
  }
  const { pathname } = new URL(payment.actionUrl);
  const isTyped = payment.card?.lastFour !== '';
  return html`<p class="soft" role="status">${isTyped ? words.bankAsks : words.cardWaits}</p>
    ${link(pathname, isTyped ? words.confirmAtBank : words.typeCard, 'main')}
    ${isBuyer ? buttonForm(pathname, words.payOtherwise, { abandon: '1' }, 'quiet') : undefined}`;
}

function openPart(view: MethodView): Html {
  const { visit, formId } = view;
  const { checkout, choice, id, method, language } = visit;
  const words = payWords[language];
  const back = link(checkout.returnUrl, words.back, 'plain');
  const coupon = coveringCoupon(visit);
  if (coupon !== undefined) {
    return html`<p class="soft">${words.couponCoversAll}</p>
      <form method="post" action="${payAddress(id, { ...choice, coupon }, 'free')}">
        <input type="hidden" name="form" value="${formId}" />
        ${asksPixPayer(visit) ? html`${alertBox(view)} ${payerFields(view, askedPayer(visit))}` : undefined}
        <button class="button main" type="submit">${words.finishFree}</button>
      </form>
      ${back}`;
  }
  if (visit.methods.length === 0 && visit.wallets.length === 0)
    return html`${alertBox(view)} ${nothingAvailable(language)} ${contactLink(visit, 'main')} ${back}`;
  // What is wrong with one form is shown at its fields alone.
  const own = view.isWallet === true ? { ...view, problem: undefined } : view;
  return html`${alertBox(view)} ${otherWays(view)} ${couponPart(view)} ${walletPart(view)}
  ${
    visit.methods.length === 0
      ? undefined
      : html`${tabs(visit)}
          <section aria-labelledby="method">
            ${methodHeading(visit, methodWords[language][method])} ${methodParts[method](own)}
          </section>`
  }
  ${back} ${checkout.devMode ? testBox(simulation(view), language) : undefined}`;
}

/** Only spoken where the tabs show it already. */
export function methodHeading({ methods }: Visit, text: string): Html {
  return html`<h2 id="method" class="${methods.length > 1 ? 'spoken' : ''}">${text}</h2>`;
}

/** For a card that did not pay: the first other method, one tap away. */
export function otherWays({ visit, problem }: MethodView): Html | undefined {
  const { id, choice, method, methods, language } = visit;
  const other = methods.find((name) => name !== method);
  if (problem?.isDeclined !== true || other === undefined) return undefined;
  const address = payAddress(id, { ...choice, method: other });
  return html`<p class="ways">${link(address, stateWords[language].payBy(methodWords[language][other]))}</p>`;
}

/** For a checkout whose methods all lack a provider. */
export function nothingAvailable(language: Language): Html {
  return html`<p class="alert" role="status">${payWords[language].nothingAvailable}</p>`;
}

export function tabs({ id, methods, method, choice, language }: Visit): Html | undefined {
  if (methods.length === 1) return undefined;
  return html`<nav aria-label="${payWords[language].methods}">
    ${methods.map(
      (name) =>
        html`<a
          href="${payAddress(id, { ...choice, method: name })}"
          ${name === method ? html`aria-current="page"` : undefined}
          >${methodWords[language][name]}</a
        >`,
    )}
  </nav>`;
}

/** Dev mode: pays what is shown, by the method that is shown; a wallet has buttons of its own. */
function simulation({ visit, charge, language }: MethodView): Html | undefined {
  const { id, choice, method, methods } = visit;
  const words = payWords[language];
  if (methods.length === 0) return undefined;
  // With a coupon the code of a link must be created first.
  if (method !== 'CARD' && choice.coupon !== undefined) return undefined;
  const shown: Readonly<Record<string, string>> = charge ? { charge: charge.id } : {};
  return html`${method === 'CARD' ? html`<p>${words.testCards}</p>` : undefined}
  ${buttonForm(payAddress(id, choice, 'simulate'), words.simulate, shown, 'quiet')}`;
}
