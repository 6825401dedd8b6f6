import { required, tenantFromWire, type InboundEvent } from '@pitanga/contracts';
import type { NewNotice } from '../notices/notice';

type EventOf<T extends InboundEvent['type']> = Extract<InboundEvent, { type: T }>;

/** The domain events that the people of a store are notified of. */
export const noticedEvents = [
  'charge.paid',
  'dispute.opened',
  'payout.created',
  'payout.failed',
  'payout.returned',
  'refund.requested',
  'subscription.payment_failed',
  'webhook.disabled',
  'webhook.failing',
] as const;

type Noticed = Omit<NewNotice, 'tenant' | 'id' | 'createdAt' | 'waits'>;

/** What an event notifies people of (docs/behaviour/notifications.md#kinds); undefined when it is nothing. */
export function toNotice(event: InboundEvent): Omit<NewNotice, 'waits'> | undefined {
  const noticed = toNoticed(event);
  if (!noticed) return undefined;
  const { tenant } = event.data as { tenant: Parameters<typeof tenantFromWire>[0] };
  return { tenant: tenantFromWire(tenant), id: event.id, createdAt: event.occurredAt, ...noticed };
}

function toNoticed(event: InboundEvent): Noticed | undefined {
  switch (event.type) {
    case 'charge.paid': {
      const { id, paidAmountCents, amountCents } = required(event.data.charge, 'charge');
      return { kind: 'PAYMENT', recordId: id, amountCents: paidAmountCents ?? amountCents };
    }
    case 'dispute.opened': {
      const { id, amountCents, dueBy: dueAt } = required(event.data.dispute, 'dispute');
      return { kind: 'DISPUTE', recordId: id, amountCents, dueAt };
    }
    case 'payout.created':
      return toApproval(event);
    case 'payout.failed':
    case 'payout.returned': {
      const { id, amountCents, kind } = required(event.data.payout, 'payout');
      return { kind: 'PAYOUT_FAILED', recordId: id, amountCents, isTransfer: kind === 'PAYOUT_KIND_TRANSFER' };
    }
    case 'refund.requested': {
      const { chargeId, amountCents } = required(event.data.request, 'request');
      return { kind: 'REFUND_REQUEST', recordId: chargeId, amountCents };
    }
    case 'subscription.payment_failed':
      return toFailedRenewal(event);
    case 'webhook.disabled':
      return { kind: 'WEBHOOK_OFF', recordId: event.data.webhookId };
    case 'webhook.failing':
      return { kind: 'WEBHOOK_FAILING', recordId: event.data.webhookId };
    default:
      return undefined;
  }
}

function toApproval({ data }: EventOf<'payout.created'>): Noticed | undefined {
  const { id, amountCents, kind, approval, requestedBy } = required(data.payout, 'payout');
  if (approval?.status !== 'PAYOUT_APPROVAL_STATUS_WAITING') return undefined;
  const asker = approval.requestedBy ?? requestedBy;
  return {
    kind: 'PAYOUT_APPROVAL',
    recordId: id,
    amountCents,
    dueAt: approval.expiresAt,
    // Where no other person could approve, who asked confirms it.
    askedBy: approval.isAlone ? undefined : asker?.id,
    isTransfer: kind === 'PAYOUT_KIND_TRANSFER',
  };
}

/** Of the attempts to collect a cycle the first and the last, like the mail to its payer. */
function toFailedRenewal({ data }: EventOf<'subscription.payment_failed'>): Noticed | undefined {
  const { retryNumber, nextAttemptAt, amountCents } = data;
  if (retryNumber > 0 && nextAttemptAt !== undefined) return undefined;
  return { kind: 'RENEWAL_FAILED', recordId: required(data.subscription, 'subscription').id, amountCents };
}
