import type { ApiRecord } from '../../api/records';
import type { Tone } from '../../parts/status';

/** A withdrawal or a Pix transfer: the same record. */
export type Payout = ApiRecord<'Payout'>;

/** Where it goes, masked: a key or, by TED, bank, branch and account. */
export function receiverText({ pix, bankAccount }: Pick<Payout, 'pix' | 'bankAccount'>): string {
  return bankAccount ? accountText(bankAccount) : (pix?.key ?? '');
}

export function accountText(account: NonNullable<Payout['bankAccount']>): string {
  const { bankCode, ispb, branch, account: number, accountDigit } = account;
  return `${bankCode ?? ispb ?? ''} / ${branch} / ${number}-${accountDigit}`;
}

/** `payouts`: to the store's own account; `pix`: to anybody. */
export type PayoutArea = 'payouts' | 'pix';

/** The states that a person tells apart: one that waits for another person is PENDING for the API. */
type PayoutState = Payout['status'] | 'WAITING';

export const payoutTones: Readonly<Record<PayoutState, Tone>> = {
  WAITING: 'wait',
  PENDING: 'info',
  COMPLETE: 'good',
  FAILED: 'quiet',
  CANCELLED: 'quiet',
  RETURNED: 'bad',
};

export const payoutStatuses = ['PENDING', 'COMPLETE', 'FAILED', 'RETURNED'] as const;

export function payoutState({ status, approval }: Payout): PayoutState {
  return status === 'PENDING' && approval?.status === 'WAITING' ? 'WAITING' : status;
}

/** What a person may do with a payout that waits: who asked may only take it back. */
export function allowedDecision(
  { status, approval }: { readonly status: string; readonly approval?: Payout['approval'] },
  { userId, mayPayOut }: { readonly userId: string; readonly mayPayOut: boolean },
): 'NONE' | 'TAKE_BACK' | 'DECIDE' {
  if (status !== 'PENDING' || approval?.status !== 'WAITING' || !mayPayOut) return 'NONE';
  const { kind, id } = approval.requestedBy;
  return kind === 'USER' && id === userId ? 'TAKE_BACK' : 'DECIDE';
}

/** Whether a payout of this amount would wait; the fee does not count (docs/behaviour/payouts.md#approval-limit). */
export function wouldWait(amount: number, limit: number | null): boolean {
  return limit !== null && amount > limit;
}
