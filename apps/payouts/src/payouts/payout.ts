import type { Cents } from '@pitanga/core';

export const payoutKinds = ['WITHDRAW', 'TRANSFER'] as const;
/** WITHDRAW goes to the account holder's own key, TRANSFER to anyone (pix/send). */
export type PayoutKind = (typeof payoutKinds)[number];

export const payoutStatuses = ['PENDING', 'COMPLETE', 'FAILED', 'CANCELLED'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export type PixKeyType = 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'RANDOM' | 'BR_CODE';

/** Money moved out of a store's balance. */
export interface Payout {
  readonly id: string;
  readonly kind: PayoutKind;
  readonly status: PayoutStatus;
  /** Unique per store, environment and kind. */
  readonly externalId: string;
  readonly amountCents: Cents;
  readonly platformFeeCents: Cents;
  readonly pixKeyType: PixKeyType;
  readonly maskedPixKey: string;
  readonly description: string | undefined;
  readonly receiptUrl: string | undefined;
  /** Set once the provider has settled it. */
  readonly endToEndId: string | undefined;
  readonly failureReason: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
