import type { Cents, Tenant } from '@pitanga/core';
import { move, type Journal } from '../journals/journal';
import { noEffect, type StatementContext } from '../statement/statement';

/** OPEN until the money is returned to its payer. */
export type OverpaymentState = 'OPEN' | 'RETURNED';

/** Money that a charge cannot take: late, twice, or of another amount. It never belongs to the store. */
export interface Overpayment {
  /** The id of the refund that returns it. */
  readonly id: string;
  readonly chargeId: string;
  readonly state: OverpaymentState;
  readonly amountCents: Cents;
  /** The PAYMENT entry, PENDING until the money is returned. */
  readonly statementEntryId: string;
}

export const toOverpaidId = (refundId: string): string => `overpaid:${refundId}`;

/** Receives the money into `suspense`, where it waits to be returned. */
export function planReceived(
  tenant: Tenant,
  overpayment: Overpayment,
  event: Pick<Journal, 'occurredAt' | 'providerAccount'> & { readonly context: StatementContext },
): Journal {
  const { id, amountCents, statementEntryId } = overpayment;
  return {
    tenant,
    id: toOverpaidId(id),
    kind: 'overpayment.received',
    referenceId: id,
    occurredAt: event.occurredAt,
    providerAccount: event.providerAccount,
    entries: move('provider_clearing', 'suspense', amountCents),
    statement: {
      ...event.context,
      id: statementEntryId,
      kind: 'PAYMENT',
      status: 'PENDING',
      movements: [noEffect('in', amountCents, 'PAYMENT', event.context.method)],
      referenceId: id,
    },
  };
}

/** Returns the money to its payer. */
export function planReturned(
  tenant: Tenant,
  overpayment: Overpayment,
  event: Pick<Journal, 'occurredAt' | 'providerAccount'> & {
    readonly statementId: string;
    readonly context: StatementContext;
  },
): Journal {
  const { id, amountCents } = overpayment;
  return {
    tenant,
    id: `${toOverpaidId(id)}:returned`,
    kind: 'overpayment.returned',
    referenceId: id,
    occurredAt: event.occurredAt,
    providerAccount: event.providerAccount,
    entries: move('suspense', 'provider_clearing', amountCents),
    statement: {
      ...event.context,
      id: event.statementId,
      kind: 'REFUND',
      status: 'COMPLETE',
      movements: [noEffect('out', amountCents, 'REFUND', event.context.method)],
      referenceId: id,
    },
  };
}
