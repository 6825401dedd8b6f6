import {
  sumCents,
  type AccountOwner,
  type BankAccount,
  type Cents,
  type PayoutFailureReason,
  type PixKeyType,
  type Tenant,
} from '@pitanga/core';
import type { PayoutTarget } from '../provider/payout-provider';
import { waitsUntil, type Approval, type OrderActor, type OrderStep } from '@pitanga/provider-account';

export const payoutKinds = ['WITHDRAW', 'TRANSFER'] as const;
/**
 * WITHDRAW goes to the account holder's own key, TRANSFER to any key (pix/send), SUB_WITHDRAW what a sub-account has to its
 * holder's; others know it as a TRANSFER with a sub-account.
 */
export type PayoutKind = (typeof payoutKinds)[number] | 'SUB_WITHDRAW';

/** What a store asks for, and the money that billing sends back to a payer's key, which billing holds and books. */
export type OrderKind = PayoutKind | 'REFUND';

export const payoutStatuses = ['PENDING', 'COMPLETE', 'FAILED', 'CANCELLED', 'RETURNED'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** Money moved out of a store's balance. */
export interface Payout {
  readonly id: string;
  readonly kind: OrderKind;
  /** PENDING until it ends; a COMPLETE one of which all has come back is RETURNED. */
  readonly status: PayoutStatus;
  /** Of a SUB_WITHDRAW. */
  readonly subAccountId?: string | undefined;
  /** Unique per store, environment and kind; only a withdrawal may have none. */
  readonly externalId: string | undefined;
  /** What the receiver gets. */
  readonly amountCents: Cents;
  /** Leaves the balance besides the amount. */
  readonly platformFeeCents: Cents;
  /** Amount and fee together are what was asked for; else the amount alone is. */
  readonly isFeeIncluded: boolean;
  /** As the caller named it; of a TED the masked account is in the place of the key. */
  readonly pixKeyType: PixKeyType | 'BANK_ACCOUNT';
  readonly maskedPixKey: string;
  /** Of a TED, masked. */
  readonly bankAccount?: BankAccount | undefined;
  readonly description: string | undefined;
  /** What of the amount has come back after it was COMPLETE; its fee does not. */
  readonly returnedCents: Cents;
  /** Absent for one that was COMPLETE before it was noted. */
  readonly completedAt: Date | undefined;
  /** Set when COMPLETE. */
  readonly receiptUrl: string | undefined;
  /** Set once the provider has settled it; a TED has none. */
  readonly endToEndId: string | undefined;
  /** Why it FAILED. */
  readonly failureReason: PayoutFailureReason | undefined;
  /** The provider's own code of its failure or refusal. */
  readonly providerCode: string | undefined;
  /** Of one above the limit that the store had when it was asked for. */
  readonly approval: Approval | undefined;
  /** Undefined where the gateway did not say. */
  readonly requestedBy: OrderActor | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What the caller asked for. */
export function askedCents({ amountCents, platformFeeCents, isFeeIncluded }: Payout): Cents {
  return isFeeIncluded ? sumCents(amountCents, platformFeeCents) : amountCents;
}

/**
 * APPROVE: its money is held, and a person is to decide, or has decided against it. RETURNS: it is COMPLETE, and its
 * provider is asked whether it has come back.
 */
export type PayoutStep = OrderStep | 'APPROVE' | 'RETURNS';

/** A payout with what its steps need; never leaves the service. */
export interface ActivePayout extends Payout {
  readonly step: PayoutStep;
  /** What is paid, in clear. */
  readonly target: PayoutTarget;
  /** Whose account its money is held for: it is sent through no other's. Undefined in dev mode, and where it was not known. */
  readonly accountOwner: AccountOwner | undefined;
  /** The provider account that it was sent through; no other one is read. */
  readonly provider: string | undefined;
  /** How often the present step has ended without an answer. */
  readonly attempts: number;
  /** Real time at which the next step is due; until then a worker may hold a lease on it. */
  readonly runAt: Date;
  /** Real time at which it was requested, or decided upon. */
  readonly requestedAt: Date;
  /** Real time at which it was last sent to the provider. */
  readonly sentAt: Date | undefined;
  /** Why the provider refuses it: it is not sent again, even if its end is not written yet. */
  readonly refusal: PayoutFailureReason | undefined;
}

/** Whether an order for it was sent, and its end is not known: only then may money leave for it. */
export function isOnItsWay({ status, step, sentAt, refusal }: ActivePayout): boolean {
  const isSending = step === 'SEND' || step === 'WATCH';
  return status === 'PENDING' && isSending && sentAt !== undefined && refusal === undefined;
}

/** Centavos (docs/behaviour/payouts.md#minimum). */
export const amountMin: Readonly<Record<PayoutKind, number>> = { WITHDRAW: 350, TRANSFER: 100, SUB_WITHDRAW: 100 };

/**
 * A payout as a decision leaves it: one that waits on is due when its waiting ends, the others at once, to be sent or to
 * give their money back.
 */
export function decided(
  payout: ActivePayout,
  approval: Approval,
  { now, real }: { readonly now: Date; readonly real: Date },
): ActivePayout {
  if (approval.status === 'WAITING') {
    const leftMs = waitsUntil(approval).getTime() - now.getTime();
    return { ...payout, approval, runAt: new Date(real.getTime() + leftMs), updatedAt: now };
  }
  const isApproved = approval.status === 'APPROVED';
  return {
    ...payout,
    approval,
    step: isApproved ? 'SEND' : 'APPROVE',
    attempts: 0,
    runAt: real,
    // How long its outcome is unknown counts from here.
    requestedAt: real,
    updatedAt: now,
  };
}

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** How old a COMPLETE payout is when its provider is asked whether it has come back, which it may for 90 days. */
const returnReadAgesMs = [
  hourMs,
  6 * hourMs,
  dayMs,
  3 * dayMs,
  7 * dayMs,
  14 * dayMs,
  30 * dayMs,
  60 * dayMs,
  91 * dayMs,
];
/** The simulator's payouts come back after two seconds. */
const simulatedReturnReadAgesMs = [2_000];

/** How long until the next time that the provider of a payout of this age is asked; undefined after the last one. */
export function nextReturnReadMs({ devMode }: Tenant, ageMs: number): number | undefined {
  const next = (devMode ? simulatedReturnReadAgesMs : returnReadAgesMs).find((each) => each > ageMs);
  return next === undefined ? undefined : next - ageMs;
}
