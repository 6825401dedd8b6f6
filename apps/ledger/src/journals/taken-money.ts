import { subtractCents, type Cents } from '@pitanga/core';
import { move, type Account, type Entry } from './journal';
import { credit, debit, noEffect, type Movement, type PaymentMethod, type StatementKind } from '../statement/statement';

/** Money taken from a store for one of its charges, and where it came from and returns to. */
export interface TakenMoney {
  /** From the charge's own unsettled parts. */
  readonly pendingCents: Cents;
  readonly availableCents: Cents;
}

export function splitTaken(amountCents: Cents, pendingCents: Cents): TakenMoney {
  return { pendingCents, availableCents: subtractCents(amountCents, pendingCents) };
}

export function takenEntries({ pendingCents, availableCents }: TakenMoney, to: Account): readonly Entry[] {
  return [...move('pending', to, pendingCents), ...move('available', to, availableCents)];
}

export function givenBackEntries({ pendingCents, availableCents }: TakenMoney, from: Account): readonly Entry[] {
  return [...move(from, 'pending', pendingCents), ...move(from, 'available', availableCents)];
}

export function takenMovements(
  { pendingCents, availableCents }: TakenMoney,
  category: StatementKind,
  method: PaymentMethod | undefined,
): readonly Movement[] {
  return [debit(availableCents, category, method), noEffect('out', pendingCents, category, method)].filter(isMovement);
}

export function givenBackMovements(
  { pendingCents, availableCents }: TakenMoney,
  category: StatementKind,
  method: PaymentMethod | undefined,
): readonly Movement[] {
  return [credit(availableCents, category, method), noEffect('in', pendingCents, category, method)].filter(isMovement);
}

function isMovement({ amountCents }: Movement): boolean {
  return amountCents > 0;
}
