/** What a refund lacks; COVERED by the overdraft that the operator allows. */
type Shortage =
  { readonly kind: 'NONE' } | { readonly kind: 'COVERED' } | { readonly kind: 'SHORT'; readonly short: number };

/** @param overdraft centavos below zero to which refunds may draw what is available */
export function refundShortage(amount: number, available: number, overdraft: number): Shortage {
  if (amount <= available) return { kind: 'NONE' };
  const short = amount - available - overdraft;
  return short > 0 ? { kind: 'SHORT', short } : { kind: 'COVERED' };
}
