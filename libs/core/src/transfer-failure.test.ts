import {
  payoutFailureReason,
  payoutFailureReasons,
  refundFailureReason,
  refundFailureReasons,
} from './transfer-failure';

describe('the reason of a failed payout or refund', () => {
  it('reads back as it was written', () => {
    for (const reason of payoutFailureReasons) expect(payoutFailureReason(reason)).toBe(reason);
    for (const reason of refundFailureReasons) expect(refundFailureReason(reason)).toBe(reason);
  });

  it('is found behind the sentences of older versions, and UNKNOWN behind any other', () => {
    expect(payoutFailureReason('A conta do recebedor está encerrada.')).toBe('ACCOUNT_CLOSED');
    expect(payoutFailureReason('O provedor recusou o pagamento (X1).')).toBe('UNKNOWN');
    expect(refundFailureReason('INSUFFICIENT_FUNDS: o saldo não cobre.')).toBe('INSUFFICIENT_FUNDS');
    expect(refundFailureReason('O banco não realizou a devolução.')).toBe('UNKNOWN');
  });
});
