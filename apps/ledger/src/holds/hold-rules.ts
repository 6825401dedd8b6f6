import {
  cents,
  subtractCents,
  sumCents,
  zeroCents,
  type AccountOwner,
  type AppError,
  type Cents,
  type Tenant,
} from '@pitanga/core';
import { chargeContext, type PaidCharge } from '../charges/capture';
import { splitDebit, type DebitSplit } from '../journals/debit-split';
import type { Journal } from '../journals/journal';
import { refuseByLimits, type MoneyOrder, type Outflow, type PayoutLimits } from '../limits/payout-limits';
import { planTakings, sumTakings, type OpenPart, type PartTaking } from '../pending-parts/pending-part';
import { sumSplits, type SplitPart, type SplitTaking } from '../splits/split';
import { groupTakings } from '../splits/split-installments';
import type { StatementContext } from '../statement/statement';
import {
  holdContext,
  leavesByKey,
  neededCents,
  planRelease,
  planReserve,
  planSettle,
  type Hold,
  type HoldPurpose,
} from './hold';
import {
  holdMismatch,
  holdNotFound,
  holdReleased,
  holdSettled,
  insufficientFunds,
  insufficientOperatorFunds,
  refundsExceedPayment,
  splitRefundExceedsPart,
} from './hold-errors';
import { noTakings, planSubTakings, spendable, type SubView } from './sub-takings';

/** The method is of a payout that is no Pix, the external id the merchant's own of a payout. */
export interface ReserveInput
  extends Pick<StatementContext, 'description'>, Partial<Pick<StatementContext, 'method' | 'externalId'>> {
  /** Id of the payout or refund that owns the hold. */
  readonly holdId: string;
  readonly purpose: HoldPurpose;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly occurredAt: Date;
  /** Of the account that it leaves by; absent of a refund: that of its charge. */
  readonly owner?: AccountOwner | undefined;
  /** Of a SUB_WITHDRAW: whose money it is. */
  readonly subAccountId?: string | undefined;
  /** The charge that a refund returns. */
  readonly charge?: PaidCharge | undefined;
  /** What of the refund of a split charge is each sub-account's, the rest the store's; absent: in proportion. */
  readonly shares?: readonly SplitPart[] | undefined;
  /** How far below zero a refund may draw what is available; absent: not at all. */
  readonly overdraftCents?: Cents | undefined;
  /** Whose Pix key gets the money, by its keyed fingerprint; of a refund absent: it goes back the way it came. */
  readonly moneyOut?: { readonly beneficiary: string | undefined } | undefined;
}

export interface EndHoldInput {
  readonly holdId: string;
  readonly occurredAt: Date;
}

export interface SettleInput extends EndHoldInput {
  /** The store's account that sent it. */
  readonly providerAccount?: string | undefined;
}

/** A step of a hold; `statementId` is the id of the statement entry that it may insert. */
export type HoldCommand =
  | { readonly step: 'reserve'; readonly tenant: Tenant; readonly input: ReserveInput; readonly statementId: string }
  | { readonly step: 'settle'; readonly tenant: Tenant; readonly input: SettleInput }
  | { readonly step: 'release'; readonly tenant: Tenant; readonly input: EndHoldInput; readonly statementId: string };

/** A hold released before it was reserved; refuses the reserve if that still arrives. */
export interface HoldTombstone {
  readonly id: string;
  readonly state: 'RELEASED';
  readonly purpose: undefined;
}

export type AnyHold = Hold | HoldTombstone;

/** The state that a decision depends on. */
export interface HoldView {
  readonly hold: AnyHold | undefined;
  /** The parts of the hold's charge, by number. */
  readonly parts: readonly OpenPart[];
  /** What the hold took of them. */
  readonly takings: readonly PartTaking[];
  /** What the hold took of sub-accounts. */
  readonly subTakings?: readonly SplitTaking[] | undefined;
  /** The sub-accounts of the refund's charge: what each can spend, and its shares in what went back before. */
  readonly subs?: ReadonlyMap<string, SubView> | undefined;
  /** Of the hold's statement entry; undefined without a hold, or for a tombstone. */
  readonly context: StatementContext | undefined;
  /** Of the store, or of the sub-account that withdraws. */
  readonly availableCents: Cents;
  /** What the store put in to pay refunds with. */
  readonly topUpCents: Cents;
  /** What of both came in by accounts of the operator; absent: nothing. */
  readonly ofOperator?: Pick<HoldView, 'availableCents' | 'topUpCents'> | undefined;
  /** The other refunds of the charge that were not released. */
  readonly refundedCents: Cents;
  /** Of a store that has limits, with what has left it lately. */
  readonly limited?: { readonly limits: PayoutLimits; readonly outflows: readonly Outflow[] } | undefined;
}

/** What a step changes. */
export interface HoldChange {
  readonly hold: AnyHold;
  /** Undefined only for the release of a hold that was never reserved. */
  readonly journal: Journal | undefined;
  /** What a reserve takes of the parts, or a release restores. */
  readonly takings: readonly PartTaking[];
  /** The same of sub-accounts. */
  readonly subTakings: readonly SplitTaking[];
}

export type HoldDecision =
  | { readonly outcome: 'changed'; readonly change: HoldChange }
  /** A repeat. */
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly error: AppError };

const unchanged: HoldDecision = { outcome: 'unchanged' };
const refused = (error: AppError): HoldDecision => ({ outcome: 'refused', error });

/** The rules of holds (docs/behaviour/statement.md#holds). The ledger and the model of its tests share them. */
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
 * Debits amount and fee from `available` and shows them at once as a PENDING debit. A refund takes from the sub-accounts of
 * its charge first, then from its unsettled parts, then of what the store has put in; all refunds of a charge never exceed what was paid. A
 * refused hold is not stored, so a retry with the same id may succeed later. After a dispute `available` may be below
 * zero; a hold that debits nothing from it is accepted even then. Refunds may draw it below zero as far as the store's overdraft allows.
 */
function decideReserve(view: HoldView, tenant: Tenant, input: ReserveInput, statementId: string): HoldDecision {
  const { charge } = input;
  const owner = input.owner ?? charge?.owner;
  const { refundedCents, subs } = view;
  const { amountCents, shares } = input;
  const { subTakings, ofParts, exceeds } =
    charge && subs
      ? planSubTakings(subs, charge, view.parts, { amountCents, refundedCents, owner, shares })
      : noTakings;
  const ofStoreCents = subtractCents(amountCents, sumCents(sumSplits(subTakings), sumTakings(ofParts)));
  const ownTakings = planTakings(view.parts, ofStoreCents);
  const ownCents = subtractCents(ofStoreCents, sumTakings(ownTakings));
  const takings = [...ownTakings, ...ofParts];
  const hold: Hold = {
    id: input.holdId,
    state: 'HELD',
    purpose: input.purpose,
    amountCents,
    feeCents: input.feeCents,
    topUpCents: input.purpose === 'REFUND' ? cents(Math.min(spendableTopUp(view, owner), ownCents)) : zeroCents,
    isToKey: input.purpose === 'REFUND' && input.moneyOut !== undefined,
    owner,
    subAccountId: input.subAccountId,
    chargeId: charge?.chargeId,
    statementEntryId: statementId,
  };
  if (view.hold) return decideRepeatedReserve(view.hold, hold);
  if (charge && sumCents(refundedCents, hold.amountCents) > charge.amountCents) {
    return refused(refundsExceedPayment(charge.chargeId));
  }
  if (exceeds) return refused(splitRefundExceedsPart());
  const { limited } = view;
  const overLimit = limited && leavesByKey(hold) && refuseByLimits(limited.limits, limited.outflows, toOrder(input));
  if (overLimit) return refused(overLimit);
  const split = buildSplit(hold, view.parts, takings, subTakings);
  const needed = neededCents(hold, split);
  const overdraft = (hold.purpose === 'REFUND' && input.overdraftCents) || zeroCents;
  const shortage = needed > 0 ? findShortage(view, owner, { needed, overdraft }) : undefined;
  if (shortage) return refused(shortage);
  const journal = planReserve(tenant, hold, { occurredAt: input.occurredAt, split, context: reserveContext(input) });
  return { outcome: 'changed', change: { hold, journal, takings, subTakings } };
}

/** Where the money of a hold comes from. */
function buildSplit(
  { amountCents, topUpCents, subAccountId }: Hold,
  parts: readonly OpenPart[],
  takings: readonly PartTaking[],
  subTakings: readonly SplitPart[],
): DebitSplit {
  if (subAccountId !== undefined) return splitDebit(amountCents, { subs: [{ subAccountId, amountCents }] });
  const subs = subTakings.filter((taking) => taking.amountCents > 0);
  return splitDebit(amountCents, { ...groupTakings(parts, takings), topUpCents, subs });
}

function spendableTopUp({ topUpCents, ofOperator }: HoldView, owner: AccountOwner | undefined): Cents {
  return spendable({ availableCents: topUpCents, operatorCents: ofOperator?.topUpCents ?? zeroCents }, owner);
}

/** The merchant's own account spends the merchant's own money: only what is available limits it. */
function findShortage(
  view: HoldView,
  owner: AccountOwner | undefined,
  { needed, overdraft }: { readonly needed: Cents; readonly overdraft: Cents },
): AppError | undefined {
  const { availableCents, ofOperator } = view;
  if (sumCents(availableCents, overdraft) < needed) return insufficientFunds(availableCents, needed);
  const operatorCents = ofOperator?.availableCents ?? zeroCents;
  if (owner !== 'OPERATOR' || sumCents(operatorCents, overdraft) >= needed) return undefined;
  return insufficientOperatorFunds(spendable({ availableCents, operatorCents }, owner), needed);
}

/** A withdrawal goes to a key of the holder alone, which no list has to name. */
function toOrder({ amountCents, occurredAt, purpose, moneyOut }: ReserveInput): MoneyOrder {
  return {
    amountCents,
    at: occurredAt,
    to: purpose === 'WITHDRAW' ? undefined : (moneyOut ?? { beneficiary: undefined }),
  };
}

function decideRepeatedReserve(existing: AnyHold, requested: Hold): HoldDecision {
  if (existing.state === 'RELEASED') return refused(holdReleased(requested.id));
  const same =
    existing.purpose === requested.purpose &&
    existing.amountCents === requested.amountCents &&
    existing.feeCents === requested.feeCents &&
    existing.subAccountId === requested.subAccountId &&
    existing.chargeId === requested.chargeId;
  return same ? unchanged : refused(holdMismatch(requested.id));
}

/** Settles: the money has left, and its statement entry is COMPLETE. */
function decideSettle({ hold }: HoldView, tenant: Tenant, { holdId, ...sent }: SettleInput): HoldDecision {
  if (!hold) return refused(holdNotFound(holdId));
  if (hold.state === 'SETTLED') return unchanged;
  if (hold.state === 'RELEASED') return refused(holdReleased(holdId));
  const change = {
    hold: { ...hold, state: 'SETTLED' as const },
    journal: planSettle(tenant, hold, sent),
    takings: [],
    subTakings: [],
  };
  return { outcome: 'changed', change };
}

/**
 * Releases: the money returns to where it came from, and its statement entry is FAILED with a RETURN beside it. What a
 * part gets back is due when the part was, even in the past. The release of an unknown id stores a tombstone, which
 * refuses a late reserve.
 */
function decideRelease(
  { hold, parts, takings, subTakings = [], context }: HoldView,
  tenant: Tenant,
  { holdId, occurredAt }: EndHoldInput,
  statementId: string,
): HoldDecision {
  if (!hold) {
    const tombstone: HoldTombstone = { id: holdId, state: 'RELEASED', purpose: undefined };
    return { outcome: 'changed', change: { hold: tombstone, journal: undefined, takings: [], subTakings: [] } };
  }
  if (hold.state === 'RELEASED') return unchanged;
  if (hold.state === 'SETTLED') return refused(holdSettled(holdId));
  if (!context) throw new Error(`hold ${holdId} has no PENDING statement entry`);
  const split = buildSplit(hold, parts, takings, subTakings);
  const journal = planRelease(tenant, hold, { occurredAt, split, statementId, context });
  const released = { ...hold, state: 'RELEASED' as const };
  return { outcome: 'changed', change: { hold: released, journal, takings, subTakings } };
}

function reserveContext({ charge, purpose, description, method, externalId }: ReserveInput): StatementContext {
  if (!charge) return { ...holdContext(purpose, description, method), externalId };
  return { ...chargeContext(charge), description: description ?? charge.description };
}

/** The parts after a reserve took from them, or a release restored what it took. */
export function applyTakings(
  parts: readonly OpenPart[],
  takings: readonly PartTaking[],
  change: 'take' | 'restore',
): readonly OpenPart[] {
  const byNumber = new Map(takings.map(({ number, amountCents }) => [number, amountCents]));
  const add = change === 'take' ? subtractCents : sumCents;
  return parts.map((part) => {
    const amountCents = byNumber.get(part.number);
    return amountCents === undefined ? part : { ...part, openCents: add(part.openCents, amountCents) };
  });
}
