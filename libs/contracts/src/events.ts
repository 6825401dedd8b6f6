import {
  AgreementAttemptChanged,
  AgreementCardReplaced,
  AgreementEnded,
  AgreementRevoked,
  AgreementStarted,
  BillingSettingsChanged,
  ChargeCancelled,
  ChargeCreated,
  ChargeDisputed,
  ChargeDisputeLost,
  ChargeDisputeWon,
  ChargeExpired,
  ChargeFailed,
  ChargeOverpaid,
  ChargeOverpaymentReturned,
  ChargePaid,
  ChargePayerRefused,
  ChargeRefunded,
  CheckoutCancelled,
  CheckoutCreated,
  CheckoutDiscounted,
  CheckoutExpired,
  CheckoutExtended,
  CheckoutPaid,
  CheckoutRefunded,
  CouponCreated,
  CouponDeleted,
  CouponRedeemed,
  CouponReleased,
  CouponUpdated,
  CustomerCreated,
  CustomerErased,
  DisputeClosed,
  DisputeOpened,
  PayerErased,
  PixAccountConfigured,
  PixAccountRemoved,
  PixKeyAttached,
  PixKeyReceived,
  PixKeyRefunded,
  ProductCreated,
  ProductDeleted,
  RefundCompleted,
  RefundCreated,
  RefundFailed,
  RefundNeedsKey,
  RefundRequested,
  StripeAccountConfigured,
  StripeAccountRemoved,
  TopUpCompleted,
} from './gen/pitanga/billing/events/v1/billing_events';
import {
  ApiKeyCreated,
  ApiKeyRevoked,
  StoreClosed,
  StoreCreated,
  StoreUpdated,
} from './gen/pitanga/gateway/events/v1/gateway_events';
import type { AppendedEvent } from './gen/pitanga/common/v1/common';
import { JournalPosted } from './gen/pitanga/ledger/events/v1/ledger_events';
import {
  PayoutAccountConfigured,
  PayoutAccountRemoved,
  PayoutCompleted,
  PayoutCreated,
  PayoutFailed,
  PayoutReturned,
  PayoutsSettingsChanged,
} from './gen/pitanga/payouts/events/v1/payouts_events';
import {
  CycleClosed,
  CycleOpened,
  SubscriptionCancelled,
  SubscriptionPaymentFailed,
  SubscriptionPlanChanged,
  SubscriptionRenewalUpcoming,
  SubscriptionRenewed,
  SubscriptionStarted,
  SubscriptionTrialStarted,
  SubscriptionUpdated,
  UsageRecorded,
} from './gen/pitanga/subscriptions/events/v1/subscriptions_events';
import {
  DeliveryFinished,
  WebhookCreated,
  WebhookDeleted,
  WebhookDisabled,
  WebhookFailing,
  WebhookRecovered,
  WebhookUpdated,
} from './gen/pitanga/webhooks/events/v1/webhooks_events';
import { topicCatalogue, type TopicName } from './topics';

/** JSON form of an event message: integers as numbers, timestamps ISO 8601. */
interface EventCodec<T> {
  fromJSON(object: unknown): T;
  toJSON(message: T): unknown;
}

interface EventDefinition<T> {
  readonly topic: TopicName;
  readonly codec: EventCodec<T>;
}

const define = <T>(topic: TopicName, codec: EventCodec<T>): EventDefinition<T> => ({ topic, codec });

/**
 * Every domain event: its type, its topic and its JSON codec. Publishers and consumers are typed by this catalogue; a
 * message's key is the id of the event's aggregate.
 */
export const eventCatalogue = {
  'customer.created': define('pitanga.billing.customer.v1', CustomerCreated),
  'customer.erased': define('pitanga.billing.customer.v1', CustomerErased),
  'payer.erased': define('pitanga.billing.customer.v1', PayerErased),
  'product.created': define('pitanga.billing.product.v1', ProductCreated),
  'product.deleted': define('pitanga.billing.product.v1', ProductDeleted),
  'coupon.created': define('pitanga.billing.coupon.v1', CouponCreated),
  'coupon.updated': define('pitanga.billing.coupon.v1', CouponUpdated),
  'coupon.deleted': define('pitanga.billing.coupon.v1', CouponDeleted),
  'coupon.redeemed': define('pitanga.billing.coupon.v1', CouponRedeemed),
  'coupon.released': define('pitanga.billing.coupon.v1', CouponReleased),
  'checkout.created': define('pitanga.billing.checkout.v1', CheckoutCreated),
  'checkout.discounted': define('pitanga.billing.checkout.v1', CheckoutDiscounted),
  'checkout.extended': define('pitanga.billing.checkout.v1', CheckoutExtended),
  'checkout.paid': define('pitanga.billing.checkout.v1', CheckoutPaid),
  'checkout.cancelled': define('pitanga.billing.checkout.v1', CheckoutCancelled),
  'checkout.expired': define('pitanga.billing.checkout.v1', CheckoutExpired),
  'checkout.refunded': define('pitanga.billing.checkout.v1', CheckoutRefunded),
  'charge.created': define('pitanga.billing.charge.v1', ChargeCreated),
  'charge.paid': define('pitanga.billing.charge.v1', ChargePaid),
  'charge.expired': define('pitanga.billing.charge.v1', ChargeExpired),
  'charge.cancelled': define('pitanga.billing.charge.v1', ChargeCancelled),
  'charge.failed': define('pitanga.billing.charge.v1', ChargeFailed),
  'charge.refunded': define('pitanga.billing.charge.v1', ChargeRefunded),
  'charge.disputed': define('pitanga.billing.charge.v1', ChargeDisputed),
  'charge.dispute_won': define('pitanga.billing.charge.v1', ChargeDisputeWon),
  'charge.dispute_lost': define('pitanga.billing.charge.v1', ChargeDisputeLost),
  'charge.overpaid': define('pitanga.billing.charge.v1', ChargeOverpaid),
  'charge.payer_refused': define('pitanga.billing.charge.v1', ChargePayerRefused),
  'charge.overpayment_returned': define('pitanga.billing.charge.v1', ChargeOverpaymentReturned),
  'top_up.completed': define('pitanga.billing.charge.v1', TopUpCompleted),
  'refund.created': define('pitanga.billing.refund.v1', RefundCreated),
  'refund.completed': define('pitanga.billing.refund.v1', RefundCompleted),
  'refund.failed': define('pitanga.billing.refund.v1', RefundFailed),
  'refund.needs_key': define('pitanga.billing.refund.v1', RefundNeedsKey),
  'refund.requested': define('pitanga.billing.refund.v1', RefundRequested),
  'dispute.opened': define('pitanga.billing.dispute.v1', DisputeOpened),
  'dispute.closed': define('pitanga.billing.dispute.v1', DisputeClosed),
  'agreement.started': define('pitanga.billing.agreement.v1', AgreementStarted),
  'agreement.attempt_changed': define('pitanga.billing.agreement.v1', AgreementAttemptChanged),
  'agreement.revoked': define('pitanga.billing.agreement.v1', AgreementRevoked),
  'agreement.card_replaced': define('pitanga.billing.agreement.v1', AgreementCardReplaced),
  'agreement.ended': define('pitanga.billing.agreement.v1', AgreementEnded),
  'billing_settings.changed': define('pitanga.billing.settings.v1', BillingSettingsChanged),
  'pix_account.configured': define('pitanga.billing.pix-account.v1', PixAccountConfigured),
  'pix_account.removed': define('pitanga.billing.pix-account.v1', PixAccountRemoved),
  'pix_key.received': define('pitanga.billing.pix-key.v1', PixKeyReceived),
  'pix_key.attached': define('pitanga.billing.pix-key.v1', PixKeyAttached),
  'pix_key.refunded': define('pitanga.billing.pix-key.v1', PixKeyRefunded),
  'stripe_account.configured': define('pitanga.billing.stripe-account.v1', StripeAccountConfigured),
  'stripe_account.removed': define('pitanga.billing.stripe-account.v1', StripeAccountRemoved),
  'subscription.started': define('pitanga.subscriptions.subscription.v1', SubscriptionStarted),
  'subscription.trial_started': define('pitanga.subscriptions.subscription.v1', SubscriptionTrialStarted),
  'subscription.renewed': define('pitanga.subscriptions.subscription.v1', SubscriptionRenewed),
  'subscription.payment_failed': define('pitanga.subscriptions.subscription.v1', SubscriptionPaymentFailed),
  'subscription.renewal_upcoming': define('pitanga.subscriptions.subscription.v1', SubscriptionRenewalUpcoming),
  'subscription.plan_changed': define('pitanga.subscriptions.subscription.v1', SubscriptionPlanChanged),
  'subscription.updated': define('pitanga.subscriptions.subscription.v1', SubscriptionUpdated),
  'subscription.cancelled': define('pitanga.subscriptions.subscription.v1', SubscriptionCancelled),
  'cycle.opened': define('pitanga.subscriptions.cycle.v1', CycleOpened),
  'cycle.closed': define('pitanga.subscriptions.cycle.v1', CycleClosed),
  'usage.recorded': define('pitanga.subscriptions.usage.v1', UsageRecorded),
  'payout.created': define('pitanga.payouts.payout.v1', PayoutCreated),
  'payout.completed': define('pitanga.payouts.payout.v1', PayoutCompleted),
  'payout.failed': define('pitanga.payouts.payout.v1', PayoutFailed),
  'payout.returned': define('pitanga.payouts.payout.v1', PayoutReturned),
  'payouts_settings.changed': define('pitanga.payouts.settings.v1', PayoutsSettingsChanged),
  'payout_account.configured': define('pitanga.payouts.payout-account.v1', PayoutAccountConfigured),
  'payout_account.removed': define('pitanga.payouts.payout-account.v1', PayoutAccountRemoved),
  'journal.posted': define('pitanga.ledger.journal.v1', JournalPosted),
  'webhook.created': define('pitanga.webhooks.webhook.v1', WebhookCreated),
  'webhook.updated': define('pitanga.webhooks.webhook.v1', WebhookUpdated),
  'webhook.deleted': define('pitanga.webhooks.webhook.v1', WebhookDeleted),
  'webhook.failing': define('pitanga.webhooks.webhook.v1', WebhookFailing),
  'webhook.recovered': define('pitanga.webhooks.webhook.v1', WebhookRecovered),
  'webhook.disabled': define('pitanga.webhooks.webhook.v1', WebhookDisabled),
  'delivery.finished': define('pitanga.webhooks.delivery.v1', DeliveryFinished),
  'store.created': define('pitanga.gateway.store.v1', StoreCreated),
  'store.updated': define('pitanga.gateway.store.v1', StoreUpdated),
  'store.closed': define('pitanga.gateway.store.v1', StoreClosed),
  'api_key.created': define('pitanga.gateway.api-key.v1', ApiKeyCreated),
  'api_key.revoked': define('pitanga.gateway.api-key.v1', ApiKeyRevoked),
} as const;

export type EventType = keyof typeof eventCatalogue;

/** The decoded message of an event type. */
export type EventData<T extends EventType> = (typeof eventCatalogue)[T] extends EventDefinition<infer M> ? M : never;

/** An event to publish: appended to the outbox in the transaction of its effect. */
export type OutboundEvent = {
  [T in EventType]: {
    readonly type: T;
    /** Unique and stable; consumers deduplicate by it (`ce_id`). */
    readonly id: string;
    /** Aggregate id and Kafka key: events of one aggregate stay in order. */
    readonly key: string;
    readonly occurredAt: Date;
    readonly data: EventData<T>;
  };
}[EventType];

/** An event as a consumer receives it. */
export type InboundEvent = {
  [T in EventType]: {
    readonly type: T;
    readonly id: string;
    readonly key: string;
    /** Store time of the event; consumers use it instead of their own clock. */
    readonly occurredAt: Date;
    /** Real time of the insert into the outbox. */
    readonly recordedAt: Date;
    /** W3C trace context of the transaction that appended the event, when it was traced. */
    readonly traceparent: string | undefined;
    /** The id of the request in which it was appended; absent in those of a job. */
    readonly requestId?: string | undefined;
    readonly data: EventData<T>;
  };
}[EventType];

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(eventCatalogue, text);
}

/** All consumer groups; events count as consumed when these have consumed them. */
export const consumerGroups: readonly string[] = ['ledger', 'subscriptions', 'webhooks'];

/** All topics. */
export const eventTopics = Object.keys(topicCatalogue) as readonly TopicName[];

/** The topics on which a service publishes: `pitanga.<service>.…`. */
export function publishedTopics(service: string): readonly TopicName[] {
  return eventTopics.filter((topic) => topic.startsWith(`pitanga.${service}.`));
}

/** Appended events as a consumer receives them, without those of a type that this build does not know. */
export function appendedFromWire(messages: readonly AppendedEvent[]): readonly InboundEvent[] {
  return messages.flatMap(({ id, type, key, occurredAt, payload }) => {
    if (!isEventType(type) || !occurredAt) return [];
    const data = eventCatalogue[type].codec.fromJSON(JSON.parse(payload));
    const times = { occurredAt, recordedAt: occurredAt, traceparent: undefined };
    return [{ id, type, key, ...times, data } as InboundEvent];
  });
}
