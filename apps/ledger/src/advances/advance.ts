import { cents, mulDiv, subtractCents, sumCents, type AccountOwner, type Cents, type Tenant } from '@pitanga/core';
import { move, type Journal } from '../journals/journal';
import { credit, noEffect } from '../statement/statement';

/** An unsettled part of a card payment that can be advanced. */
export interface AdvanceablePart {
  readonly chargeId: string;
  readonly number: number;
  readonly openCents: Cents;
  /** The store's time; later than now. */
  readonly dueAt: Date;
  /** Of the payment. */
  readonly owner?: AccountOwner | undefined;
}

/** What an advance takes of one part, and its cost. */
export interface AdvancedPart {
  readonly chargeId: string;
  readonly number: number;
  readonly amountCents: Cents;
  readonly costCents: Cents;
}

/** What an advance would take and cost. */
export interface AdvancePlan {
  /** Of pending money. */
  readonly amountCents: Cents;
  /** Part of the amount: the rest becomes available. */
  readonly costCents: Cents;
  readonly parts: readonly AdvancedPart[];
  /** Of the payments: an advance is of one owner's. */
  readonly owner: AccountOwner | undefined;
}

/** Card money that became available before its settlement date. */
export interface Advance {
  readonly id: string;
  /** Undefined: all pending card money. */
  readonly requestedCents: Cents | undefined;
  readonly amountCents: Cents;
  readonly costCents: Cents;
  /** Of a month of 30 days. */
  readonly rateBasisPoints: number;
  readonly createdAt: Date;
}

const millisecondsPerDay = 86_400_000;
const daysPerRate = 30;
const basisPointsPerWhole = 10_000;

/** Days of 24 hours until a part is due, rounded up. */
export function daysUntil(dueAt: Date, now: Date): number {
  return Math.ceil((dueAt.getTime() - now.getTime()) / millisecondsPerDay);
}

/** Simple interest, rounded half up once for each part: amount × rate × days ÷ 30 (docs/adr/0019-advances.md). */
export function advanceCost(amountCents: Cents, days: number, rateBasisPoints: number): Cents {
  return mulDiv(amountCents, rateBasisPoints * days, basisPointsPerWhole * daysPerRate, 'halfUp');
}

/**
 * Takes parts in their order until `requestedCents` is reached: whole ones, then a share of the last. Takes all parts
 * when no amount is requested, and less than requested when they sum to less. All are of the owner of the first one:
 * what another one's account brought takes another advance.
 */
export function planAdvance(
  parts: readonly AdvanceablePart[],
  requestedCents: Cents | undefined,
  terms: { readonly now: Date; readonly rateBasisPoints: number },
): AdvancePlan {
  const advanced: AdvancedPart[] = [];
  const owner = parts[0]?.owner;
  let left = requestedCents ?? Infinity;
  for (const { chargeId, number, openCents, dueAt, owner: partOwner } of parts) {
    if (left === 0) break;
    if (partOwner !== owner) continue;
    const amountCents = cents(Math.min(left, openCents));
    const costCents = advanceCost(amountCents, daysUntil(dueAt, terms.now), terms.rateBasisPoints);
    advanced.push({ chargeId, number, amountCents, costCents });
    left -= amountCents;
  }
  return {
    amountCents: sumCents(...advanced.map(({ amountCents }) => amountCents)),
    costCents: sumCents(...advanced.map(({ costCents }) => costCents)),
    parts: advanced,
    owner,
  };
}

/**
 * The journal of an advance, `advance:<id>`. The cost goes from pending to fees and never becomes available; the
 * statement entry credits the rest.
 */
export function planAdvanceJournal(
  tenant: Tenant,
  advance: Advance,
  statementId: string,
  owner?: AccountOwner,
): Journal {
  const { id, amountCents, costCents, createdAt } = advance;
  const netCents = subtractCents(amountCents, costCents);
  const cost = costCents > 0 ? [noEffect('out', costCents, 'FEE', 'CARD')] : [];
  return {
    tenant,
    id: `advance:${id}`,
    kind: 'advance.made',
    referenceId: id,
    occurredAt: createdAt,
    owner,
    entries: [...move('pending', 'available', netCents), ...move('pending', 'fees_earned', costCents)],
    statement: {
      id: statementId,
      kind: 'ADVANCE',
      status: 'COMPLETE',
      method: 'CARD',
      description: undefined,
      movements: [credit(netCents, 'ADVANCE', 'CARD'), ...cost],
      checkoutId: undefined,
      chargeId: undefined,
      referenceId: id,
      externalId: undefined,
      subscriptionId: undefined,
      customer: undefined,
    },
  };
}
