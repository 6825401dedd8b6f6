import { fromWire, required, tenantFromWire, type Charge, type EventType, type InboundEvent } from '@pitanga/contracts';
import { idPrefixes, type Tenant } from '@pitanga/core';
import { mailCycles, type BuyerMailKind, type MailFacts, type MailMethod } from '../mails/mail';
import { oneLine } from '../mails/one-line';

/** What a domain event says to a buyer, and to whom. */
export interface EventMail {
  readonly tenant: Tenant;
  readonly customerId: string;
  readonly email: string;
  /** The record whose fact it tells: one mail for each. */
  readonly recordId: string;
  readonly subscriptionId: string | undefined;
  readonly facts: Extract<MailFacts, { kind: BuyerMailKind }>;
  readonly traceparent: string | undefined;
  readonly occurredAt: Date;
}

type EventOf<T extends InboundEvent['type']> = Extract<InboundEvent, { type: T }>;

/** The domain events that mail to buyers is made from. */
export const mailedEvents = [
  'charge.created',
  'charge.paid',
  'charge.refunded',
  'subscription.started',
  'subscription.trial_started',
  'subscription.renewal_upcoming',
  'subscription.payment_failed',
] as const;

type Told = Pick<EventMail, 'recordId' | 'facts'> & { readonly subscriptionId?: string };

/** False for an event whose key says that it makes no mail: of the charges that are created only boletos are mailed. */
export function mayBeMailed(type: EventType, key: string): boolean {
  return type !== 'charge.created' || !unmailedCharges.some((prefix) => key.startsWith(prefix));
}

const unmailedCharges = [`${idPrefixes.pixCharge}_`, `${idPrefixes.cardCharge}_`];

/** The mail of an event (docs/behaviour/mail.md#kinds); undefined when it has none, or no recipient. */
export function toEventMail(event: InboundEvent): EventMail | undefined {
  const told = toTold(event);
  if (!told || !('customer' in event.data)) return undefined;
  const { customer } = event.data;
  if (customer?.email === undefined || customer.email === '') return undefined;
  return {
    tenant: tenantFromWire(event.data.tenant),
    customerId: customer.id,
    email: customer.email,
    recordId: told.recordId,
    subscriptionId: told.subscriptionId,
    facts: told.facts,
    traceparent: event.traceparent,
    occurredAt: event.occurredAt,
  };
}

function toTold(event: InboundEvent): Told | undefined {
  switch (event.type) {
    case 'charge.created':
      return boleto(required(event.data.charge, 'charge'));
    case 'charge.paid':
      return receipt(required(event.data.charge, 'charge'));
    case 'charge.refunded':
      return refund(event);
    case 'subscription.started':
    case 'subscription.trial_started':
      return subscriptionStarted(event);
    case 'subscription.renewal_upcoming':
      return renewalUpcoming(event);
    case 'subscription.payment_failed':
      return renewalFailed(event);
    default:
      return undefined;
  }
}

const methods = ['PIX', 'BOLETO', 'CARD'] as const satisfies readonly MailMethod[];
const toMailMethod = (method: Charge['method']): MailMethod => fromWire('PAYMENT_METHOD', methods, method);

const readDescription = (charge: Charge): string | undefined => {
  const text = oneLine(charge.description ?? '');
  return text === '' ? undefined : text;
};

function boleto(charge: Charge): Told | undefined {
  if (!charge.boleto) return undefined;
  const { digitableLine: line, dueDate, url } = charge.boleto;
  const facts = {
    kind: 'BOLETO',
    chargeId: charge.id,
    amountCents: charge.amountCents,
    dueDate,
    line,
    description: readDescription(charge),
    url,
  } as const;
  return { recordId: charge.id, facts };
}

function receipt(charge: Charge): Told | undefined {
  const { id, receiptUrl: url, paidAt, card, subscriptionId } = charge;
  // Earlier releases had payments without a page for their receipt.
  if (url === undefined || paidAt === undefined) return undefined;
  const facts = {
    kind: 'RECEIPT',
    amountCents: charge.paidAmountCents ?? charge.amountCents,
    surchargeCents: charge.surchargeCents,
    method: toMailMethod(charge.method),
    card: card && { brand: card.brand, lastFour: card.lastFour, installments: card.installmentCount },
    paidAt: paidAt.toISOString(),
    description: readDescription(charge),
    isOfSubscription: subscriptionId !== undefined,
    url,
  } as const;
  return { recordId: id, facts, ...(subscriptionId !== undefined && { subscriptionId }) };
}

function refund({ data, occurredAt }: EventOf<'charge.refunded'>): Told {
  const charge = required(data.charge, 'charge');
  const paidCents = charge.paidAmountCents ?? charge.amountCents;
  const facts = {
    kind: 'REFUND',
    refundedCents: data.refund?.amountCents ?? paidCents,
    paidCents,
    method: toMailMethod(charge.method),
    refundedAt: occurredAt.toISOString(),
    url: charge.receiptUrl,
  } as const;
  return { recordId: data.refund?.id ?? charge.id, facts };
}

function subscriptionStarted({ type, data }: EventOf<'subscription.started' | 'subscription.trial_started'>): Told {
  const { id, method, amountCents, cycle, nextChargeAt } = required(data.subscription, 'subscription');
  const facts = {
    kind: 'SUBSCRIPTION_STARTED',
    product: oneLine(data.checkout?.items[0]?.name ?? ''),
    amountCents,
    cycle: mailCycles.find((name) => name === cycle) ?? 'MONTHLY',
    method: toMailMethod(method),
    isTrial: type === 'subscription.trial_started',
    nextChargeAt: nextChargeAt?.toISOString(),
  } as const;
  return { recordId: id, subscriptionId: id, facts };
}

function renewalUpcoming({ data }: EventOf<'subscription.renewal_upcoming'>): Told {
  const { id, method } = required(data.subscription, 'subscription');
  const facts = {
    kind: 'RENEWAL_UPCOMING',
    amountCents: data.amountCents,
    method: toMailMethod(method),
    dueAt: required(data.dueAt, 'due_at').toISOString(),
    endsTrial: data.endsTrial,
  } as const;
  return { recordId: `${id} ${String(data.cycleNumber)}`, subscriptionId: id, facts };
}

/** Of the attempts to collect a cycle the first and the last: those between would only repeat the first. */
function renewalFailed({ data }: EventOf<'subscription.payment_failed'>): Told | undefined {
  const { id, method } = required(data.subscription, 'subscription');
  const { cycleNumber, retryNumber, nextAttemptAt, amountCents } = data;
  if (retryNumber > 0 && nextAttemptAt !== undefined) return undefined;
  const facts = {
    kind: 'RENEWAL_FAILED',
    amountCents,
    method: toMailMethod(method),
    nextAttemptAt: nextAttemptAt?.toISOString(),
  } as const;
  return { recordId: `${id} ${String(cycleNumber)} ${String(retryNumber)}`, subscriptionId: id, facts };
}
