import { idPrefixes, type Cents } from '@pitanga/core';
import type { StatementContext } from '../statement/statement';

/** How the money of which something is pending was paid. */
export type SettledMethod = 'BOLETO' | 'CARD';

/** One installment of the store's own net of a boleto or card payment, as its list shows it. */
export interface Settlement {
  readonly chargeId: string;
  readonly method: SettledMethod;
  /** From 1. */
  readonly number: number;
  /** Of the payment. */
  readonly installments: number;
  /** What came into `pending`. What is neither pending nor settled was taken by refunds, disputes and advances. */
  readonly amountCents: Cents;
  readonly openCents: Cents;
  readonly settledCents: Cents;
  /** The store's time at which it becomes, or became, available. */
  readonly dueAt: Date;
  /** Of the payment's statement entry. */
  readonly context: Omit<StatementContext, 'chargeId' | 'method'>;
}

/** What becomes available on one day of payments by one method. */
export interface DaySum {
  /** YYYY-MM-DD in America/Sao_Paulo. */
  readonly day: string;
  readonly method: SettledMethod;
  readonly amountCents: Cents;
  readonly installments: number;
}

/** Which part of a store a settlement is of: what its id says. */
export interface SettlementKey {
  readonly chargeId: string;
  readonly number: number;
}

/** `card_…-2`: the charge and the number. */
export function toSettlementId({ chargeId, number }: SettlementKey): string {
  return `${chargeId}-${String(number)}`;
}

/** Undefined for text that is no id of a settlement. */
export function parseSettlementId(id: string): SettlementKey | undefined {
  const [, chargeId, number] = /^([a-z_]+_[0-9A-Za-z]{24})-([1-9]\d?)$/.exec(id) ?? [];
  return chargeId === undefined ? undefined : { chargeId, number: Number(number) };
}

/** A boleto or a card, as the id of the charge says. */
export function readMethod(chargeId: string): SettledMethod {
  return chargeId.startsWith(`${idPrefixes.cardCharge}_`) ? 'CARD' : 'BOLETO';
}
