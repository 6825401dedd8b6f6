import type { RefundOrder, RefundReading } from './refund-reading';

const completeAfterMs = 2_000;
/** Centavos that make a refund fail (docs/behaviour/test-clock.md#magic-amounts). */
const failingEnding = 14;

/**
 * The state of a refund in dev mode: pending for two seconds, then complete, or failed when the amount ends in 14
 * centavos. It depends only on the order, so every replica answers a repeat alike.
 */
export function simulatedRefund(order: Omit<RefundOrder, 'target'>): RefundReading {
  const { refundId, amountCents, requestedAt, now } = order;
  const isPending = now.getTime() - requestedAt.getTime() < completeAfterMs;
  if (isPending) return { status: 'PENDING', reference: undefined, failureReason: undefined, providerCode: undefined };
  if (amountCents % 100 === failingEnding) {
    return {
      status: 'FAILED',
      reference: undefined,
      failureReason: 'REJECTED_BY_PAYER_BANK',
      providerCode: 'DS04',
    };
  }
  return {
    status: 'COMPLETE',
    reference: simulatedReturnId(refundId, requestedAt),
    failureReason: undefined,
    providerCode: undefined,
  };
}

/** A Pix return id: D, ISPB of no bank, minute in UTC, 11 letters and digits. */
function simulatedReturnId(refundId: string, requestedAt: Date): string {
  const minute = requestedAt.toISOString().replace(/\D/g, '').slice(0, 12);
  return `D99999999${minute}${refundId.slice(-11).padStart(11, '0')}`;
}
