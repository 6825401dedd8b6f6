/** The events of a v2 webhook. */
export const v2Events = [
  'checkout.completed',
  'checkout.refunded',
  'checkout.disputed',
  'checkout.lost',
  'transparent.completed',
  'transparent.refunded',
  'transparent.disputed',
  'transparent.lost',
  'transparent.expired',
  'transparent.payer_refused',
  'subscription.completed',
  'subscription.trial_started',
  'subscription.renewed',
  'subscription.cancelled',
  'subscription.plan_changed',
  'subscription.updated',
  'subscription.payment_failed',
  'payout.completed',
  'payout.failed',
  'payout.returned',
  'transfer.completed',
  'transfer.failed',
  'transfer.returned',
  'refund.failed',
  'refund.needs_key',
  'refund.requested',
  'top_up.completed',
  'pix_key.received',
  'pix_key.refunded',
] as const;

/** The events of a v1 webhook (`v2: false`). */
export const v1Events = ['billing.paid', 'withdraw.done', 'withdraw.failed'] as const;

export type V2Event = (typeof v2Events)[number];
export type V1Event = (typeof v1Events)[number];
export type EventName = V2Event | V1Event;

export function isEventName(name: string): name is EventName {
  return [...v2Events, ...v1Events].some((known) => known === name);
}
