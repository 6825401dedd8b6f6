import { eventCatalogue, type EventData, type EventType } from './events';
import type { Fate, Rules } from './public-rules';
import type { TopicName } from './topics';

const tenant = { storeId: 'kept' } as const;
/** The id stays: who counts customers needs it, and after an erasure it leads to no person. */
const customer = { id: 'kept', name: 'left out', email: 'left out', maskedTaxId: 'left out' } as const;
const payer = { name: 'left out', maskedTaxId: 'left out', ref: 'left out' } as const;

const product = {
  id: 'kept',
  externalId: 'left out',
  name: 'left out',
  description: 'left out',
  currency: 'kept',
  imageUrl: 'left out',
} as const;

/** A code is a text of the store, and may be made for one person. */
const coupon = { id: 'kept', code: 'left out', notes: 'left out', metadataJson: 'left out' } as const;

const checkout = {
  id: 'kept',
  externalId: 'left out',
  url: 'left out',
  items: { productId: 'kept', productExternalId: 'left out', name: 'left out', description: 'left out' },
  coupons: 'left out',
  couponsUsed: 'left out',
  splits: { subAccountId: 'kept' },
  customerId: 'kept',
  returnUrl: 'left out',
  completionUrl: 'left out',
  dueDate: 'kept',
  fine: {},
  receiptUrl: 'left out',
  metadataJson: 'left out',
  subscriptionId: 'kept',
  upsellProductId: 'kept',
} as const;

/** Anybody can write them into the address of a page: a name or an e-mail, too. */
const utmTexts = { source: 'left out', medium: 'left out', campaign: 'left out' } as const;
const utms = { ...utmTexts, term: 'left out', content: 'left out', src: 'left out', sck: 'left out' } as const;

/** Without what names the payment at the bank: there it leads to the payer. */
const charge = {
  id: 'kept',
  externalId: 'left out',
  checkoutId: 'kept',
  customerId: 'kept',
  description: 'left out',
  receiptUrl: 'left out',
  metadataJson: 'left out',
  pix: { brCode: 'left out', qrPng: 'left out', txid: 'left out', endToEndId: 'left out' },
  payer,
  boleto: { barCode: 'left out', digitableLine: 'left out', dueDate: 'kept', url: 'left out', fine: {} },
  card: { brand: 'kept', lastFour: 'left out', cardToken: 'left out' },
  failure: { code: 'kept', message: 'left out' },
  coupons: 'left out',
  subscriptionId: 'kept',
  actionUrl: 'left out',
  splits: { subAccountId: 'kept' },
  providerAccount: 'kept',
  utms,
} as const;

const actor = { id: 'left out', description: 'left out' } as const;
const approval = { requestedBy: actor, decidedBy: 'left out', confirmedBy: 'left out' } as const;

/** Without the people of the store who asked and approved. */
const refund = {
  id: 'kept',
  reason: 'left out',
  originalId: 'kept',
  chargeId: 'kept',
  // Older events have a sentence in it; `failure` has the name.
  failureReason: 'left out',
  providerCode: 'kept',
  pixKeyType: 'kept',
  maskedPixKey: 'left out',
  requestedBy: actor,
  approval,
} as const;

const keyPayment = {
  id: 'kept',
  endToEndId: 'left out',
  txid: 'left out',
  payerName: 'left out',
  payerMaskedTaxId: 'left out',
  payerRef: 'left out',
  providerAccount: 'kept',
  chargeId: 'kept',
  reason: 'kept',
} as const;

const dispute = { id: 'kept', chargeId: 'kept', reason: 'left out' } as const;

const subscription = {
  id: 'kept',
  checkoutId: 'kept',
  customerId: 'kept',
  externalId: 'left out',
  productId: 'kept',
  cycle: 'kept',
  coupons: 'left out',
  retryPolicy: {},
  cancelPolicy: 'kept',
  cancelledDueTo: 'kept',
  metadataJson: 'left out',
  effectiveRetryPolicy: {},
} as const;

/** Without the people of the store who asked and approved. */
const payout = {
  id: 'kept',
  externalId: 'left out',
  pixKeyType: 'kept',
  maskedPixKey: 'left out',
  description: 'left out',
  receiptUrl: 'left out',
  endToEndId: 'left out',
  failureReason: 'left out',
  providerCode: 'kept',
  requestedBy: actor,
  approval,
  subAccountId: 'kept',
  bankAccount: { ispb: 'kept', bankCode: 'kept', branch: 'left out', account: 'left out', accountDigit: 'left out' },
} as const;

const webhook = { id: 'kept', name: 'left out', origin: 'left out', events: 'kept' } as const;
const delivery = { event: 'kept', outcome: 'kept', lastErrorClass: 'kept' } as const;
const store = { storeId: 'kept', name: 'left out', website: 'left out' } as const;

const ofCharge = { tenant, charge, customer };
const disputed = { ...ofCharge, checkout, reason: 'left out', disputeId: 'kept' } as const;
const ofSubscription = { tenant, subscription, customer, checkout, charge };

/** The one table of what is personal or free text in events. */
const rules: { readonly [T in EventType]: Rules<EventData<T>> } = {
  'customer.created': { tenant, customer },
  'customer.erased': { tenant, customerId: 'kept' },
  'payer.erased': { tenant, payerRef: 'left out' },
  'product.created': { tenant, product },
  'product.deleted': { tenant, product },
  'coupon.created': { tenant, coupon },
  'coupon.updated': { tenant, coupon },
  'coupon.deleted': { tenant, coupon },
  'coupon.redeemed': { tenant, coupon, checkoutId: 'kept' },
  'coupon.released': { tenant, coupon },
  'checkout.created': { tenant, checkout },
  'checkout.discounted': { tenant, checkout },
  'checkout.extended': { tenant, checkoutId: 'kept' },
  'checkout.paid': { ...ofCharge, checkout },
  'checkout.cancelled': { tenant, checkout },
  'checkout.expired': { tenant, checkout },
  'checkout.refunded': { ...ofCharge, checkout, refund },
  'charge.created': ofCharge,
  'charge.paid': ofCharge,
  'charge.expired': ofCharge,
  'charge.cancelled': ofCharge,
  'charge.failed': ofCharge,
  'charge.refunded': { ...ofCharge, checkout, reason: 'left out', refund },
  'charge.disputed': disputed,
  'charge.dispute_won': disputed,
  'charge.dispute_lost': disputed,
  'charge.overpaid': { ...ofCharge, reason: 'kept', refund, providerAccount: 'kept' },
  'charge.payer_refused': { ...ofCharge, refund },
  'charge.overpayment_returned': { ...ofCharge, refund, providerAccount: 'kept', returnedBy: 'kept' },
  'top_up.completed': { tenant, charge },
  'refund.created': { tenant, refund },
  'refund.completed': { tenant, refund },
  'refund.failed': { ...ofCharge, refund, checkout },
  'refund.needs_key': { ...ofCharge, refund, checkout },
  'refund.requested': {
    tenant,
    request: {
      id: 'kept',
      chargeId: 'kept',
      checkoutId: 'kept',
      customerId: 'kept',
      reason: 'left out',
      refundId: 'kept',
    },
  },
  'dispute.opened': { tenant, dispute },
  'dispute.closed': { tenant, dispute },
  'agreement.started': {
    ...ofCharge,
    checkout,
    subscriptionId: 'kept',
    productId: 'kept',
    coupons: { id: 'kept', code: 'left out' },
  },
  'agreement.attempt_changed': { tenant, subscriptionId: 'kept', attemptId: 'kept' },
  'agreement.revoked': { tenant, subscriptionId: 'kept' },
  'agreement.card_replaced': { tenant, subscriptionId: 'kept', brand: 'kept', lastFour: 'left out' },
  'agreement.ended': { tenant, subscriptionId: 'kept' },
  'billing_settings.changed': { storeId: 'kept', merchantName: 'left out', merchantCity: 'left out' },
  'pix_account.configured': { tenant },
  'pix_account.removed': { tenant },
  'pix_key.received': { tenant, keyPayment },
  'pix_key.attached': { tenant, keyPayment },
  'pix_key.refunded': { tenant, keyPayment },
  'stripe_account.configured': { tenant, accountId: 'left out', methods: 'kept' },
  'stripe_account.removed': { tenant },
  'subscription.started': ofSubscription,
  'subscription.trial_started': { tenant, subscription, customer, checkout },
  'subscription.renewed': ofSubscription,
  'subscription.payment_failed': { ...ofSubscription, reason: 'left out', providerCode: 'kept' },
  'subscription.renewal_upcoming': { tenant, subscription, customer },
  'subscription.plan_changed': {
    tenant,
    subscription,
    customer,
    change: { id: 'kept', subscriptionId: 'kept', productId: 'kept', cycle: 'kept' },
  },
  'subscription.updated': { tenant, subscription },
  'subscription.cancelled': ofSubscription,
  'cycle.opened': { tenant, cycle: { subscriptionId: 'kept', productId: 'kept' }, frequency: 'kept' },
  'cycle.closed': { tenant, subscriptionId: 'kept', checkoutId: 'kept', chargeId: 'kept' },
  'usage.recorded': { tenant, usage: { id: 'kept', subscriptionId: 'kept', productId: 'kept' } },
  'payout.created': { tenant, payout },
  'payout.completed': { tenant, payout },
  'payout.failed': { tenant, payout },
  'payout.returned': { tenant, payout },
  'payouts_settings.changed': { storeId: 'kept' },
  'payout_account.configured': { tenant },
  'payout_account.removed': { tenant },
  'journal.posted': { tenant, journalId: 'kept', kind: 'kept', referenceId: 'kept', entries: { account: 'kept' } },
  'webhook.created': { tenant, webhook },
  'webhook.updated': { tenant, webhook },
  'webhook.deleted': { tenant, webhook },
  'webhook.failing': { tenant, webhookId: 'kept', lastErrorClass: 'kept', webhook },
  'webhook.recovered': { tenant, webhookId: 'kept', webhook },
  'webhook.disabled': { tenant, webhookId: 'kept', deliveryId: 'kept', webhook },
  'delivery.finished': { tenant, deliveryId: 'kept', webhookId: 'kept', ...delivery },
  'store.created': { storeId: 'kept', name: 'left out' },
  'store.updated': { store },
  'store.closed': { store },
  'api_key.created': { storeId: 'kept', keyId: 'kept', description: 'left out', permissions: 'kept' },
  'api_key.revoked': { storeId: 'kept', keyId: 'kept' },
};

/** The topic of the public form of a topic's events. */
export function publicTopic(topic: TopicName): `${TopicName}.public` {
  return `${topic}.public`;
}

/** An event as analysts may keep it. */
export interface PublicForm {
  /** Empty where the key itself stands for a person. */
  readonly key: string;
  /** The JSON of the event, without every text that is left out. */
  readonly data: object;
}

/**
 * The public form of an event: no name, e-mail, masked tax id, free text, metadata or id that a store gave; amounts, dates,
 * statuses and ids of Pitanga as they were. What this build does not know of the event is left out.
 *
 * @param json the JSON of the event
 * @throws what the codec throws for a value that this build does not know
 */
export function withoutPersonalData(type: EventType, key: string, json: unknown): PublicForm {
  return toPublicForm(type, key, findCodec(type).fromJSON(json));
}

/** The same of an event that is decoded. */
export function toPublicForm(type: EventType, key: string, message: unknown): PublicForm {
  const data = keepAllowed(findCodec(type).toJSON(message), rules[type]) as object;
  return { key: type === 'payer.erased' ? '' : key, data };
}

/** The catalogue pairs each type with its codec; TypeScript cannot follow the pairing through a union. */
function findCodec(type: EventType) {
  return eventCatalogue[type].codec as { fromJSON(json: unknown): unknown; toJSON(message: unknown): unknown };
}

/** What becomes of the fields of a message; those without a rule are kept. */
export interface PublicRules {
  readonly [field: string]: Fate | PublicRules;
}

/** What becomes of the fields of an event, to describe its public form. */
export const buildPublicRules = (type: EventType): PublicRules => rules[type];

function keepAllowed(json: unknown, rule: PublicRules): unknown {
  if (Array.isArray(json)) return json.map((element) => keepAllowed(element, rule));
  const kept: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(json as object)) {
    const fate = rule[field];
    if (fate === 'left out') continue;
    // Without a rule it is a number, a flag, a time or of an enum.
    kept[field] = fate === undefined || fate === 'kept' ? value : keepAllowed(value, fate);
  }
  return kept;
}
