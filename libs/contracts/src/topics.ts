/** How a topic is kept on the broker. Applied by `ensureTopics`, shown in the AsyncAPI document. */
export interface TopicSettings {
  /** Description for the AsyncAPI document. */
  readonly about: string;
  /** The aggregate whose id is the message key: events of one key stay in order. */
  readonly key: string;
  /** For a new topic only: changing the number of an existing topic moves keys and breaks their order. */
  readonly partitions: number;
  /** Longer than any tolerated outage of a consumer. */
  readonly retentionDays: number;
  /**
   * Keeps the last event of each key for ever, so that a new reader can rebuild the current state. Only where that
   * event has the whole state and no personal data.
   */
  readonly isCompacted: boolean;
}

const quiet = { partitions: 3, retentionDays: 14, isCompacted: false };
const busy = { ...quiet, partitions: 12 };
const lasting = { ...quiet, isCompacted: true };

/** All topics. The last part of a name is its version: an incompatible change starts a new topic. */
export const topicCatalogue = {
  'pitanga.billing.customer.v1': { about: 'Customers', key: 'customer', ...quiet },
  'pitanga.billing.product.v1': { about: 'Products', key: 'product', ...lasting },
  'pitanga.billing.coupon.v1': { about: 'Coupons and their uses', key: 'coupon', ...lasting },
  'pitanga.billing.checkout.v1': { about: 'Checkouts and payment links', key: 'checkout', ...busy },
  'pitanga.billing.charge.v1': { about: 'Charges by Pix, boleto and card', key: 'charge', ...busy },
  'pitanga.billing.refund.v1': { about: 'Money on its way back to payers', key: 'refund', ...quiet },
  'pitanga.billing.dispute.v1': { about: 'Disputes of charges', key: 'dispute', ...quiet },
  'pitanga.billing.agreement.v1': { about: 'What payers have agreed to be charged', key: 'subscription', ...quiet },
  'pitanga.billing.settings.v1': { about: 'Fees and names of stores', key: 'store', ...lasting },
  'pitanga.billing.pix-account.v1': { about: 'Whether stores have production Pix', key: 'store', ...lasting },
  'pitanga.billing.pix-key.v1': { about: 'Pix that no charge asked for', key: 'Pix', ...quiet },
  'pitanga.billing.stripe-account.v1': { about: 'Whether stores have cards by Stripe', key: 'store', ...lasting },
  'pitanga.subscriptions.subscription.v1': { about: 'Subscriptions', key: 'subscription', ...quiet },
  'pitanga.subscriptions.cycle.v1': { about: 'Cycles of subscriptions', key: 'subscription', ...quiet },
  'pitanga.subscriptions.usage.v1': { about: 'Metered use', key: 'subscription', ...quiet },
  'pitanga.payouts.payout.v1': { about: 'Withdrawals and transfers', key: 'payout', ...quiet },
  'pitanga.payouts.settings.v1': { about: 'Payout fees of stores', key: 'store', ...lasting },
  'pitanga.payouts.payout-account.v1': { about: 'Whether stores have production payouts', key: 'store', ...lasting },
  'pitanga.ledger.journal.v1': { about: 'Every movement of money', key: 'subject of the journal', ...busy },
  'pitanga.webhooks.webhook.v1': { about: 'Endpoints that receive webhooks', key: 'webhook', ...lasting },
  'pitanga.webhooks.delivery.v1': { about: 'How deliveries ended', key: 'delivery', ...busy },
  'pitanga.gateway.store.v1': { about: 'Stores', key: 'store', ...lasting },
  'pitanga.gateway.api-key.v1': { about: 'API keys, never the keys themselves', key: 'API key', ...quiet },
} as const satisfies Readonly<Record<string, TopicSettings>>;

export type TopicName = keyof typeof topicCatalogue;
