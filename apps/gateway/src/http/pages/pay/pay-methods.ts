import { fromWire, type Charge } from '@pitanga/contracts';
import { allocate, cents, type Cents } from '@pitanga/core';
import { billingCycles } from '@pitanga/records';
import { cardFormAttributes, cardInputs, isTypedAtProvider } from '../forms/card-inputs';
import { wrong, wrongText, type FormState } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import { formatMoney } from '../words/formats';
import type { Language } from '../words/language';
import { fieldWords } from '../words/field-words';
import { perCycleWords } from '../words/method-words';
import { payWords } from '../words/pay-words';
import { subscriptionWords } from '../words/subscription-words';
import { askedPayer, asksPixPayer, asksTaxId } from './asked-payer';
import { cardPricesField, chosenAmount } from './card-prices';
import { payAddress } from './pay-choice';
import type { Visit } from './pay-visit';
import { madeBoleto, pixCode, type CodeView, type StoreNow } from './pay-codes';
import { boletoPayerFields, contactFields, payerFields, taxIdField } from './payer-inputs';

/** The view of one payment method. */
export interface MethodView extends FormState {
  readonly visit: Visit;
  /** The charge of the Pix code or boleto that is shown, once there is one. */
  readonly charge: Charge | undefined;
  readonly now: StoreNow;
  /** The problem is of the form by which a wallet pays. */
  readonly isWallet?: boolean;
}

export function pixPart(view: MethodView): Html {
  const { visit, charge, language } = view;
  const { id, choice, isLink } = visit;
  const words = payWords[language];
  const isDiscounted = isLink && choice.coupon !== undefined;
  if (isDiscounted || !charge?.pix) {
    const sending = sendsItself(view) ? html`data-send` : undefined;
    const how = isDiscounted ? undefined : html`<p class="soft">${words.makePixHow}</p>`;
    return html`<form method="post" action="${payAddress(id, { ...choice, isDone: false }, 'pix')}" ${sending}>
      ${asksPixPayer(visit) ? payerFields(view, askedPayer(visit)) : how}
      <button class="button main" type="submit">${isDiscounted ? words.pixWithDiscount : words.makePix}</button>
    </form>`;
  }
  const code = { ...charge.pix, expiresAt: charge.expiresAt };
  return pixCode(code, { ...saidDone(visit), done: words.paidAlready, ...shared(view) });
}

/** What the view of a code needs of the page. */
export function shared({ visit, language, now }: MethodView): Pick<CodeView, 'payee' | 'language' | 'now'> {
  return { payee: visit.face.name, language, now };
}

/** The link of a payer who is done, and whether this is its page; a code that a form has just made is not done. */
export function saidDone({ id, choice, isSubscription }: Visit): {
  readonly address: string;
  readonly isDone: boolean;
} {
  const isNew = isSubscription && choice.isPixAsked;
  const isPixAsked = choice.isPixAsked && !isSubscription;
  return {
    address: payAddress(id, { ...choice, method: 'PIX', isPixAsked, isDone: true }),
    isDone: choice.isDone && !isNew,
  };
}

/** The form for a Pix code submits itself the first time, but not after a failure. */
function sendsItself({ visit, charge, problem }: MethodView): boolean {
  const { isOpen, isSubscription, payment, method, methods, choice, checkout } = visit;
  const asksForCode = isOpen && !isSubscription && !payment && method === 'PIX' && methods.includes('PIX');
  if (!asksForCode || charge?.pix || problem || asksPixPayer(visit)) return false;
  return choice.coupon === undefined && !choice.isPixAsked && checkout.amountCents > 0;
}

export function boletoPart(view: MethodView): Html {
  const { visit, charge, language } = view;
  const words = payWords[language];
  if (charge?.boleto) {
    const again = payAddress(visit.id, { ...visit.choice, boleto: charge.id, isDone: true });
    return madeBoleto(charge, charge.boleto, { address: again, isDone: visit.choice.isDone, ...shared(view) });
  }
  const action = payAddress(visit.id, { ...visit.choice, boleto: undefined }, 'boleto');
  return html`<form method="post" action="${action}">
    ${visit.knowsPayer ? html`<p class="soft">${words.boletoKnownPayer}</p>` : boletoPayerFields(view, visit)}
    <button class="button main" type="submit">${words.makeBoleto}</button>
  </form>`;
}

export function cardPart(view: MethodView): Html {
  const { visit, formId, language } = view;
  const { id, choice, checkout } = visit;
  const total = cents(checkout.amountCents);
  return html`<form
    method="post"
    action="${payAddress(id, choice, 'card')}"
    ${cardFormAttributes(visit.cardFields, language)}
  >
    <input type="hidden" name="form" value="${formId}" />
    ${isTypedAtProvider(visit.cardFields) ? pageCardInputs(view) : cardFields(view)}
    ${passesFees(visit) ? cardPricesField(view) : installmentsField(view, total)}
    ${passesFees(visit) || visit.isSubscription ? undefined : amountField(checkout)}
    <button class="button main" type="submit">
      ${visit.isSubscription ? subscribeText(visit) : amountText(view, total)}
    </button>
  </form>`;
}

/** What the payer has read on the form, so that no other amount is charged. */
export function amountField({ amountCents }: Visit['checkout']): Html {
  return html`<input type="hidden" name="amount" value="${amountCents}" />`;
}

/** A card costs other than the price. */
export function passesFees({ cardPrices }: Pick<Visit, 'cardPrices'>): boolean {
  return cardPrices.length > 0;
}

/** What the payer agrees to. */
export function subscribeText({ checkout, prices, language }: Visit): string {
  const words = subscriptionWords[language];
  const { amountCents, items, trialDays, dueDate } = checkout;
  const cycle = items[0]?.cycle;
  if (prices.length > 1 || dueDate !== undefined || cycle === undefined) return words.subscribe;
  if (trialDays !== undefined) return words.subscribeFree(words.days(trialDays));
  const every = perCycleWords[language][fromWire('BILLING_CYCLE', billingCycles, cycle)];
  return words.subscribeFor(formatMoney(cents(amountCents), language), every);
}

function amountText({ visit, language }: MethodView, total: Cents): Html | string {
  if (passesFees(visit)) return chosenAmount(visit.cardPrices, language);
  return payWords[language].payAmount(formatMoney(total, language));
}

function cardFields(view: MethodView): Html {
  const { visit } = view;
  return html`${cardInputs(visit.cardFields, view)}
  ${asksTaxId(visit) ? html`${taxIdField(view)} ${contactFields(view, askedPayer(visit))}` : undefined}`;
}

/** Who pays: the card itself is typed on the provider's page. */
function pageCardInputs(view: MethodView): Html {
  const { visit, language } = view;
  return html`${asksTaxId(visit) ? payerFields(view, askedPayer(visit)) : undefined}
    <p class="soft">${fieldWords[language].typedAtProvider}</p>`;
}

function installmentsField(view: MethodView, total: Cents): Html | undefined {
  const { visit, kept, problem, language } = view;
  const max = Math.min(visit.record.card.maxInstallments, visit.cardInstallmentsMax);
  const counts = offeredInstallments(max, total);
  if (counts.length === 1) return undefined;
  return html`<label
    >${payWords[language].installments}
    <select name="installments" ${wrong('installments', problem)}>
      ${counts.map((count) => {
        const isKept = kept.installments === String(count);
        return html`<option value="${count}" ${isKept ? html`selected` : undefined}>
          ${installmentText(count, total, language)}
        </option>`;
      })}
    </select>
    ${wrongText('installments', view)}
  </label>`;
}

const installmentCentsMin = 1_000;

/** With more than one installment each is R$ 10 or more. */
function offeredInstallments(max: number, total: Cents): readonly number[] {
  const counts = Array.from({ length: max }, (_, index) => index + 1);
  return counts.filter((count) => count === 1 || total >= count * installmentCentsMin);
}

/** Shows the first installment, which is the largest. */
function installmentText(count: number, total: Cents, language: Language): string {
  const [first = total] = allocate(total, Array<number>(count).fill(1));
  const { once, times, interestFree } = payWords[language];
  if (count === 1) return once(formatMoney(total, language));
  return `${times(count, formatMoney(first, language))} ${interestFree}`;
}
