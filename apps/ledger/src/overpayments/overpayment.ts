import type { Cents, Tenant } from '@pitanga/core';
import { move, type Journal } from '../journals/journal';
import { noEffect, type StatementContext } from '../statement/statement';

/** OPEN until the money is back with its payer. */
export type OverpaymentState = 'OPEN' | 'RETURNED';

/** Money that a charge could not take: late, twice, or of another amount. Never the store's. */
export interface Overpayment {
  /** The refund that returns it. */
  readonly id: string;
  readonly chargeId: string;
  readonly state: OverpaymentState;
  readonly amountCents: Cents;
  /** The PAYMENT line, PENDING while the money waits to be returned. */
  readonly statementEntryId: string;
}

/** The money is in, and waits in `suspense` to be returned. */
export function planReceived(
  tenant: Tenant,
  overpayment: Overpayment,
  fact: { readonly occurredAt: Date; readonly context: StatementContext },
): Journal {
  const { id, amountCents, statementEntryId } = overpayment;
  return {
    tenant,
    id: `overpaid:${id}`,
    kind: 'overpayment.received',
    referenceId: id,
    occurredAt: fact.occurredAt,
    entries: move('provider_clearing', 'suspense', amountCents),
    statement: {
      ...fact.context,
      id: statementEntryId,
      kind: 'PAYMENT',
      status: 'PENDING',
      movements: [noEffect('in', amountCents, 'PAYMENT', fact.context.method)],
      referenceId: id,
    },
  };
}

/** The money is back with its payer. */
export function planReturned(
  tenant: Tenant,
  overpayment: Overpayment,
  fact: { readonly occurredAt: Date; readonly statementId: string; readonly context: StatementContext },
): Journal {
  const { id, amountCents } = overpayment;
  return {
    tenant,
    id: `overpaid:${id}:returned`,
    kind: 'overpayment.returned',
    referenceId: id,
    occurredAt: fact.occurredAt,
    entries: move('suspense', 'provider_clearing', amountCents),
    statement: {
      ...fact.context,
      id: fact.statementId,
      kind: 'REFUND',
      status: 'COMPLETE',
      movements: [noEffect('out', amountCents, 'REFUND', fact.context.method)],
      referenceId: id,
    },
  };
}
