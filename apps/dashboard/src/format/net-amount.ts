interface Taken {
  readonly paidAmount: number | null;
  readonly platformFee: number;
  readonly refundedAmount: number;
}

/** What is left of payments, in centavos: paid less fees less refunds (docs/behaviour/money.md#net). */
export function netAmount({ paidAmount, platformFee, refundedAmount }: Taken): number {
  return (paidAmount ?? 0) - platformFee - refundedAmount;
}
