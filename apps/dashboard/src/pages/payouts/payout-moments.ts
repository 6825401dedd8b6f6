import type { Tone } from '../../parts/status';
import type { Payout } from './payout';
import type { PayoutWord } from './payout-words';

interface PayoutMoment {
  readonly id: string;
  readonly at: string;
  readonly word: PayoutWord;
  readonly tone: Tone;
}

/** What has happened to a payout, the oldest first. */
export function listMoments({
  status,
  approval,
  returnedAmount,
  createdAt,
  updatedAt,
}: Payout): readonly PayoutMoment[] {
  const moments: PayoutMoment[] = [{ id: 'asked', at: createdAt, word: 'asked', tone: 'info' }];
  if (approval?.status === 'APPROVED' && approval.decidedAt !== null) {
    moments.push({ id: 'approved', at: approval.decidedAt, word: 'approvedMoment', tone: 'good' });
  }
  if (approval?.status === 'REJECTED' && approval.decidedAt !== null) {
    moments.push({ id: 'rejected', at: approval.decidedAt, word: 'rejectedMoment', tone: 'bad' });
  }
  if (approval?.status === 'EXPIRED') {
    moments.push({ id: 'expired', at: approval.expiresAt, word: 'expiredMoment', tone: 'quiet' });
  }
  if (returnedAmount > 0) {
    const word = status === 'RETURNED' ? 'returnedMoment' : 'partReturnedMoment';
    moments.push({ id: 'returned', at: updatedAt, word, tone: 'bad' });
  } else if (status === 'COMPLETE') moments.push({ id: 'end', at: updatedAt, word: 'completeMoment', tone: 'good' });
  if (status === 'FAILED') moments.push({ id: 'end', at: updatedAt, word: 'failedMoment', tone: 'quiet' });
  return moments;
}
