import type { CardFields } from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import type { SubscriptionRecord } from '@pitanga/records';
import { cardFormAttributes, cardInputs, isTypedAtProvider } from '../forms/card-inputs';
import { alertBox, link, type FormState } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import type { Face } from '../html/face';
import type { PageContent } from '../html/layout';
import { formatDay, formatMoney } from '../words/formats';
import { perCycleWords } from '../words/method-words';
import { subscriptionWords } from '../words/subscription-words';

/** The content of the page that replaces the card of a subscription. */
export interface CardView extends Pick<FormState, 'kept' | 'problem' | 'language'> {
  readonly subscription: SubscriptionRecord;
  readonly face: Face;
  /** The card provider's own fields; absent where our form takes the card. */
  readonly cardFields: CardFields | undefined;
  /** Of the page. */
  readonly address: string;
  /** The link of the subscription's page, where the payer came from there. */
  readonly back: string | undefined;
}

type SeenSubscription = Omit<CardView, 'kept' | 'problem'>;

export function cardPage(view: CardView): PageContent {
  const words = subscriptionWords[view.language];
  return page(
    view,
    isTypedAtProvider(view.cardFields)
      ? html`<p class="state">${words.cardNotReplaceable}</p>
          <p class="soft">${words.cardNotReplaceableTerms}</p>`
      : html`${alertBox(view)}
          <h2>${words.replaceCard}</h2>
          ${cardForm(view)}
          <p class="soft">${words.replaceTerms}</p>`,
  );
}

/** The page after the replacement. What was open is paid by then, unless its outcome is not known. */
export function replacedPage(view: SeenSubscription): PageContent {
  const words = subscriptionWords[view.language];
  const { pastDue } = view.subscription;
  const back = link(view.back && `/subscriptions/${view.back}`, words.backToSubscription, 'main');
  return page(
    view,
    pastDue
      ? html`<p class="state">${words.replacedAndTrying}</p>
          <p class="soft">${words.tryingTerms}</p>
          ${back}`
      : html`<p class="state good">${words.cardReplaced}</p>
          <p class="soft">${words.replacedTerms}</p>
          ${back}`,
  );
}

/** The page of a subscription that has ended. */
export function endedPage(view: SeenSubscription): PageContent {
  const words = subscriptionWords[view.language];
  return page(
    view,
    html`<p class="state">${words.cancelled}</p>
      <p class="soft">${words.cancelledTerms}</p>`,
  );
}

function page(view: SeenSubscription, part: Html): PageContent {
  const { subscription, face, language } = view;
  return {
    title: subscriptionWords[language].cardTitle,
    isTest: subscription.devMode,
    face,
    body: html`${terms(view)} ${part}`,
  };
}

function terms({ subscription: { amount, frequency, nextChargeAt }, language }: SeenSubscription): Html {
  const words = subscriptionWords[language];
  return html`<dl>
    <div>
      <dt>${words.subscription}</dt>
      <dd>${formatMoney(cents(amount), language)} ${perCycleWords[language][frequency.cycle]}</dd>
    </div>
    ${
      nextChargeAt === null
        ? undefined
        : html`<div>
            <dt>${words.nextCharge}</dt>
            <dd>${formatDay(new Date(nextChargeAt), language)}</dd>
          </div>`
    }
  </dl>`;
}

function cardForm(view: CardView): Html {
  return html`<form
    method="post"
    action="${view.address}${view.back === undefined ? '' : `?back=${view.back}`}"
    ${cardFormAttributes(view.cardFields, view.language)}
  >
    ${cardInputs(view.cardFields, view)}
    <button class="button main" type="submit">${subscriptionWords[view.language].replaceCard}</button>
  </form>`;
}
