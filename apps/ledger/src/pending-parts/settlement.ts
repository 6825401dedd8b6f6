import type { Cents, Tenant } from '@pitanga/core';
import { move, type Journal } from '../journals/journal';
import { credit, type StatementContext } from '../statement/statement';

/** A part that has just been settled, and what its journal is made of. */
export interface SettledPart {
  readonly tenant: Tenant;
  readonly chargeId: string;
  readonly number: number;
  readonly amountCents: Cents;
  /** What had settled of it before: more than zero only where a part of it was taken and came back. */
  readonly settledBeforeCents: Cents;
  readonly occurredAt: Date;
  /** Of the payment's statement line. */
  readonly context: StatementContext;
}

/**
 * A part that was pending is available: `settle:<charge id>:<number>`. Where money of it was taken, came back
 * and settles after the rest, what had settled before tells the two journals apart.
 */
export function planSettlement(part: SettledPart, statementId: string): Journal {
  const { tenant, chargeId, number, amountCents, settledBeforeCents, occurredAt, context } = part;
  const again = settledBeforeCents > 0 ? `:${String(settledBeforeCents)}` : '';
  return {
    tenant,
    id: `settle:${chargeId}:${String(number)}${again}`,
    kind: 'charge.settled',
    referenceId: chargeId,
    occurredAt,
    entries: move('pending', 'available', amountCents),
    statement: {
      ...context,
      id: statementId,
      kind: 'SETTLEMENT',
      status: 'COMPLETE',
      movements: [credit(amountCents, 'SETTLEMENT', context.method)],
      referenceId: chargeId,
    },
  };
}
