import type { OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import type { Agreement } from '../agreements/agreement';
import type { CardReplacement } from '../card-replacements/card-replacement';
import type { SavedCard } from '../cards/card';

type AgreementKey = Pick<Agreement, 'subscriptionId'>;

/** With the card's data that a receipt may show. */
export function cardReplacedEvent(
  ids: IdSource,
  tenant: Tenant,
  agreement: AgreementKey,
  replaced: {
    readonly card: Pick<SavedCard, 'brand' | 'lastFour'>;
    readonly replacedAt: Date;
    /** Of a card that its holder had to confirm. */
    readonly confirmed: Pick<CardReplacement, 'cycleNumber' | 'attempts'> | undefined;
  },
): OutboundEvent {
  const { subscriptionId } = agreement;
  const { card, confirmed, replacedAt } = replaced;
  const { brand, lastFour } = card;
  const { cycleNumber, attempts } = confirmed ?? {};
  const data = { tenant, subscriptionId, brand, lastFour, replacedAt, cycleNumber, attempts };
  return { ...eventHead(ids, agreement, replacedAt), type: 'agreement.card_replaced', data };
}

export function agreementEndedEvent(
  ids: IdSource,
  tenant: Tenant,
  agreement: AgreementKey,
  endedAt: Date,
): OutboundEvent {
  const data = { tenant, subscriptionId: agreement.subscriptionId, endedAt };
  return { ...eventHead(ids, agreement, endedAt), type: 'agreement.ended', data };
}

/** The payer revoked the authorization at their bank. */
export function agreementRevokedEvent(
  ids: IdSource,
  tenant: Tenant,
  agreement: AgreementKey,
  revokedAt: Date,
): OutboundEvent {
  const data = { tenant, subscriptionId: agreement.subscriptionId, revokedAt };
  return { ...eventHead(ids, agreement, revokedAt), type: 'agreement.revoked', data };
}

/** The payer's bank ended an attempt; the subscriptions service asks for its outcome. */
export function attemptChangedEvent(
  ids: IdSource,
  tenant: Tenant,
  attempt: AgreementKey & { readonly attemptId: string },
  changedAt: Date,
): OutboundEvent {
  const { subscriptionId, attemptId } = attempt;
  const data = { tenant, subscriptionId, attemptId, changedAt };
  return { ...eventHead(ids, attempt, changedAt), type: 'agreement.attempt_changed', data };
}

function eventHead(ids: IdSource, { subscriptionId: key }: AgreementKey, occurredAt: Date) {
  return { id: ids.next('event', occurredAt), key, occurredAt };
}
