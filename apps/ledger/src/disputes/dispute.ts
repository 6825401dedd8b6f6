import { subtractCents, type AccountOwner, type Cents, type Tenant } from '@pitanga/core';
import { toBlocked } from '../balances/account';
import { move, type Journal } from '../journals/journal';
import { debitEntries, debitMovements, returnEntries, returnMovements, type DebitSplit } from '../journals/debit-split';
import { sumShares, type SplitTaking } from '../splits/split';
import { noEffect, type StatementContext } from '../statement/statement';

/** OPEN ends as WON (by the merchant) or LOST, once. */
export type DisputeState = 'OPEN' | 'WON' | 'LOST';

/** A payer's bank claims a payment back: what was not refunded of it is blocked until the dispute ends. */
export interface Dispute {
  readonly id: string;
  readonly chargeId: string;
  readonly state: DisputeState;
  /** What the payer paid, less what was refunded. */
  readonly amountCents: Cents;
  /** Of the payment. */
  readonly owner?: AccountOwner | undefined;
  /** The DISPUTE entry, PENDING while the dispute is OPEN. */
  readonly statementEntryId: string;
}

/** A step of a dispute: its time, and its statement entry. */
export interface DisputeStep {
  readonly occurredAt: Date;
  readonly statementId: string;
  readonly context: StatementContext;
  /** The store's account that the payment came in by. */
  readonly providerAccount?: string | undefined;
}

/** Blocks the amount; `available` may fall below zero. */
export function planOpened(
  tenant: Tenant,
  dispute: Dispute,
  split: DebitSplit,
  step: Omit<DisputeStep, 'statementId'>,
): Journal {
  const { occurredAt, context } = step;
  return {
    ...disputeJournal(tenant, dispute, 'opened', occurredAt),
    entries: debitEntries(split, 'blocked', toBlocked),
    statement: {
      ...context,
      id: dispute.statementEntryId,
      kind: 'DISPUTE',
      status: 'PENDING',
      movements: debitMovements(split, 'DISPUTE', context.method),
      referenceId: dispute.id,
    },
  };
}

/** Returns the blocked amount to where it came from. */
export function planWon(tenant: Tenant, dispute: Dispute, split: DebitSplit, step: DisputeStep): Journal {
  const { occurredAt, statementId, context } = step;
  return {
    ...disputeJournal(tenant, dispute, 'won', occurredAt),
    entries: returnEntries(split, 'blocked', toBlocked),
    statement: {
      ...context,
      id: statementId,
      kind: 'DISPUTE_RELEASE',
      status: 'COMPLETE',
      movements: returnMovements(split, 'DISPUTE_RELEASE', context.method),
      referenceId: dispute.id,
    },
  };
}

/** Moves the blocked amount to the payer through the provider; the DISPUTE entry has shown the debit. */
export function planLost(tenant: Tenant, dispute: Dispute, subs: readonly SplitTaking[], step: DisputeStep): Journal {
  const { occurredAt, statementId, context, providerAccount } = step;
  return {
    ...disputeJournal(tenant, dispute, 'lost', occurredAt),
    providerAccount,
    entries: [
      ...move('blocked', 'provider_clearing', subtractCents(dispute.amountCents, sumShares(subs))),
      ...subs.flatMap((sub) => move(toBlocked(sub.subAccountId), 'provider_clearing', sub.shareCents)),
    ],
    statement: {
      ...context,
      id: statementId,
      kind: 'CHARGEBACK',
      status: 'COMPLETE',
      movements: [noEffect('out', dispute.amountCents, 'CHARGEBACK', context.method)],
      referenceId: dispute.id,
    },
  };
}

type StepName = 'opened' | 'won' | 'lost';

export const toDisputeJournalId = (disputeId: string, step: StepName): string => `dispute:${disputeId}:${step}`;

function disputeJournal(
  tenant: Tenant,
  dispute: Dispute,
  step: StepName,
  occurredAt: Date,
): Pick<Journal, 'tenant' | 'id' | 'kind' | 'referenceId' | 'occurredAt' | 'owner'> {
  const { id: referenceId, owner } = dispute;
  const id = toDisputeJournalId(referenceId, step);
  return { tenant, id, kind: `dispute.${step}`, referenceId, occurredAt, owner };
}
