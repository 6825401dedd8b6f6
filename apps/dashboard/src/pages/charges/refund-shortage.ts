import { parseMoney } from '../../format/money';

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
export function refusedShortage(sentence: string, overdraft: number): number | undefined {
  const told = /(-?)\s?R\$\s?([\d.,]+) and the operation needs R\$\s?([\d.,]+)/.exec(sentence);
  const [available, needed] = [parseMoney(told?.[2] ?? ''), parseMoney(told?.[3] ?? '')];
  if (available === undefined || needed === undefined) return undefined;
  return needed - (told?.[1] === '-' ? -available : available) - overdraft;
}
