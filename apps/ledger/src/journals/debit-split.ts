import { subtractCents, type Cents } from '@pitanga/core';
import type { Account } from '../balances/account';
import { credit, debit, noEffect, type Movement, type PaymentMethod, type StatementKind } from '../statement/statement';
import { move, type Entry } from './journal';

/** Where the money for a refund or dispute of a charge comes from, and where it returns to. */
export interface DebitSplit {
  /** From the charge's own unsettled parts. */
  readonly pendingCents: Cents;
  readonly availableCents: Cents;
}

export function splitDebit(amountCents: Cents, pendingCents: Cents): DebitSplit {
  return { pendingCents, availableCents: subtractCents(amountCents, pendingCents) };
}

export function debitEntries({ pendingCents, availableCents }: DebitSplit, to: Account): readonly Entry[] {
  return [...move('pending', to, pendingCents), ...move('available', to, availableCents)];
}

export function returnEntries({ pendingCents, availableCents }: DebitSplit, from: Account): readonly Entry[] {
  return [...move(from, 'pending', pendingCents), ...move(from, 'available', availableCents)];
}

export function debitMovements(
  { pendingCents, availableCents }: DebitSplit,
  category: StatementKind,
  method: PaymentMethod | undefined,
): readonly Movement[] {
  return [debit(availableCents, category, method), noEffect('out', pendingCents, category, method)].filter(isMovement);
}

export function returnMovements(
  { pendingCents, availableCents }: DebitSplit,
  category: StatementKind,
  method: PaymentMethod | undefined,
): readonly Movement[] {
  return [credit(availableCents, category, method), noEffect('in', pendingCents, category, method)].filter(isMovement);
}

function isMovement({ amountCents }: Movement): boolean {
  return amountCents > 0;
}
