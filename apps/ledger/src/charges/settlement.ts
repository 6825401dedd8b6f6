import { move, type Journal } from '../journals/journal';
import type { SettledPart } from '../pending-parts/pending-part';
import { credit } from '../statement/statement';

/**
 * The journal of a settled part, `settle:<charge id>:<number>`. A part settles twice when money of it was taken and
 * restored later; the amount settled before makes the second id unique.
 */
export function planSettlement(part: SettledPart, statementId: string): Journal {
  const { tenant, chargeId, number, amountCents, settledBeforeCents, occurredAt, owner, context } = part;
  const again = settledBeforeCents > 0 ? `:${String(settledBeforeCents)}` : '';
  return {
    tenant,
    id: `settle:${chargeId}:${String(number)}${again}`,
    kind: 'charge.settled',
    referenceId: chargeId,
    occurredAt,
    owner,
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
