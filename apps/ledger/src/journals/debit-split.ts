import { subtractCents, sumCents, zeroCents, type Cents } from '@pitanga/core';
import type { Account } from '../balances/account';
import { credit, debit, noEffect, type Movement, type PaymentMethod, type StatementKind } from '../statement/statement';
import { move, type Entry } from './journal';

/** Where the money for a refund or dispute of a charge comes from, and where it returns to. */
export interface DebitSplit {
  /** From the charge's own unsettled parts. */
  readonly pendingCents: Cents;
  /** From what the store put in for refunds. */
  readonly topUpCents: Cents;
  readonly availableCents: Cents;
}

export function splitDebit(amountCents: Cents, pendingCents: Cents, topUpCents: Cents = zeroCents): DebitSplit {
  return { pendingCents, topUpCents, availableCents: subtractCents(amountCents, sumCents(pendingCents, topUpCents)) };
}

export function debitEntries({ pendingCents, topUpCents, availableCents }: DebitSplit, to: Account): readonly Entry[] {
  return [
    ...move('pending', to, pendingCents),
    ...move('top_up', to, topUpCents),
    ...move('available', to, availableCents),
  ];
}

export function returnEntries(
  { pendingCents, topUpCents, availableCents }: DebitSplit,
  from: Account,
): readonly Entry[] {
  return [
    ...move(from, 'pending', pendingCents),
    ...move(from, 'top_up', topUpCents),
    ...move(from, 'available', availableCents),
  ];
}

export function debitMovements(
  { pendingCents, topUpCents, availableCents }: DebitSplit,
  category: StatementKind,
  method: PaymentMethod | undefined,
): readonly Movement[] {
  return [
    debit(availableCents, category, method),
    noEffect('out', pendingCents, category, method),
    noEffect('out', topUpCents, category, method),
  ].filter(isMovement);
}

export function returnMovements(
  { pendingCents, topUpCents, availableCents }: DebitSplit,
  category: StatementKind,
  method: PaymentMethod | undefined,
): readonly Movement[] {
  return [
    credit(availableCents, category, method),
    noEffect('in', pendingCents, category, method),
    noEffect('in', topUpCents, category, method),
  ].filter(isMovement);
}

function isMovement({ amountCents }: Movement): boolean {
  return amountCents > 0;
}
