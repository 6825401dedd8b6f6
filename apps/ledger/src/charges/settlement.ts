import { toAvailable, toPending } from '../balances/account';
import { move, type Journal } from '../journals/journal';
import { toInstallment, type SettledPart } from '../pending-parts/pending-part';
import { tenantKey } from '../owned-rows';
import { credit, ofSubAccount, type Movement } from '../statement/statement';

/**
 * The journal of a settled installment, `settle:<charge id>:<number of its first part>`: the store's part of it, and those
 * of sub-accounts. A part settles twice when money of it was taken and restored later; the amount settled before makes the
 * second id unique.
 */
export function planSettlement([first, ...others]: SettledInstallment, statementId: string): Journal {
  const { tenant, chargeId, number, settledBeforeCents, occurredAt, owner, context } = first;
  const again = settledBeforeCents > 0 ? `:${String(settledBeforeCents)}` : '';
  const parts = [first, ...others];
  return {
    tenant,
    id: `settle:${chargeId}:${String(number)}${again}`,
    kind: 'charge.settled',
    referenceId: chargeId,
    occurredAt,
    owner,
    entries: parts.flatMap(({ subAccountId, amountCents }) =>
      move(toPending(subAccountId), toAvailable(subAccountId), amountCents),
    ),
    statement: {
      ...context,
      id: statementId,
      kind: 'SETTLEMENT',
      status: 'COMPLETE',
      movements: parts.map(settlementMovement),
      referenceId: chargeId,
    },
  };
}

function settlementMovement({ subAccountId, amountCents, context }: SettledPart): Movement {
  const movement = credit(amountCents, 'SETTLEMENT', context.method);
  return subAccountId === undefined ? movement : ofSubAccount(subAccountId, movement);
}

/** The parts of one installment that settle together, by number. */
export type SettledInstallment = readonly [SettledPart, ...SettledPart[]];

/** Settled parts by installment, each in the order of their numbers. */
export function groupInstallments(parts: readonly SettledPart[]): readonly SettledInstallment[] {
  const groups = new Map<string, SettledInstallment>();
  for (const part of [...parts].sort((one, other) => one.number - other.number)) {
    const { tenant, chargeId, number } = part;
    const key = tenantKey(tenant, `${chargeId}/${String(toInstallment(number))}`);
    const group = groups.get(key);
    groups.set(key, group ? [...group, part] : [part]);
  }
  return [...groups.values()];
}
