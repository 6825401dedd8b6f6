import { subtractCents, type AccountOwner, type Cents, type Tenant } from '@pitanga/core';
import { toAvailable, toPending } from '../balances/account';
import { move, type Entry, type Journal } from '../journals/journal';
import { boletoParts, cardParts, type PartDraft } from '../pending-parts/pending-part';
import { computeParts, sumSplits, type Split, type SplitPart } from '../splits/split';
import { splitInstallments } from '../splits/split-installments';
import {
  credit,
  debit,
  noEffect,
  ofSubAccount,
  toSubAccount,
  type CustomerSnapshot,
  type PaymentMethod,
  type StatementContext,
  type StatementDraft,
} from '../statement/statement';

/** The ledger's view of a paid charge. */
export interface PaidCharge {
  readonly tenant: Tenant;
  readonly chargeId: string;
  readonly method: PaymentMethod;
  /** What the payer paid. */
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  /** 1 except for a card paid in installments. */
  readonly installmentCount: number;
  /** Until its money is available: business days (boleto), days for each installment (card); absent: 1 and 30. */
  readonly settlementDays?: number | undefined;
  readonly checkoutId: string | undefined;
  readonly externalId: string | undefined;
  readonly subscriptionId: string | undefined;
  readonly description: string | undefined;
  readonly customer: CustomerSnapshot | undefined;
  /** Whose account it was paid by; undefined in dev mode, and where billing does not know. */
  readonly owner?: AccountOwner | undefined;
  /** Which of the store's accounts has its money; likewise. */
  readonly providerAccount?: string | undefined;
  /** What of it goes to sub-accounts. */
  readonly splits?: readonly Split[] | undefined;
  /** What of `amountCents` is the fee of the card that the buyer pays, and no part of the price. */
  readonly surchargeCents?: Cents | undefined;
  /** When it was paid. */
  readonly occurredAt: Date;
}

interface CapturePlan {
  readonly entries: readonly Entry[];
  readonly movements: StatementDraft['movements'];
  readonly parts: readonly PartDraft[];
}

type CapturePlanner = (charge: PaidCharge) => CapturePlan;

/** How each method's payments are posted (docs/behaviour/statement.md#bookings). */
const capturePlanners: Record<PaymentMethod, CapturePlanner> = {
  PIX: planPix,
  BOLETO: (charge) => planPending(charge, (net) => boletoParts(net, charge.occurredAt, charge.settlementDays)),
  CARD: (charge) =>
    planPending(charge, (net) => cardParts(net, charge.installmentCount, charge.occurredAt, charge.settlementDays)),
};

/**
 * Pix is available at once: credits the whole amount, debits the fee, and moves to sub-accounts what is theirs, all in one
 * journal (docs/behaviour/sub-accounts.md#split-booking).
 */
function planPix(charge: PaidCharge): CapturePlan {
  const { amountCents, feeCents, method } = charge;
  const fee = feeCents > 0 ? [debit(feeCents, 'FEE', method)] : [];
  const parts = splitParts(charge);
  return {
    entries: [
      ...move('provider_clearing', 'available', amountCents),
      ...move('available', 'fees_earned', feeCents),
      ...parts.flatMap((part) => move('available', toAvailable(part.subAccountId), part.amountCents)),
    ],
    movements: [
      credit(amountCents, 'PAYMENT', method),
      ...fee,
      ...parts.map((part) => toSubAccount(part.subAccountId, part.amountCents, method)),
    ],
    parts: [],
  };
}

/** What sub-accounts got of a paid charge. */
export function splitParts(charge: PaidCharge): readonly SplitPart[] {
  const { splits = [], amountCents: paidCents, feeCents, surchargeCents } = charge;
  return splits.length === 0 ? [] : computeParts(splits, { paidCents, feeCents, surchargeCents });
}

/**
 * Earns the fee at once, and adds the net to what is pending of the store and of sub-accounts, in parts that settle later;
 * what is available does not change.
 */
function planPending(charge: PaidCharge, splitNet: (net: Cents) => readonly PartDraft[]): CapturePlan {
  const { amountCents, feeCents, method } = charge;
  const net = netCents(charge);
  const fee = feeCents > 0 ? [noEffect('out', feeCents, 'FEE', method)] : [];
  const subs = splitParts(charge);
  return {
    entries: [
      ...move('provider_clearing', 'pending', subtractCents(net, sumSplits(subs))),
      ...subs.flatMap((sub) => move('provider_clearing', toPending(sub.subAccountId), sub.amountCents)),
      ...move('provider_clearing', 'fees_earned', feeCents),
    ],
    movements: [
      noEffect('in', amountCents, 'PAYMENT', method),
      ...fee,
      ...subs.map((sub) => ofSubAccount(sub.subAccountId, noEffect('out', sub.amountCents, 'TRANSFER', method))),
    ],
    parts: splitInstallments(splitNet(net), subs),
  };
}

/** Billing refuses a charge whose fee reaches its amount, so an event with one is not valid. */
function netCents({ chargeId, amountCents, feeCents }: PaidCharge): Cents {
  if (feeCents > amountCents) throw new RangeError(`the fee of charge ${chargeId} is more than was paid`);
  return subtractCents(amountCents, feeCents);
}

export const toCaptureId = (chargeId: string): string => `capture:${chargeId}`;

/** The journal of a paid charge, `capture:<charge id>`. */
export function planCapture(charge: PaidCharge, statementId: string): Journal {
  const { parts, entries, movements } = capturePlanners[charge.method](charge);
  return {
    tenant: charge.tenant,
    id: toCaptureId(charge.chargeId),
    kind: 'charge.captured',
    referenceId: charge.chargeId,
    occurredAt: charge.occurredAt,
    owner: charge.owner,
    providerAccount: charge.providerAccount,
    entries,
    statement: {
      ...chargeContext(charge),
      id: statementId,
      kind: 'PAYMENT',
      status: 'COMPLETE',
      movements,
      referenceId: charge.chargeId,
    },
    parts,
  };
}

/** What every statement entry about the charge shows of it. */
export function chargeContext(charge: PaidCharge): StatementContext {
  const { method, description, checkoutId, chargeId, externalId, subscriptionId, customer } = charge;
  return { method, description, checkoutId, chargeId, externalId, subscriptionId, customer };
}
