import type { Cents, PayoutFailureReason, PixKeyType } from '@pitanga/core';
import type { PixTarget } from './pix-target';

export const payoutKinds = ['WITHDRAW', 'TRANSFER'] as const;
/** WITHDRAW goes to the account holder's own key, TRANSFER to anyone (pix/send). */
export type PayoutKind = (typeof payoutKinds)[number];

export const payoutStatuses = ['PENDING', 'COMPLETE', 'FAILED', 'CANCELLED'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/**
 * What has to be done next: RESERVE the money at the ledger, SEND the order to the provider, WATCH for its outcome, or
 * nothing more (DONE). TAKE_BACK: the balance refused it, and nothing of it is to stay.
 */
export type PayoutStep = 'RESERVE' | 'TAKE_BACK' | 'SEND' | 'WATCH' | 'DONE';

/** Money moved out of a store's balance. */
export interface Payout {
  readonly id: string;
  readonly kind: PayoutKind;
  /** PENDING until DONE. */
  readonly status: PayoutStatus;
  /** Unique per store, environment and kind; only a withdrawal may have none. */
  readonly externalId: string | undefined;
  readonly amountCents: Cents;
  /** Taken besides the amount. */
  readonly platformFeeCents: Cents;
  /** As the caller named it. */
  readonly pixKeyType: PixKeyType;
  readonly maskedPixKey: string;
  readonly description: string | undefined;
  /** Set when COMPLETE. */
  readonly receiptUrl: string | undefined;
  /** Set once the provider has settled it. */
  readonly endToEndId: string | undefined;
  /** Why it FAILED. */
  readonly failureReason: PayoutFailureReason | undefined;
  /** The provider's own code of its failure or refusal. */
  readonly providerCode: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A payout with what is needed to bring it to its end; never leaves the service. */
export interface PayoutInWork extends Payout {
  readonly step: PayoutStep;
  /** The key that is paid, in clear. */
  readonly target: PixTarget;
  /** Who it was sent through; nobody else is asked about it. */
  readonly provider: string | undefined;
  /** How often the present step has told nothing. */
  readonly attempts: number;
  /** Real time at which the next step is due; whoever works on it holds a lease until then. */
  readonly runAt: Date;
  /** Real time at which it was asked for. */
  readonly requestedAt: Date;
  /** Real time at which it was last given to the provider. */
  readonly sentAt: Date | undefined;
  /** Why the provider refuses it: it is not given again, even if its end is not written yet. */
  readonly refusal: PayoutFailureReason | undefined;
}

/** Centavos (docs/behaviour/payouts.md#minimum). */
export const amountMin: Readonly<Record<PayoutKind, number>> = { WITHDRAW: 350, TRANSFER: 100 };

/** Milliseconds before an unknown outcome is asked for again; the last one repeats until there is one. */
const asksMs = [5_000, 60_000, 600_000, 3_600_000] as const;

export function askAgainMs(attempts: number): number {
  return asksMs[Math.min(attempts, asksMs.length - 1)] ?? 3_600_000;
}

/** Younger than this, an order that the provider does not know may still be on its way there. */
export const orderSettlesMs = 60_000;

/** Whether a provider that knows nothing of an order may be given it again. */
export function isLost({ sentAt }: Pick<PayoutInWork, 'sentAt'>, now: Date): boolean {
  return sentAt === undefined || now.getTime() - sentAt.getTime() >= orderSettlesMs;
}
