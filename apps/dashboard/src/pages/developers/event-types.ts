import type { paths } from '../../api/gen/v2';
import { defineWords } from '../../words/words';

type QueryOf<Path extends '/v2/events/list' | '/v2/webhooks/deliveries'> = NonNullable<
  paths[Path]['get']['parameters']['query']
>;

/** Events as v2 webhooks have them. */
type EventType = NonNullable<QueryOf<'/v2/events/list'>['type']>;
/** Those of v1 webhooks too. */
export type AnyEventType = NonNullable<QueryOf<'/v2/webhooks/deliveries'>['event']>;

/** By what they are about. An event that the API has and this lacks is an error of types. */
const groupOf: Readonly<Record<EventType, EventGroup>> = {
  'checkout.completed': 'checkout',
  'checkout.refunded': 'checkout',
  'checkout.disputed': 'checkout',
  'checkout.lost': 'checkout',
  'transparent.completed': 'transparent',
  'transparent.refunded': 'transparent',
  'transparent.disputed': 'transparent',
  'transparent.lost': 'transparent',
  'transparent.expired': 'transparent',
  'transparent.payer_refused': 'transparent',
  'subscription.completed': 'subscription',
  'subscription.trial_started': 'subscription',
  'subscription.renewed': 'subscription',
  'subscription.cancelled': 'subscription',
  'subscription.plan_changed': 'subscription',
  'subscription.updated': 'subscription',
  'subscription.payment_failed': 'subscription',
  'payout.completed': 'payout',
  'payout.failed': 'payout',
  'payout.returned': 'payout',
  'transfer.completed': 'payout',
  'transfer.failed': 'payout',
  'transfer.returned': 'payout',
  'refund.failed': 'refund',
  'refund.needs_key': 'refund',
  'refund.requested': 'refund',
  'top_up.completed': 'refund',
  'pix_key.received': 'refund',
  'pix_key.refunded': 'refund',
};
const v1EventTypes = ['billing.paid', 'withdraw.done', 'withdraw.failed'] as const satisfies readonly Exclude<
  AnyEventType,
  EventType
>[];

export type EventGroup = 'checkout' | 'transparent' | 'subscription' | 'payout' | 'refund' | 'v1';

export const eventTypes = Object.keys(groupOf) as readonly EventType[];
export const anyEventTypes: readonly AnyEventType[] = [...eventTypes, ...v1EventTypes];

/** The events that a webhook of a version may take, in groups. */
export function listEventGroups(isV2: boolean): readonly (readonly [EventGroup, readonly AnyEventType[]])[] {
  if (!isV2) return [['v1', v1EventTypes]];
  const groups = [...new Set(Object.values(groupOf))];
  return groups.map((group) => [group, eventTypes.filter((type) => groupOf[type] === group)]);
}

export const eventGroupWords = defineWords(
  {
    checkout: 'Checkouts e links',
    transparent: 'Cobranças diretas',
    subscription: 'Assinaturas',
    payout: 'Saques e Pix enviados',
    refund: 'Reembolsos',
    v1: 'Eventos da v1',
  },
  {
    checkout: 'Checkouts and links',
    transparent: 'Direct charges',
    subscription: 'Subscriptions',
    payout: 'Payouts and Pix sent',
    refund: 'Refunds',
    v1: 'Events of v1',
  },
);
