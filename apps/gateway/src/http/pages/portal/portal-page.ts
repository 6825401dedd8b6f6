import { fromWire, type Charge, type RefundRequest } from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import { methodNames, refundRequestStatuses, type SubscriptionRecord } from '@pitanga/records';
import { link } from '../forms/form-fields';
import { codeForm } from '../buyers/code-page';
import { html, type Html } from '../html/html';
import type { Face } from '../html/face';
import type { PageContent } from '../html/layout';
import { buyerWords } from '../words/buyer-words';
import { formatDay, formatMoney } from '../words/formats';
import type { Language } from '../words/language';
import { methodWords, perCycleWords } from '../words/method-words';
import { portalWords } from '../words/portal-words';
import { stateWords } from '../words/state-words';

/** What every state of the page has. */
export interface PortalView {
  readonly face: Face;
  readonly isTest: boolean;
  /** Of the page. */
  readonly address: string;
  readonly language: Language;
}

/** Asks for the e-mail of the purchase, and for the code that went there. It says nothing of the customer. */
export function portalSignInPage(
  view: PortalView & {
    /** No mail leaves here. */
    readonly isOff: boolean;
    /** A code that was asked for. */
    readonly asked: { readonly ask: string; readonly email: string } | undefined;
    readonly problem: 'wrong' | 'ended' | undefined;
  },
): PageContent {
  const { address, language, problem } = view;
  return page(
    view,
    html`${problem && html`<p class="alert" role="alert" id="problem">${buyerWords[language][problem]}</p>`}
    ${signInPart(view, `${address}/code`)}`,
  );
}

function signInPart(view: Parameters<typeof portalSignInPage>[0], action: string): Html {
  const { face, language, isOff, asked, problem } = view;
  const words = portalWords[language];
  if (isOff) return html`<p class="alert">${words.off}</p>`;
  if (asked === undefined) {
    return html`<p class="soft">${words.how(face.name)}</p>
      <form method="post" action="${action}">
        <div class="field">
          <label
            >${words.email}
            <input name="email" type="email" autocomplete="email" inputmode="email" maxlength="254" required />
          </label>
        </div>
        <button class="button main" type="submit">${words.send}</button>
      </form>`;
  }
  const { ask, email } = asked;
  return html`<p class="soft" role="status">${words.sent}</p>
    ${codeForm({ address: action, language, ask, isWrong: problem === 'wrong', again: { email } })}
    <p class="soft">${words.noMail}</p>`;
}

/** A subscription with the address of its page. */
export interface PortalSubscription {
  readonly subscription: SubscriptionRecord;
  readonly address: string;
}

/** What the customer paid, and the way to the subscriptions that began there. */
export function portalPage(
  view: PortalView & {
    /** Newest first. */
    readonly charges: readonly Charge[];
    readonly subscriptions: readonly PortalSubscription[];
    /** The newest of each charge that has one. */
    readonly requests: readonly RefundRequest[];
    /** Charges of which money may be asked back. */
    readonly refundableIds: readonly string[];
    readonly receiptAddress: (chargeId: string) => string | undefined;
    /** What became of a form. */
    readonly problem?: string | undefined;
  },
): PageContent {
  const { charges, subscriptions, language, problem } = view;
  const words = portalWords[language];
  return page(
    view,
    html`${problem && html`<p class="alert" role="alert">${problem}</p>`}
      ${
        subscriptions.length === 0
          ? undefined
          : html`<h2 class="part">${words.subscriptions}</h2>
              <ul>
                ${subscriptions.map((one) => subscriptionLine(one, language))}
              </ul>`
      }
      <h2 class="part">${words.payments}</h2>
      ${
        charges.length === 0
          ? html`<p class="soft">${words.noPayments}</p>`
          : html`<ul>
              ${charges.map((charge) => chargeLine(charge, view))}
            </ul>`
      }`,
  );
}

function page({ face, isTest, language }: PortalView, part: Html): PageContent {
  const { title } = portalWords[language];
  return {
    title,
    isTest,
    face,
    body: html`<h2>${title}</h2>
      ${part}`,
  };
}

function subscriptionLine({ subscription, address }: PortalSubscription, language: Language): Html {
  const words = portalWords[language];
  const { amount, frequency, status } = subscription;
  const price = formatMoney(cents(amount), language);
  return html`<li>
    <b
      >${price} ${perCycleWords[language][frequency.cycle]}<br /><small
        ><a href="${address}" rel="noreferrer">${words.manage}</a></small
      ></b
    >
    <span>${status === 'ACTIVE' ? words.active : words.ended}</span>
  </li>`;
}

function chargeLine(charge: Charge, view: Parameters<typeof portalPage>[0]): Html {
  const { language, address } = view;
  const { id, paidAt, amountCents, paidAmountCents } = charge;
  const receiptAddress = view.receiptAddress(id);
  const method = methodNames.find((name) => charge.method === `PAYMENT_METHOD_${name}`);
  const words = portalWords[language];
  const facts = [
    paidAt && formatDay(paidAt, language),
    method === undefined ? words.free : methodWords[language][method],
  ].filter((fact) => fact !== undefined);
  return html`<li>
    <b
      >${facts.join(' · ')}<br /><small
        >${chargeState(charge, language)}
        ${
          method === undefined || receiptAddress === undefined
            ? undefined
            : html`<a href="${receiptAddress}" rel="noreferrer">${words.receipt}</a>`
        }
        ${requestState(charge, view)}
        ${
          view.refundableIds.includes(id)
            ? html`<br /><a href="${address}/refund?charge=${id}">${words.askBack}</a>`
            : undefined
        }</small
      ></b
    >
    <span>${formatMoney(cents(paidAmountCents ?? amountCents), language)}</span>
  </li>`;
}

/** What became of the newest request; a refund that followed shows in the state of the charge. */
function requestState({ id }: Charge, { requests, language }: Parameters<typeof portalPage>[0]): Html | undefined {
  const request = requests.find(({ chargeId }) => chargeId === id);
  const status = request && fromWire('REFUND_REQUEST_STATUS', refundRequestStatuses, request.status);
  return status && html`<br />${portalWords[language].asked[status]}`;
}

/** Asks once more, and why. */
export function askForRefundPage(view: PortalView & { readonly charge: Charge }): PageContent {
  const { address, charge, language } = view;
  const words = portalWords[language];
  return page(
    view,
    html`<h2 class="part">${words.askBack}</h2>
      <dl>
        <div>
          <dt>${charge.paidAt ? formatDay(charge.paidAt, language) : ''}</dt>
          <dd>${formatMoney(cents((charge.paidAmountCents ?? 0) - charge.refundedAmountCents), language)}</dd>
        </div>
      </dl>
      <p class="soft">${words.askBackHow}</p>
      <form method="post" action="${address}/refund">
        <input type="hidden" name="charge" value="${charge.id}" />
        <div class="field">
          <label
            >${words.reason}
            <input name="reason" maxlength="500" autocomplete="off" />
          </label>
        </div>
        <button class="button main" type="submit">${words.confirmAsk}</button>
      </form>
      ${link(address, words.goBack, 'quiet')}`,
  );
}

function chargeState({ status, refundedAmountCents }: Charge, language: Language): string {
  const words = stateWords[language];
  if (status === 'CHARGE_STATUS_REFUNDED') return words.refunded;
  if (status === 'CHARGE_STATUS_UNDER_DISPUTE') return words.disputed;
  if (status === 'CHARGE_STATUS_CHARGED_BACK') return words.chargedBack;
  return refundedAmountCents > 0 ? words.partlyRefunded : words.paid;
}
