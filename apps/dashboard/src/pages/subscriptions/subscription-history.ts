import type { Tone } from '../../parts/status';
import type { DetailWord } from './detail-words';
import type { Subscription } from './subscription-state';

/** What of an event the timeline shows. */
interface HistoryEvent {
  readonly id: string;
  readonly event: string;
  readonly requestId: string | null;
  readonly createdAt: string;
}

export interface HistoryMoment {
  readonly id: string;
  readonly at: string;
  readonly tone: Tone;
  /** Undefined for an event that this page has no word for: its name stands there. */
  readonly word: DetailWord | undefined;
  readonly event?: HistoryEvent;
}

const eventMoments: Readonly<Record<string, readonly [word: DetailWord, tone: Tone]>> = {
  'subscription.completed': ['completed', 'good'],
  'subscription.trial_started': ['trialStarted', 'info'],
  'subscription.renewed': ['renewed', 'good'],
  'subscription.cancelled': ['cancelled', 'quiet'],
  'subscription.plan_changed': ['planChanged', 'info'],
  'subscription.updated': ['updated', 'info'],
  'subscription.payment_failed': ['paymentFailed', 'bad'],
};

type Known = Pick<Subscription, 'id' | 'createdAt' | 'pausedAt' | 'trialEndsAt' | 'canceledAt'>;

/** What happened to a subscription until now, the newest first: its events, and what the record alone says. */
export function buildHistory(
  subscription: Known,
  events: readonly HistoryEvent[],
  now: Date,
): readonly HistoryMoment[] {
  const { id, createdAt, pausedAt, trialEndsAt, canceledAt } = subscription;
  const has = (name: string): boolean => events.some(({ event }) => event === name);
  const own = (word: DetailWord, at: string | null, tone: Tone): readonly HistoryMoment[] =>
    at === null ? [] : [{ id: `${id}-${word}`, at, tone, word }];
  const moments = [
    ...events.map((event) => {
      const [word, tone] = eventMoments[event.event] ?? [undefined, 'quiet' as const];
      return { id: event.id, at: event.createdAt, tone, word, event };
    }),
    ...(has('subscription.cancelled') ? [] : own('cancelled', canceledAt, 'quiet')),
    ...own('paused', pausedAt, 'wait'),
    ...own('trialEnded', canceledAt !== null && Date.parse(canceledAt) < at(trialEndsAt) ? null : trialEndsAt, 'info'),
    ...own('created', createdAt, 'quiet'),
  ];
  return moments
    .filter((moment) => Date.parse(moment.at) <= now.getTime())
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

const at = (iso: string | null): number => (iso === null ? 0 : Date.parse(iso));
