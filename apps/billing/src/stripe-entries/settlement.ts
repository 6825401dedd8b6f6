import { saoPauloDay, subtractCents, sumCents, zeroCents, type Cents } from '@pitanga/core';
import type { SettlementLine } from '../settlements/settlement-file';
import type { StripeEntry } from '../stripe/stripe-money';

/** What a Stripe account says of a store, in centavos. */
export interface Settlement {
  readonly lines: readonly SettlementLine[];
  /** What Stripe kept: of payments, and of disputes. */
  readonly feesCents: Cents;
  /** What Stripe paid out to the store's bank. */
  readonly paidOutCents: Cents;
  /** What Stripe holds back for disputes that are open. */
  readonly heldCents: Cents;
  /** What must be left at Stripe: the sum of all movements. */
  readonly leftCents: Cents;
  /** Movements that belong to nothing of ours, one by one. */
  readonly foreign: readonly StripeEntry[];
}

const payouts = new Set(['payout', 'payout_cancel', 'payout_failure']);
const refundTypes = new Set(['refund', 'payment_refund', 'refund_failure', 'payment_failure_refund']);

/**
 * Sorts every movement of an account. A failed refund and a dispute that was won cancel what they had taken; a dispute
 * counts on the day on which it was lost, when the ledger books it.
 */
export function settle(
  entries: readonly StripeEntry[],
  lost: ReadonlyMap<string, { readonly id: string; readonly closedAt: Date }>,
): Settlement {
  const lines: SettlementLine[] = [];
  const foreign: StripeEntry[] = [];
  const moved = new Map<string, { amountCents: Cents; day: string }>();
  const held = new Map<string, Cents>();
  let [feesCents, paidOutCents] = [zeroCents, zeroCents];
  for (const entry of entries) {
    const { type, source, reference, amountCents, occurredAt } = entry;
    feesCents = sumCents(feesCents, entry.feeCents);
    if (payouts.has(type)) paidOutCents = subtractCents(paidOutCents, amountCents);
    else if (type === 'stripe_fee') feesCents = subtractCents(feesCents, amountCents);
    else if (reference !== undefined && refundTypes.has(type)) {
      const before = moved.get(reference)?.amountCents ?? zeroCents;
      moved.set(reference, { amountCents: subtractCents(before, amountCents), day: saoPauloDay(occurredAt) });
    } else if (reference !== undefined && (type === 'charge' || type === 'payment')) {
      lines.push({ reference, type: 'PAYMENT', amountCents, day: saoPauloDay(occurredAt) });
    } else if (type === 'adjustment' && source !== undefined && /^(du|dp)_/.test(source)) {
      held.set(source, subtractCents(held.get(source) ?? zeroCents, amountCents));
    } else foreign.push(entry);
  }
  for (const [reference, refund] of moved)
    if (refund.amountCents !== 0) lines.push({ reference, type: 'REFUND', ...refund });
  for (const [source, amountCents] of held) {
    const dispute = lost.get(source);
    if (!dispute) continue;
    lines.push({ reference: dispute.id, type: 'CHARGEBACK', amountCents, day: saoPauloDay(dispute.closedAt) });
    held.delete(source);
  }
  return {
    lines,
    feesCents,
    paidOutCents,
    heldCents: sumCents(...held.values()),
    leftCents: entries.reduce((sum, { netCents }) => sumCents(sum, netCents), zeroCents),
    foreign,
  };
}
