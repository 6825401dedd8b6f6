import { ApprovalReview, Refund } from '@pitanga/contracts';
import { aRefund } from './messages';

export const aReview = ApprovalReview.fromPartial({
  pixKeyType: 'EMAIL',
  pixKey: 'ana.souza@gmail.example',
  holder: { name: 'Ana Souza', maskedTaxId: '***.982.247-**' },
  description: 'Fornecedor',
});

const decision = { decidedBy: 'user_1', decidedAt: new Date('2026-11-21T16:00:00.000Z') };

export const aWaitingRefund = Refund.fromPartial({
  ...aRefund,
  pixKeyType: 'EMAIL',
  maskedPixKey: 'a***@gmail.example',
  requestedBy: { kind: 'ACTOR_KIND_KEY', id: 'key_1', description: 'Loja virtual' },
  approval: {
    status: 'APPROVAL_STATUS_WAITING',
    requestedBy: { kind: 'ACTOR_KIND_KEY', id: 'key_1', description: 'Loja virtual' },
    expiresAt: new Date('2026-11-28T15:00:00.000Z'),
  },
});

export const anApprovedRefund = Refund.fromPartial({
  ...aWaitingRefund,
  approval: { ...aWaitingRefund.approval, ...decision, status: 'APPROVAL_STATUS_APPROVED' },
});

export const aRejectedRefund = Refund.fromPartial({
  ...aWaitingRefund,
  status: 'REFUND_STATUS_FAILED',
  failureReason: 'APPROVAL_REJECTED',
  approval: { ...aWaitingRefund.approval, ...decision, status: 'APPROVAL_STATUS_REJECTED' },
});

/** What jest takes for equal to all; its own is not there where examples are written. */
export const anything: unknown = { asymmetricMatch: () => true };

/** What left or waits to of the day, as a review asks it of the ledger. */
export const dayAnswer = { 'ledger.getPayoutUse': { dayCents: 15_000 } };
export const dayUse = { name: 'ledger.getPayoutUse', request: { tenant: anything, at: anything } };
