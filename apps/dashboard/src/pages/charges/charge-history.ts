import type { ApiRecord } from '../../api/records';
import type { Tone } from '../../parts/status';
import type { ChargeDetails } from './charge-status';
import type { ChargeWord } from './charge-words';

export type Delivery = ApiRecord<'Delivery'>;

/** What of an event the timeline shows. */
export interface ChargeEvent {
  readonly id: string;
  readonly event: string;
  readonly requestId: string | null;
  readonly createdAt: string;
}

export interface HistoryMoment {
  readonly id: string;
  readonly at: string;
  readonly tone: Tone;
  /** A word of the page, or the name of an event that it has no word for. */
  readonly word: ChargeWord | undefined;
  readonly event?: ChargeEvent;
  /** Centavos, for the word. */
  readonly amount?: number;
  readonly requestId?: string | null;
  readonly deliveries: readonly Delivery[];
}

interface Sources {
  readonly charge: ChargeDetails;
  readonly events?: readonly ChargeEvent[];
  readonly deliveries?: readonly Delivery[];
  readonly refunds?: readonly ApiRecord<'Refund'>[];
  readonly disputes?: readonly ApiRecord<'Dispute'>[];
}

const eventMoments: Readonly<Record<string, readonly [word: ChargeWord, tone: Tone]>> = {
  completed: ['completed', 'good'],
  refunded: ['refunded', 'info'],
  disputed: ['disputed', 'bad'],
  lost: ['lost', 'bad'],
  expired: ['expired', 'quiet'],
  payer_refused: ['payerRefused', 'bad'],
  'refund.failed': ['refundFailed', 'bad'],
  'refund.needs_key': ['refundNeedsKey', 'bad'],
  'refund.requested': ['refundRequested', 'wait'],
  'subscription.completed': ['subscriptionCompleted', 'good'],
  'subscription.renewed': ['subscriptionRenewed', 'good'],
  'subscription.payment_failed': ['subscriptionFailed', 'bad'],
};

/**
 * What happened to a charge, the newest first: its events, and what the records themselves say where no event does
 * (events are kept for 90 days, and not everybody may read them).
 */
export function buildHistory({ charge, events = [], deliveries = [], refunds = [], disputes = [] }: Sources) {
  const said = events.map((event) => toMoment(event, deliveries));
  const has = (word: ChargeWord): boolean => said.some((moment) => moment.word === word);
  const moments: HistoryMoment[] = [
    ...said,
    ...ownMoments(charge, has),
    ...refunds.map((refund) => ({
      ...moment(`${refund.id}-asked`, refund.createdAt, 'refundAsked', 'quiet'),
      amount: refund.amount,
    })),
    ...disputes.flatMap((dispute) => disputeMoments(dispute, has)),
  ];
  // Of one instant the later in the list came first: a charge is made before it is paid.
  return moments.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

function toMoment(event: ChargeEvent, deliveries: readonly Delivery[]): HistoryMoment {
  const [, kind = ''] = event.event.split('.');
  const [word, tone] = eventMoments[event.event] ?? eventMoments[kind] ?? [undefined, 'quiet' as const];
  return {
    id: event.id,
    at: event.createdAt,
    tone,
    word,
    event,
    requestId: event.requestId,
    deliveries: deliveries.filter(({ eventId }) => eventId === event.id),
  };
}

function ownMoments(charge: ChargeDetails, has: (word: ChargeWord) => boolean): HistoryMoment[] {
  const { id, status, paidAt, expiresAt, updatedAt } = charge;
  const own: HistoryMoment[] = [];
  const hasPayment = has('completed') || has('subscriptionCompleted') || has('subscriptionRenewed');
  if (paidAt !== null && !hasPayment) own.push(moment(`${id}-paid`, paidAt, 'completed', 'good'));
  if (status === 'EXPIRED' && !has('expired')) {
    own.push(moment(`${id}-expired`, expiresAt ?? updatedAt, 'expired', 'quiet'));
  }
  if (status === 'FAILED') own.push(moment(`${id}-failed`, updatedAt, 'failed', 'bad'));
  if (status === 'CANCELLED') own.push(moment(`${id}-cancelled`, updatedAt, 'cancelled', 'quiet'));
  own.push({ ...moment(`${id}-created`, charge.createdAt, 'created', 'quiet'), requestId: charge.requestId });
  return own;
}

function disputeMoments(dispute: ApiRecord<'Dispute'>, has: (word: ChargeWord) => boolean): HistoryMoment[] {
  const { id, status, openedAt, closedAt } = dispute;
  const closed = closedAt ?? openedAt;
  return [
    ...(status === 'WON' ? [moment(`${id}-won`, closed, 'won', 'good')] : []),
    ...(status === 'LOST' && !has('lost') ? [moment(`${id}-lost`, closed, 'lost', 'bad')] : []),
    ...(has('disputed') ? [] : [moment(`${id}-opened`, openedAt, 'disputed', 'bad')]),
  ];
}

function moment(id: string, at: string, word: ChargeWord, tone: Tone): HistoryMoment {
  return { id, at, word, tone, deliveries: [] };
}
