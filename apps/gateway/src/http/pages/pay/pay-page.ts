import type { Charge, Checkout } from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import type { CheckoutStatusName, MethodName } from '@pitanga/records';
import { fileLink } from '../files/file-link';
import { alertBox, buttonForm, checkAttributes, link, wrong } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import type { PageContent } from '../html/layout';
import { formatMoney } from '../words/formats';
import type { Language } from '../words/language';
import { methodWords } from '../words/method-words';
import { payWords } from '../words/pay-words';
import { payAddress } from './pay-choice';
import { boletoPart, cardPart, pixPart, type MethodView } from './pay-methods';
import type { Visit } from './pay-visit';

interface State {
  readonly text: string;
  readonly tone: '' | 'wait' | 'good';
}

const tones: Readonly<Record<CheckoutStatusName, State['tone']>> = {
  PENDING: 'wait',
  ACTIVE: 'wait',
  PAID: 'good',
  EXPIRED: '',
  CANCELLED: '',
  REFUNDED: '',
};

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
  const total = visit.isLink && charge ? charge.amountCents : checkout.amountCents;
  const codes = checkout.couponsUsed.length === 0 ? (charge?.coupons ?? []) : checkout.couponsUsed;
  const words = payWords[visit.language];
  const state = isWaiting ? ({ text: words.processing, tone: 'wait' } as const) : stateOf(visit, status);
  const hasProblem = visit.isOpen && !isWaiting && view.problem !== undefined;
  return page(visit, { total, state, hasProblem }, [
    summary(visit, total, codes),
    isWaiting ? waitingPart(visit) : visit.isOpen ? openPart(view) : html``,
    status === 'PAID' ? paidLinks(visit, checkout.receiptUrl) : html`${link(checkout.returnUrl, words.back, 'quiet')}`,
  ]);
}

function stateOf({ language }: Visit, status: CheckoutStatusName): State {
  return { text: payWords[language].states[status], tone: tones[status] };
}

/** The page of a visitor who has paid a link, or whose coupons covered it. Other visitors do not see it. */
export function paidLinkPage(
  visit: Visit,
  { receiptUrl, paidAmountCents }: Partial<Pick<Charge, 'receiptUrl' | 'paidAmountCents'>>,
): PageContent {
  const { id, choice } = visit;
  const total = paidAmountCents ?? 0;
  const again = payAddress(id, { ...choice, coupon: undefined, boleto: undefined }, 'again');
  return page(visit, { total, state: stateOf(visit, 'PAID'), hasProblem: false }, [
    html`${paidLinks(visit, receiptUrl)} ${buttonForm(again, payWords[visit.language].payAgain)}`,
  ]);
}

function page(
  { face, checkout, language }: Visit,
  { total, state, hasProblem }: { readonly total: number; readonly state: State; readonly hasProblem: boolean },
  parts: readonly Html[],
): PageContent {
  const words = payWords[language];
  const title = words.title(face.name);
  const body = html`<p class="total">${formatMoney(cents(total), language)}</p>
    <p class="state ${state.tone}">${state.text}</p>
    ${parts}`;
  return { title: hasProblem ? words.errorTitle(title) : title, isTest: checkout.devMode, face, body };
}

/** The items with their prices, and the discount. */
function summary({ checkout, choice, language }: Visit, total: number, codes: readonly string[]): Html {
  const gross = checkout.items.reduce((sum, item) => sum + item.unitPriceCents * item.quantity, 0);
  const isBrief = checkout.skipReview || choice.skipReview;
  if (isBrief && gross === total) return html``;
  return html`<ul>
    ${isBrief ? [] : checkout.items.map((item) => itemLine(item, language))}
    ${gross > total ? discountLine(gross - total, codes, language) : undefined}
  </ul>`;
}

export function itemLine(item: Checkout['items'][number], language: Language): Html {
  return html`<li>
    ${item.quantity} × ${item.name}
    <span>${formatMoney(cents(item.unitPriceCents * item.quantity), language)}</span>
  </li>`;
}

function discountLine(off: number, codes: readonly string[], language: Language): Html {
  const words = payWords[language];
  return html`<li class="off">
    ${codes.length === 0 ? words.discount : words.discountBy(codes.join(', '))}
    <span>${formatMoney(cents(-off), language)}</span>
  </li>`;
}

function waitingPart({ id, choice, payment, language }: Visit): Html {
  const words = payWords[language];
  const again = html`<a class="button main" href="${payAddress(id, { ...choice, isDone: true })}">${words.refresh}</a>`;
  if (payment?.actionUrl === undefined) {
    return html`<p class="soft" role="status">${words.cardProcessing}</p>
      ${again}`;
  }
  const { pathname } = new URL(payment.actionUrl);
  return html`<p class="soft" role="status">${words.bankAsks}</p>
    ${link(pathname, words.confirmAtBank, 'main')} ${buttonForm(pathname, words.payOtherwise, { abandon: '1' })}`;
}

function openPart(view: MethodView): Html {
  const { visit, formId } = view;
  const { checkout, choice, id, method, language } = visit;
  const words = payWords[language];
  if (visit.isLink && checkout.amountCents === 0) {
    return html`<p class="soft">${words.couponCoversAll}</p>
      ${buttonForm(payAddress(id, choice, 'free'), words.finishFree, { form: formId })}`;
  }
  if (visit.methods.length === 0) return html`${alertBox(view)} ${nothingAvailable(language)}`;
  return html`${alertBox(view)} ${couponPart(view)} ${tabs(visit)}
    <section aria-labelledby="method">
      <h2 id="method">${methodWords[language][method]}</h2>
      ${methodParts[method](view)}
    </section>
    ${checkout.devMode ? simulation(view) : undefined}`;
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

export function couponPart({ visit, problem, kept, language }: MethodView): Html | undefined {
  const words = payWords[language];
  const { checkout, choice, id, proposedCoupon } = visit;
  if (!checkout.allowCoupons) return undefined;
  const isOpen = problem?.field === 'coupon' || proposedCoupon !== undefined;
  return html`<details ${isOpen ? html`open` : undefined}>
    <summary>${words.haveCoupon}</summary>
    <form method="post" action="${payAddress(id, { ...choice, coupon: undefined }, 'coupons')}">
      <label
        >${words.couponCode}
        <input
          name="coupon"
          value="${kept.coupon ?? proposedCoupon}"
          autocomplete="off"
          autocapitalize="none"
          maxlength="50"
          required
          ${checkAttributes('coupon', language)}
          ${wrong('coupon', problem)}
        />
      </label>
      <button class="button quiet" type="submit">${words.applyCoupon}</button>
    </form>
  </details>`;
}

/** Dev mode: pays what is shown, by the method that is shown. */
function simulation({ visit, charge, language }: MethodView): Html | undefined {
  const { id, choice, method } = visit;
  // With a coupon the code of a link must be created first.
  if (method !== 'CARD' && choice.coupon !== undefined) return undefined;
  const shown: Readonly<Record<string, string>> = charge ? { charge: charge.id } : {};
  return buttonForm(payAddress(id, choice, 'simulate'), payWords[language].simulate, shown);
}

function paidLinks({ files, checkout, language }: Visit, receiptUrl: string | undefined): Html {
  const { completionUrl, returnUrl } = checkout;
  const words = payWords[language];
  return html`${files.map((file) => fileLink(file, language))} ${link(receiptUrl, words.receipt)}
  ${link(completionUrl ?? returnUrl, words.backToStore, 'main')}`;
}
