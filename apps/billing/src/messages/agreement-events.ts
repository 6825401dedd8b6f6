import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import type { Agreement } from '../agreements/agreement';
import type { SavedCard } from '../cards/card';

type Of = Pick<Agreement, 'subscriptionId'>;

/** Of the card only what a receipt may show. */
export function cardReplacedEvent(
  ids: IdSource,
  tenant: Tenant,
  agreement: Of,
  { brand, lastFour }: Pick<SavedCard, 'brand' | 'lastFour'>,
  replacedAt: Date,
): OutboundEvent {
  const { subscriptionId } = agreement;
  const data = { tenant, subscriptionId, brand, lastFour, replacedAt };
  return { ...headOf(ids, agreement, replacedAt), type: 'agreement.card_replaced', data };
}

export function agreementEndedEvent(ids: IdSource, tenant: Tenant, agreement: Of, endedAt: Date): OutboundEvent {
  const data = { tenant, subscriptionId: agreement.subscriptionId, endedAt };
  return { ...headOf(ids, agreement, endedAt), type: 'agreement.ended', data };
}

/** The payer took it back where we have no say. */
export function agreementRevokedEvent(ids: IdSource, tenant: Tenant, agreement: Of, revokedAt: Date): OutboundEvent {
  const data = { tenant, subscriptionId: agreement.subscriptionId, revokedAt };
  return { ...headOf(ids, agreement, revokedAt), type: 'agreement.revoked', data };
}

function headOf(ids: IdSource, { subscriptionId: key }: Of, occurredAt: Date) {
  return { id: ids.next('event', occurredAt), key, occurredAt };
}
