import { fromWire, type Checkout, type PriceStep, type SubscriptionStart } from '@pitanga/contracts';
import { addDays, cents, saoPauloDay, subtractCents } from '@pitanga/core';
import { billingCycles, methodNames, type BillingCycleName, type MethodName } from '@pitanga/records';
import { alertBox, buttonForm, link, testBox } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import type { PageContent } from '../html/layout';
import { buyerWords } from '../words/buyer-words';
import { formatDate, formatMoney } from '../words/formats';
import type { Language } from '../words/language';
import { everyCycleWords, methodWords, perCycleWords } from '../words/method-words';
import { payWords } from '../words/pay-words';
import { subscriptionWords } from '../words/subscription-words';
import { payAddress } from './pay-choice';
import { askedPayer, asksTaxId } from './asked-payer';
import { itemsTotal } from './items-total';
import { backToStore } from './pay-progress';
import { pixCode } from './pay-codes';
import { cardPart, pixPart, saidDone, shared, subscribeText, type MethodView } from './pay-methods';
import { couponPart } from './coupon-part';
import { besides, itemLine, methodHeading, nothingAvailable, otherWays, tabs } from './pay-page';
import type { Visit } from './pay-visit';
import { payerFields } from './payer-inputs';

/** What the charges cost, as offered or as agreed. */
interface Plan {
  /** Of the first charge: centavos after coupons. */
  readonly amount: number;
  /** From the first charge on; the last step has no end. */
  readonly prices: readonly PriceStep[];
  readonly coupons: readonly string[];
  readonly cycle: BillingCycleName;
  readonly trialDays: number | undefined;
  /** The day of the first charge, where the store has set it: no trial, but what was paid elsewhere until then. */
  readonly firstDay: string | undefined;
}

/**
 * True for an open subscription checkout and for a visitor who has subscribed; others see only the state of a deleted
 * one.
 */
export function hasSubscriptionPage({ isSubscription, isOpen, start }: Visit): boolean {
  return isSubscription && (isOpen || start !== undefined);
}

/** The page of a subscription checkout: its form, the Pix code that starts it, or the active subscription. */
export function subscriptionPage(view: MethodView): PageContent {
  const { visit, problem, language } = view;
  const { checkout, face, start } = visit;
  const words = subscriptionWords[language];
  const plan = toPlan(visit);
  const title = words.title(face.name);
  const bill = html`<p class="total">
      ${formatMoney(cents(plan.amount), language)}
      ${plan.prices.length > 1 ? undefined : html`<small>${perCycleWords[language][plan.cycle]}</small>`}
    </p>
    ${stateBadge(plan, start, language)}
    <ul>
      ${checkout.items.map((item) => itemLine(item, visit.pictures, language))}
      ${discountLine(checkout, plan, language)}
    </ul>
    ${start && isActive(start) ? undefined : planTerms(plan, visit.now, language)}
    <p class="soft">${termsText(plan, language)}</p>`;
  const part = html`${alertBox(view)} ${otherWays(view)} ${start ? startPart(view, start) : formPart(view)}`;
  return {
    title: problem ? payWords[language].errorTitle(title) : title,
    isTest: checkout.devMode,
    face,
    hasPictures: visit.pictures.size > 0,
    ...besides(bill, part, !start || !isActive(start)),
  };
}

function toPlan({ checkout, start, prices }: Visit): Plan {
  const { items, amountCents, couponsUsed, trialDays, dueDate: firstDay } = checkout;
  const cycle = fromWire('BILLING_CYCLE', billingCycles, items[0]?.cycle ?? '');
  const agreed = start ?? { amountCents, coupons: couponsUsed, prices };
  return { amount: agreed.amountCents, prices: agreed.prices, coupons: agreed.coupons, cycle, trialDays, firstDay };
}

function stateBadge({ trialDays, firstDay }: Plan, start: SubscriptionStart | undefined, language: Language): Html {
  const words = subscriptionWords[language];
  if (start && isActive(start)) return html`<p class="state good">${words.active}</p>`;
  if (start?.authorization) return html`<p class="state wait">${words.awaitingAuthorization}</p>`;
  if (start) return html`<p class="state wait">${payWords[language].states.PENDING}</p>`;
  if (trialDays === undefined || firstDay !== undefined) return html`<p class="state">${words.subscription}</p>`;
  return html`<p class="state good">${words.free(words.days(trialDays))}</p>`;
}

function isActive({ status }: SubscriptionStart): boolean {
  return status === 'SUBSCRIPTION_START_STATUS_ACTIVE';
}

function discountLine({ items }: Checkout, { amount, coupons, prices }: Plan, language: Language): Html | undefined {
  const gross = itemsTotal(items);
  if (gross === amount) return undefined;
  const words = subscriptionWords[language];
  const codes = coupons.join(', ');
  return html`<li class="off">
    ${prices.length > 1 ? words.firstDiscount(codes) : words.discount(codes)}
    <span>${formatMoney(subtractCents(cents(amount), gross), language)}</span>
  </li>`;
}

/** What is due today, and when and how much the next charge is. */
function planTerms({ amount, trialDays, firstDay }: Plan, now: Date, language: Language): Html {
  const words = subscriptionWords[language];
  // The day on which a trial begins is day 0; a cycle without a trial is said by its sentence.
  const day = firstDay ?? (trialDays === undefined ? undefined : addDays(saoPauloDay(now), trialDays));
  const money = (centavos: number): string => formatMoney(cents(centavos), language);
  return html`<dl>
    <div>
      <dt>${words.today}</dt>
      <dd>${money(day === undefined ? amount : 0)}</dd>
    </div>
    ${
      day === undefined
        ? undefined
        : html`<div>
            <dt>${words.firstCharge}</dt>
            <dd>${words.chargeOn(money(amount), formatDate(day, language))}</dd>
          </div>`
    }
  </dl>`;
}

/** The terms in one sentence. */
function termsText({ amount, prices, cycle, trialDays, firstDay }: Plan, language: Language): string {
  const words = subscriptionWords[language];
  const price = formatMoney(cents(amount), language);
  if (prices.length > 1) {
    const steps = stepsText(prices, language);
    const terms = words.stepTerms(steps, everyCycleWords[language][cycle]);
    return trialDays === undefined || firstDay !== undefined ? terms : words.trialSteps(words.days(trialDays), terms);
  }
  if (firstDay !== undefined)
    return words.termsFrom(price, formatDate(firstDay, language), everyCycleWords[language][cycle]);
  if (trialDays === undefined) return words.terms(price, everyCycleWords[language][cycle]);
  return words.trialTerms(words.days(trialDays), price, perCycleWords[language][cycle]);
}

/** `R$ 10,00 na primeira cobrança, R$ 25,00 em cada uma das 2 seguintes, depois R$ 50,00`. */
function stepsText(prices: readonly PriceStep[], language: Language): string {
  const words = subscriptionWords[language];
  return prices
    .map(({ amountCents, charges }, index) => {
      const price = formatMoney(cents(amountCents), language);
      if (charges === undefined) return words.lastStep(price);
      return index === 0 ? words.firstStep(price, charges) : words.nextStep(price, charges);
    })
    .join(', ');
}

function methodText(method: MethodName, language: Language): string {
  return method === 'PIX' ? subscriptionWords[language].automaticPix : methodWords[language][method];
}

function formPart(view: MethodView): Html {
  const { visit, language } = view;
  const { checkout, method } = visit;
  const words = payWords[language];
  const back = link(checkout.returnUrl, words.back, 'plain');
  if (visit.methods.length === 0) return html`${nothingAvailable(language)} ${back}`;
  return html`${couponPart(view)} ${tabs(visit)}
    <section aria-labelledby="method">
      ${methodHeading(visit, methodText(method, language))} ${method === 'PIX' ? pixForm(view) : cardPart(view)}
    </section>
    ${back} ${checkout.devMode ? testBox(simulation(view), language) : undefined}`;
}

function simulation({ visit: { id, choice, method }, language }: MethodView): Html {
  const { simulate, testCards } = payWords[language];
  return html`${method === 'CARD' ? html`<p>${testCards}</p>` : undefined}
  ${buttonForm(payAddress(id, choice, 'simulate'), simulate, {}, 'quiet')}`;
}

function pixForm(view: MethodView): Html {
  const { visit, formId, language } = view;
  const { id, choice, checkout } = visit;
  const words = subscriptionWords[language];
  const isFree = checkout.trialDays !== undefined || checkout.amountCents === 0;
  const how = isFree
    ? words.pixFreeHow
    : checkout.isAuthorizationOptional === true
      ? words.pixOptionalHow
      : words.pixPaidHow;
  return html`<p class="soft">${how}</p>
    <form method="post" action="${payAddress(id, choice, 'subscribe')}">
      <input type="hidden" name="form" value="${formId}" />
      ${asksTaxId(visit) ? payerFields(view, askedPayer(visit)) : undefined}
      <button class="button main" type="submit">${subscribeText(visit)}</button>
    </form>`;
}

/** The code that starts it: to pay, or to authorise alone. */
function codePart(view: MethodView, { authorization }: SubscriptionStart): Html {
  const { visit, language } = view;
  const words = subscriptionWords[language];
  const isOptional = visit.checkout.isAuthorizationOptional === true && view.charge?.pix !== undefined;
  const offer = isOptional ? html`<p class="soft">${words.pixOffer}</p>` : undefined;
  if (!authorization) return html`${offer} ${pixPart(view)}`;
  return html`<p class="soft">${words.authorizeHow}</p>
    ${pixCode(authorization, { ...saidDone(visit), done: words.authorizedAlready, ...shared(view) })}`;
}

/** The page of a cycle that waits for its payer. */
function dueAddress({ dueCheckoutId }: SubscriptionStart): string | undefined {
  return dueCheckoutId === undefined ? undefined : `/pay/${dueCheckoutId}`;
}

/** A visitor with ids alone sees that it is active, can pay what is due, and may prove to be the buyer. */
function strangersPart({ visit, language }: MethodView, due: string | undefined): Html {
  const { id, choice } = visit;
  return html`${link(due, subscriptionWords[language].payDue, 'main')}
  ${backToStore(visit, due === undefined ? 'main' : 'quiet')}
  ${link(payAddress(id, choice, 'code'), buyerWords[language].manage)}`;
}

/** Shown after the form was submitted. */
function startPart(view: MethodView, start: SubscriptionStart): Html {
  const { visit, language } = view;
  const { id, checkout, choice } = visit;
  const words = subscriptionWords[language];
  const { simulate, receipt, back } = payWords[language];
  if (isActive(start)) {
    const due = dueAddress(start);
    if (!visit.isBuyer) return strangersPart(view, due);
    const lastFour = start.charge?.card?.lastFour;
    const means = methodText(fromWire('PAYMENT_METHOD', methodNames, start.method), language);
    const canRevoke = checkout.devMode && start.method === 'PAYMENT_METHOD_PIX';
    return html`<p class="soft">${words.means(lastFour === undefined ? means : words.cardEnding(means, lastFour))}</p>
      ${link(due, words.payDue, 'main')} ${backToStore(visit, due === undefined ? 'main' : 'quiet')}
      ${link(visit.receiptLink(start.charge?.receiptUrl), receipt)} ${link(visit.manageUrl, words.manage)}
      ${canRevoke ? testBox(buttonForm(payAddress(id, choice, 'revoke'), words.simulateRevocation, {}, 'quiet'), language) : undefined}`;
  }
  const simulated = payAddress(id, { ...choice, method: 'PIX' }, 'simulate');
  const shown = { charge: start.charge?.id ?? '' };
  return html`${codePart(view, start)}
    <a class="button quiet" href="${payAddress(id, { ...choice, subscription: undefined })}">${words.otherMethod}</a>
    ${link(checkout.returnUrl, back, 'plain')}
    ${checkout.devMode ? testBox(buttonForm(simulated, simulate, shown, 'quiet'), language) : undefined}`;
}
