import type { Cents, Tenant } from '@pitanga/core';
import { move, type Journal } from '../journals/journal';
import {
  givenBackEntries,
  givenBackMovements,
  takenEntries,
  takenMovements,
  type TakenMoney,
} from '../journals/taken-money';
import { noEffect, type StatementContext } from '../statement/statement';

/** OPEN ends as WON (by the merchant) or LOST, once. */
export type DisputeState = 'OPEN' | 'WON' | 'LOST';

/** A payer's bank asks for a payment back: what was not refunded of it is blocked until the dispute ends. */
export interface Dispute {
  readonly id: string;
  readonly chargeId: string;
  readonly state: DisputeState;
  /** What the payer paid, less what was refunded. */
  readonly amountCents: Cents;
  /** The DISPUTE line, PENDING while the dispute is OPEN. */
  readonly statementEntryId: string;
}

/** A step of a dispute: when it happened, and the line a merchant sees of it. */
export interface DisputeStep {
  readonly occurredAt: Date;
  readonly statementId: string;
  readonly context: StatementContext;
}

/** Blocks the amount; `available` may go below zero by it. */
export function planOpened(
  tenant: Tenant,
  dispute: Dispute,
  taken: TakenMoney,
  step: Omit<DisputeStep, 'statementId'>,
): Journal {
  const { occurredAt, context } = step;
  return {
    ...disputeFact(tenant, dispute, 'opened', occurredAt),
    entries: takenEntries(taken, 'blocked'),
    statement: {
      ...context,
      id: dispute.statementEntryId,
      kind: 'DISPUTE',
      status: 'PENDING',
      movements: takenMovements(taken, 'DISPUTE', context.method),
      referenceId: dispute.id,
    },
  };
}

/** What was blocked returns where it was. */
export function planWon(tenant: Tenant, dispute: Dispute, taken: TakenMoney, step: DisputeStep): Journal {
  const { occurredAt, statementId, context } = step;
  return {
    ...disputeFact(tenant, dispute, 'won', occurredAt),
    entries: givenBackEntries(taken, 'blocked'),
    statement: {
      ...context,
      id: statementId,
      kind: 'DISPUTE_RELEASE',
      status: 'COMPLETE',
      movements: givenBackMovements(taken, 'DISPUTE_RELEASE', context.method),
      referenceId: dispute.id,
    },
  };
}

/** What was blocked goes to the payer through the provider; the DISPUTE line has shown the debit already. */
export function planLost(tenant: Tenant, dispute: Dispute, step: DisputeStep): Journal {
  const { occurredAt, statementId, context } = step;
  return {
    ...disputeFact(tenant, dispute, 'lost', occurredAt),
    entries: move('blocked', 'provider_clearing', dispute.amountCents),
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

function disputeFact(
  tenant: Tenant,
  dispute: Dispute,
  step: 'opened' | 'won' | 'lost',
  occurredAt: Date,
): Pick<Journal, 'tenant' | 'id' | 'kind' | 'referenceId' | 'occurredAt'> {
  return { tenant, id: `dispute:${dispute.id}:${step}`, kind: `dispute.${step}`, referenceId: dispute.id, occurredAt };
}
