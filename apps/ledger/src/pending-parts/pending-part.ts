import {
  addBusinessDays,
  allocate,
  cents,
  saoPauloDay,
  startOfSaoPauloDay,
  sumCents,
  type AccountOwner,
  type Cents,
  type Tenant,
} from '@pitanga/core';
import type { StatementContext } from '../statement/statement';

/** One installment of the net of a payment, or a sub-account's share of one, to be inserted. */
export interface PartDraft {
  /** Of the store's, the installment, from 1; the k-th sub-account's share of it is {@link ownerStep} × k more. */
  readonly number: number;
  /** More than zero. */
  readonly amountCents: Cents;
  /** The store's time at which it becomes available. */
  readonly dueAt: Date;
  /** Whose it is; undefined: the store's. */
  readonly subAccountId?: string | undefined;
}

/** The amount of a part that is still in `pending`. */
export interface OpenPart {
  readonly number: number;
  readonly openCents: Cents;
  /** Whose it is; undefined: the store's. */
  readonly subAccountId?: string | undefined;
}

/** What a refund's hold, a dispute or an advance takes from a part. */
export interface PartTaking {
  readonly number: number;
  readonly amountCents: Cents;
}

/** The same, where takings are of several charges. */
export interface ChargePartTaking extends PartTaking {
  readonly chargeId: string;
}

/** A part that was marked as settled and needs its journal. */
export interface SettledPart {
  readonly tenant: Tenant;
  readonly chargeId: string;
  readonly number: number;
  readonly amountCents: Cents;
  /** Settled of it before: more than zero only after a part of it was taken and restored. */
  readonly settledBeforeCents: Cents;
  readonly occurredAt: Date;
  /** Whose it is; undefined: the store's. */
  readonly subAccountId?: string | undefined;
  /** Of the payment. */
  readonly owner?: AccountOwner | undefined;
  /** Of the payment's statement entry. */
  readonly context: StatementContext;
}

const millisecondsPerDay = 86_400_000;

/** For a charge that does not say its own. */
const boletoBusinessDays = 1;
const daysPerInstallment = 30;

/**
 * A boleto settles whole at the start of the store's settlement day: by default the next business day after the day of
 * payment (docs/behaviour/money.md#settlement-boleto).
 */
export function boletoParts(netCents: Cents, paidAt: Date, businessDays = boletoBusinessDays): readonly PartDraft[] {
  const dueAt = startOfSaoPauloDay(addBusinessDays(saoPauloDay(paidAt), businessDays));
  return netCents > 0 ? [{ number: 1, amountCents: netCents, dueAt }] : [];
}

/**
 * Installment i settles `days` × i days after payment, by default 30; the first are a centavo larger when n does not
 * divide the net.
 */
export function cardParts(
  netCents: Cents,
  installmentCount: number,
  paidAt: Date,
  days = daysPerInstallment,
): readonly PartDraft[] {
  const shares = allocate(netCents, Array<number>(installmentCount).fill(1));
  return shares
    .map((amountCents, index) => ({
      number: index + 1,
      amountCents,
      dueAt: new Date(paidAt.getTime() + (index + 1) * days * millisecondsPerDay),
    }))
    .filter(({ amountCents }) => amountCents > 0);
}

/** Between the numbers of two owners' parts of one installment, of which a payment has at most 12. */
export const ownerStep = 100;

/** The installment that a part is of. */
export function toInstallment(number: number): number {
  return number % ownerStep;
}

/** Takes up to `wantedCents` from parts of the store, or of a sub-account, in their order. */
export function planTakings(
  parts: readonly OpenPart[],
  wantedCents: Cents,
  subAccountId?: string,
): readonly PartTaking[] {
  const takings: PartTaking[] = [];
  let left: number = wantedCents;
  for (const { number, openCents } of parts.filter((part) => part.subAccountId === subAccountId)) {
    const amountCents = cents(Math.min(left, openCents));
    if (amountCents === 0) continue;
    takings.push({ number, amountCents });
    left -= amountCents;
  }
  return takings;
}

export function sumTakings(takings: readonly PartTaking[]): Cents {
  return sumCents(...takings.map(({ amountCents }) => amountCents));
}
