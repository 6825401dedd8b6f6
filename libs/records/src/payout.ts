import type { Payout } from '@pitanga/contracts';
import { payoutFailureReason, type PayoutFailureReason } from '@pitanga/core';
import { instant, enumName, orNull } from './wire';

export const payoutStatuses = ['PENDING', 'COMPLETE', 'FAILED', 'CANCELLED'] as const;

/** A withdrawal or a Pix send with its key, masked, and how it ended. */
export interface PayoutRecord {
  readonly id: string;
  readonly status: (typeof payoutStatuses)[number];
  readonly devMode: boolean;
  readonly receiptUrl: string | null;
  readonly kind: 'WITHDRAW' | 'TRANSFER';
  /** Centavos. */
  readonly amount: number;
  readonly platformFee: number;
  /** Only a withdrawal of v2 may have none. */
  readonly externalId: string | null;
  readonly method: 'PIX';
  readonly pix: { readonly type: string; readonly key: string };
  readonly endToEndIdentifier: string | null;
  /** Of a FAILED one. */
  readonly failureReason: PayoutFailureReason | null;
  /** The provider's own code. */
  readonly providerCode: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function payoutRecord(payout: Payout): PayoutRecord {
  return {
    id: payout.id,
    status: enumName('PAYOUT_STATUS', payout.status),
    devMode: payout.devMode,
    receiptUrl: orNull(payout.receiptUrl),
    kind: enumName('PAYOUT_KIND', payout.kind),
    amount: payout.amountCents,
    platformFee: payout.platformFeeCents,
    externalId: payout.externalId === '' ? null : payout.externalId,
    method: 'PIX',
    pix: { type: payout.pixKeyType, key: payout.maskedPixKey },
    endToEndIdentifier: orNull(payout.endToEndId),
    // The name, or the sentence of an older event.
    failureReason: payout.failureReason === undefined ? null : payoutFailureReason(payout.failureReason),
    providerCode: orNull(payout.providerCode),
    createdAt: instant(payout.createdAt, 'createdAt'),
    updatedAt: instant(payout.updatedAt, 'updatedAt'),
  };
}
