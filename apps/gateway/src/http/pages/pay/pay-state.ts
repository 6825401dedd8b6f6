import { fromWire, type Charge } from '@pitanga/contracts';
import { cents } from '@pitanga/core';
import { methodNames, type CheckoutStatusName } from '@pitanga/records';
import { link } from '../forms/form-fields';
import { html, type Html } from '../html/html';
import { formatMoney } from '../words/formats';
import { payWords } from '../words/pay-words';
import { stateWords } from '../words/state-words';
import type { Visit } from './pay-visit';

/** What became of the payment, in words. */
export interface State {
  readonly text: string;
  readonly tone: '' | 'wait' | 'good';
  /** What that means for the payer. */
  readonly how?: string;
  /** What was paid and what is back; undefined where nothing is. */
  readonly amounts?: Html | undefined;
  /** The payer may have to ask the store. */
  readonly needsContact?: boolean;
}

type Settled = Pick<Charge, 'status' | 'method' | 'refundedAmountCents' | 'paidAmountCents' | 'amountCents'>;

const tones: Readonly<Record<CheckoutStatusName, State['tone']>> = {
  PENDING: 'wait',
  ACTIVE: 'wait',
  PAID: 'good',
  EXPIRED: '',
  CANCELLED: '',
  REFUNDED: '',
};

/** The state of the page; what has paid it says more than the checkout does. */
export function payState({ language }: Pick<Visit, 'language'>, status: CheckoutStatusName, settled?: Settled): State {
  const words = stateWords[language];
  const plain = { text: payWords[language].states[status], tone: tones[status] };
  if (status === 'EXPIRED') return { ...plain, how: words.expiredHow, needsContact: true };
  if (status === 'CANCELLED') return { ...plain, how: words.cancelledHow, needsContact: true };
  if (!settled) return plain;
  const amounts = refundLines(settled, language);
  if (settled.status === 'CHARGE_STATUS_UNDER_DISPUTE') {
    return { text: words.disputed, tone: 'wait', how: words.disputedHow, amounts, needsContact: true };
  }
  if (settled.status === 'CHARGE_STATUS_CHARGED_BACK') {
    return { text: words.chargedBack, tone: '', how: words.chargedBackHow, amounts, needsContact: true };
  }
  if (settled.refundedAmountCents === 0) return plain;
  const how = words.refundArrives[fromWire('PAYMENT_METHOD', methodNames, settled.method)];
  const refunded = { how, amounts, needsContact: true };
  return status === 'REFUNDED' ? { ...plain, ...refunded } : { text: words.partlyRefunded, tone: 'good', ...refunded };
}

function refundLines(
  { paidAmountCents, amountCents, refundedAmountCents }: Settled,
  language: Visit['language'],
): Html | undefined {
  if (refundedAmountCents === 0) return undefined;
  const words = stateWords[language];
  return html`<dl>
    <div>
      <dt>${words.paid}</dt>
      <dd>${formatMoney(cents(paidAmountCents ?? amountCents), language)}</dd>
    </div>
    <div>
      <dt>${words.refunded}</dt>
      <dd>${formatMoney(cents(refundedAmountCents), language)}</dd>
    </div>
  </dl>`;
}

export function stateBadge({ text, tone }: State): Html {
  return html`<p class="state ${tone}">${text}</p>`;
}

/** What the state means, and the amounts. */
export function stateHow({ how, amounts }: State): Html {
  return html`${how === undefined ? undefined : html`<p class="how">${how}</p>`} ${amounts}`;
}

/** Whom to ask: the store's address, if it gave one. */
export function contactLink({ id, face, language }: Visit, tone: '' | 'main' = ''): Html {
  const words = stateWords[language];
  if (face.supportEmail === undefined) return html`<p class="soft">${words.noContact}</p>`;
  const address = `mailto:${face.supportEmail}?subject=${encodeURIComponent(words.contactSubject(id))}`;
  return html`${link(address, words.contact, tone)}`;
}
