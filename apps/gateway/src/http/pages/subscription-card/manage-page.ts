import type { CardOnFile, Charge, GetUpcomingResponse, SubscriptionCycle } from '@pitanga/contracts';
import { fromWire } from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import { subscriptionCycleStatuses, type SubscriptionRecord } from '@pitanga/records';
import { alertBox, link, type FormState } from '../forms/form-fields';
import type { Face } from '../html/face';
import { html, type Html } from '../html/html';
import type { PageContent } from '../html/layout';
import { formatDay, formatMoney } from '../words/formats';
import { manageWords } from '../words/manage-words';
import { perCycleWords } from '../words/method-words';
import { subscriptionWords } from '../words/subscription-words';

/** What the page of a subscription shows to its payer. */
export interface ManageView extends Pick<FormState, 'problem' | 'language'> {
  readonly subscription: SubscriptionRecord;
  readonly face: Face;
  /** What is subscribed to. */
  readonly product: string;
  /** The card that further cycles are charged to. */
  readonly card: CardOnFile | undefined;
  /** Newest first. */
  readonly cycles: readonly SubscriptionCycle[];
  /** What was paid at the start; absent for a trial and where coupons took everything. */
  readonly first: Charge | undefined;
  /** Absent once it has ended. */
  readonly upcoming: GetUpcomingResponse | undefined;
  /** Now, in the time of the store. */
  readonly now: Date;
  /** The address of this page. */
  readonly address: string;
  /** The page that replaces the card; absent where there is none to replace. */
  readonly cardAddress: string | undefined;
  /** Of a charge; it opens the files that were bought, too. */
  readonly receiptAddress: (chargeId: string) => string | undefined;
  /** The page of a cycle that the payer is to pay by a code. */
  readonly dueAddress: string | undefined;
}

type StateName = keyof (typeof manageWords)['pt-BR']['states'];

/** The subscription, its next charge, its last charges, and what its payer can do. */
export function managePage(view: ManageView): PageContent {
  const { subscription, address, cardAddress, dueAddress, language } = view;
  const words = manageWords[language];
  const canCancel = subscription.status === 'ACTIVE' && subscription.cancelAt === null;
  const isPastDue = stateName(view) === 'pastDue';
  return page(
    view,
    html`${terms(view)} ${link(dueAddress, subscriptionWords[language].payDue, 'main')}
      ${link(cardAddress, words.changeCard, isPastDue ? 'main' : '')}
      <h2 class="part">${words.charges}</h2>
      ${charges(view)} ${canCancel ? link(`${address}/cancel`, words.cancel, 'quiet') : undefined}`,
  );
}

/** Asks once more, and when. */
export function cancelPage(view: ManageView): PageContent {
  const { subscription, address, language } = view;
  const words = manageWords[language];
  const end = periodEnd(view);
  const choice = (value: string, text: string, isFirst: boolean): Html =>
    html`<label class="choice"
      ><input type="radio" name="when" value="${value}" ${isFirst ? html`checked` : undefined} /> ${text}</label
    >`;
  return page(
    view,
    html`${alertBox(view)}
      <h2>${words.cancelTitle}</h2>
      <p class="soft">${words.cancelHow}</p>
      ${subscription.method === 'PIX' ? html`<p class="soft">${words.cancelPix}</p>` : undefined}
      <form method="post" action="${address}/cancel">
        ${
          end === undefined
            ? html`<input type="hidden" name="when" value="now" />`
            : html`<fieldset>
                <legend>${words.cancelWhen}</legend>
                ${choice('end', words.cancelAtEnd(formatDay(end, language)), true)}
                ${choice('now', words.cancelNow, false)}
              </fieldset>`
        }
        <button class="button main" type="submit">${words.cancelConfirm}</button>
      </form>
      ${link(address, words.keep, 'quiet')}`,
  );
}

/** The end of what is paid; undefined where nothing is paid ahead, so that only now is left. */
function periodEnd({ subscription, upcoming }: ManageView): Date | undefined {
  const { pastDue, pausedAt, nextChargeAt } = subscription;
  if (pastDue || pausedAt !== null || nextChargeAt === null || upcoming?.open) return undefined;
  return new Date(nextChargeAt);
}

function page(view: ManageView, part: Html): PageContent {
  const { subscription, face, language } = view;
  const words = manageWords[language];
  const state = stateName(view);
  const tone = state === 'ended' ? '' : state === 'active' || state === 'trial' ? 'good' : 'wait';
  return {
    title: words.title,
    isTest: subscription.devMode,
    face,
    body: html`<p class="state ${tone}">${words.states[state]}</p>
      ${part}`,
  };
}

function stateName({ subscription, now }: ManageView): StateName {
  const { status, pastDue, pausedAt, cancelAt, trialEndsAt } = subscription;
  if (status !== 'ACTIVE') return 'ended';
  if (cancelAt !== null) return 'ending';
  if (pausedAt !== null) return 'paused';
  if (pastDue) return 'pastDue';
  return trialEndsAt !== null && new Date(trialEndsAt) > now ? 'trial' : 'active';
}

function terms(view: ManageView): Html {
  const { subscription, upcoming, language, product, card } = view;
  const words = manageWords[language];
  const { amount, frequency, cancelAt, pausedAt, resumesAt } = subscription;
  const next = upcoming?.next;
  const day = (at: string): string => formatDay(new Date(at), language);
  const isFirst = stateName(view) === 'trial';
  return html`<dl>
      ${product === '' ? undefined : row(words.product, product)}
      ${row(words.price, `${formatMoney(cents(amount), language)} ${perCycleWords[language][frequency.cycle]}`)}
      ${
        next?.dueAt && cancelAt === null
          ? row(
              isFirst ? words.firstCharge : words.nextCharge,
              words.chargeOn(formatMoney(cents(next.amountCents), language), formatDay(next.dueAt, language)),
            )
          : undefined
      }
      ${card && row(words.card, words.cardEnding(brandText(card), card.lastFour))}
      ${cancelAt === null ? undefined : row(words.endsOn, day(cancelAt))}
      ${pausedAt === null || resumesAt === null ? undefined : row(words.pausedUntil, day(resumesAt))}
    </dl>
    ${pastDueText(view)}`;
}

function brandText({ brand }: CardOnFile): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1).toLowerCase()}`;
}

function pastDueText(view: ManageView): Html | undefined {
  if (stateName(view) !== 'pastDue') return undefined;
  const words = manageWords[view.language];
  const at = view.upcoming?.nextRetryAt;
  return html`<p class="alert">${at ? words.pastDueHow(formatDay(at, view.language)) : words.pastDueOnly}</p>`;
}

function charges({ cycles, first, language, receiptAddress }: ManageView): Html {
  const words = manageWords[language];
  const receipt = (id: string | undefined) => (id === undefined ? undefined : receiptAddress(id));
  const lines = cycles.map((cycle) => {
    const status = fromWire('SUBSCRIPTION_CYCLE_STATUS', subscriptionCycleStatuses, cycle.status);
    const paidBy = status === 'PAID' ? cycle.chargeId : undefined;
    const day = cycle.dueAt ? formatDay(cycle.dueAt, language) : '';
    return line(day, words.statuses[status], cycle.amountCents, receipt(paidBy), language);
  });
  const start =
    first?.paidAt &&
    line(
      formatDay(first.paidAt, language),
      words.first,
      first.paidAmountCents ?? first.amountCents,
      receipt(first.id),
      language,
    );
  if (lines.length === 0 && !start) return html`<p class="soft">${words.noCharges}</p>`;
  return html`<ul>
    ${lines} ${start}
  </ul>`;
}

function line(
  day: string,
  status: string,
  amountCents: number,
  address: string | undefined,
  language: ManageView['language'],
): Html {
  return html`<li>
    <b
      >${day}<br /><small
        >${status} ${address && html`<a href="${address}" rel="noreferrer">${manageWords[language].receipt}</a>`}</small
      ></b
    >
    <span>${formatMoney(cents(amountCents), language)}</span>
  </li>`;
}

function row(name: string, value: string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}
