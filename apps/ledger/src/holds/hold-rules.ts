import { subtractCents, sumCents, type AppError, type Cents, type Tenant } from '@pitanga/core';
import { contextOf, type PaidCharge } from '../charges/capture';
import type { Journal } from '../journals/journal';
import { planTakings, takenCents, type OpenPart, type PartTaking } from '../pending-parts/pending-part';
import { splitTaken } from '../journals/taken-money';
import type { StatementContext } from '../statement/statement';
import { holdContext, neededCents, planRelease, planReserve, planSettle, type Hold, type HoldPurpose } from './hold';
import {
  holdMismatch,
  holdNotFound,
  holdReleased,
  holdSettled,
  insufficientFunds,
  refundsExceedPayment,
} from './hold-errors';

export interface ReserveInput {
  /** Id of the payout or refund that owns the hold. */
  readonly holdId: string;
  readonly purpose: HoldPurpose;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly occurredAt: Date;
  readonly description: string | undefined;
  /** Of a payout, as its store calls it. */
  readonly externalId?: string | undefined;
  /** The charge that a refund returns. */
  readonly charge?: PaidCharge | undefined;
}

export interface EndHoldInput {
  readonly holdId: string;
  readonly occurredAt: Date;
}

/** What is asked of a hold. The statement id is for the line that the step may write. */
export type HoldCommand =
  | { readonly step: 'reserve'; readonly tenant: Tenant; readonly input: ReserveInput; readonly statementId: string }
  | { readonly step: 'settle'; readonly tenant: Tenant; readonly input: EndHoldInput }
  | { readonly step: 'release'; readonly tenant: Tenant; readonly input: EndHoldInput; readonly statementId: string };

/** A hold released before it was reserved: nothing is known of it but that it must never take money. */
export interface RefusedHold {
  readonly id: string;
  readonly state: 'RELEASED';
  readonly purpose: undefined;
}

export type AnyHold = Hold | RefusedHold;

/** What a decision depends on, at its moment. */
export interface HoldView {
  readonly hold: AnyHold | undefined;
  /** Of the charge that the hold is about, by number. */
  readonly parts: readonly OpenPart[];
  /** What the hold has taken of them. */
  readonly takings: readonly PartTaking[];
  /** What the hold's line tells; undefined when there is no hold, or one without money. */
  readonly context: StatementContext | undefined;
  readonly availableCents: Cents;
  /** What the other refunds of the charge, under way and done, have taken. */
  readonly refundedCents: Cents;
}

/** What a step changes. */
export interface HoldChange {
  readonly hold: AnyHold;
  /** Undefined only for a release of what was never reserved. */
  readonly journal: Journal | undefined;
  /** What is taken of the parts by a reserve, or goes back to them by a release. */
  readonly takings: readonly PartTaking[];
}

export type HoldDecision =
  | { readonly outcome: 'changed'; readonly change: HoldChange }
  /** A repeat. */
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly error: AppError };

const unchanged: HoldDecision = { outcome: 'unchanged' };
const refused = (error: AppError): HoldDecision => ({ outcome: 'refused', error });

/**
 * The rules of holds (docs/behaviour/statement.md#holds), the same for the ledger and for the model that its proofs
 * compare it with.
 */
export function decideHold(view: HoldView, command: HoldCommand): HoldDecision {
  switch (command.step) {
    case 'reserve':
      return decideReserve(view, command.tenant, command.input, command.statementId);
    case 'settle':
      return decideSettle(view, command.tenant, command.input);
    case 'release':
      return decideRelease(view, command.tenant, command.input, command.statementId);
  }
}

/**
 * Takes amount and fee from `available` and shows them at once as a PENDING debit. A refund takes from the unsettled
 * parts of its charge first, and all refunds of a charge never more than was paid. A refusal leaves no trace of the
 * hold, so the same id may be tried again when there is money. After a dispute `available` may be below zero; a hold
 * that takes nothing of it passes.
 */
function decideReserve(view: HoldView, tenant: Tenant, input: ReserveInput, statementId: string): HoldDecision {
  const hold: Hold = {
    id: input.holdId,
    state: 'HELD',
    purpose: input.purpose,
    amountCents: input.amountCents,
    feeCents: input.feeCents,
    chargeId: input.charge?.chargeId,
    statementEntryId: statementId,
  };
  if (view.hold) return decideRepeatedReserve(view.hold, hold);
  const { charge } = input;
  if (charge && sumCents(view.refundedCents, hold.amountCents) > charge.amountCents) {
    return refused(refundsExceedPayment(charge.chargeId));
  }
  const takings = planTakings(view.parts, hold.amountCents);
  const taken = splitTaken(hold.amountCents, takenCents(takings));
  const needed = neededCents(hold, taken);
  if (needed > 0 && view.availableCents < needed) return refused(insufficientFunds(view.availableCents, needed));
  const journal = planReserve(tenant, hold, { occurredAt: input.occurredAt, taken, context: reserveContext(input) });
  return { outcome: 'changed', change: { hold, journal, takings } };
}

function decideRepeatedReserve(existing: AnyHold, asked: Hold): HoldDecision {
  if (existing.state === 'RELEASED') return refused(holdReleased(asked.id));
  const same =
    existing.purpose === asked.purpose &&
    existing.amountCents === asked.amountCents &&
    existing.feeCents === asked.feeCents &&
    existing.chargeId === asked.chargeId;
  return same ? unchanged : refused(holdMismatch(asked.id));
}

/** The held money has left: its line is COMPLETE. */
function decideSettle({ hold }: HoldView, tenant: Tenant, { holdId, occurredAt }: EndHoldInput): HoldDecision {
  if (!hold) return refused(holdNotFound(holdId));
  if (hold.state === 'SETTLED') return unchanged;
  if (hold.state === 'RELEASED') return refused(holdReleased(holdId));
  const change = {
    hold: { ...hold, state: 'SETTLED' as const },
    journal: planSettle(tenant, hold, occurredAt),
    takings: [],
  };
  return { outcome: 'changed', change };
}

/**
 * The held money returns where it was taken from: its line is FAILED and a RETURN stands beside it. What returns to a
 * part is due when the part was, even if that is over. Releasing an unknown id records it as released, so that a late
 * reserve is refused.
 */
function decideRelease(
  { hold, takings, context }: HoldView,
  tenant: Tenant,
  { holdId, occurredAt }: EndHoldInput,
  statementId: string,
): HoldDecision {
  if (!hold) {
    const neverReserved: RefusedHold = { id: holdId, state: 'RELEASED', purpose: undefined };
    return { outcome: 'changed', change: { hold: neverReserved, journal: undefined, takings: [] } };
  }
  if (hold.state === 'RELEASED') return unchanged;
  if (hold.state === 'SETTLED') return refused(holdSettled(holdId));
  if (!context) throw new Error(`hold ${holdId} has no PENDING statement entry`);
  const taken = splitTaken(hold.amountCents, takenCents(takings));
  const journal = planRelease(tenant, hold, { occurredAt, taken, statementId, context });
  return { outcome: 'changed', change: { hold: { ...hold, state: 'RELEASED' }, journal, takings } };
}

function reserveContext({ charge, purpose, description, externalId }: ReserveInput): StatementContext {
  if (!charge) return { ...holdContext(purpose, description), externalId };
  return { ...contextOf(charge), description: description ?? charge.description };
}

/** Parts as they are after takings from them, or once those are back. */
export function partsAfter(
  parts: readonly OpenPart[],
  takings: readonly PartTaking[],
  how: 'taken' | 'returned',
): readonly OpenPart[] {
  const byNumber = new Map(takings.map(({ number, amountCents }) => [number, amountCents]));
  const change = how === 'taken' ? subtractCents : sumCents;
  return parts.map((part) => {
    const amountCents = byNumber.get(part.number);
    return amountCents === undefined ? part : { ...part, openCents: change(part.openCents, amountCents) };
  });
}
