import type { Problem } from '../../api/problem';
import { knownSentences, readAmount, valuesIn } from '../../problems/known-values';

/** What a refund lacks; COVERED by the overdraft that the operator allows. */
type Shortage =
  { readonly kind: 'NONE' } | { readonly kind: 'COVERED' } | { readonly kind: 'SHORT'; readonly short: number };

interface Balance {
  readonly available: number;
  /** Spent first. */
  readonly topUp: number;
}

/** @param overdraft centavos below zero to which refunds may draw what is available */
export function refundShortage(amount: number, { available, topUp }: Balance, overdraft: number): Shortage {
  const needed = Math.max(amount - topUp, 0);
  if (needed === 0 || needed <= available) return { kind: 'NONE' };
  const short = needed - available - overdraft;
  return short > 0 ? { kind: 'SHORT', short } : { kind: 'COVERED' };
}

/** What a refund lacked that was refused as INSUFFICIENT_FUNDS, by the ledger's sentence; undefined for another one. */
export function refusedShortage({ message }: Problem, overdraft: number): number | undefined {
  const values = valuesIn(message, knownSentences.INSUFFICIENT_FUNDS);
  const [available, needed] = [readAmount(values?.['available']), readAmount(values?.['needed'])];
  return available === undefined || needed === undefined ? undefined : needed - available - overdraft;
}
