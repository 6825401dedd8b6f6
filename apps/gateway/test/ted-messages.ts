import { Payout } from '@pitanga/contracts';
import { aPayout } from './messages';

/** As the caller writes it, beside bank and type. */
export const toAccount = { branch: '1234', account: '12345678', accountDigit: '9' };

/** A withdrawal to a bank account. */
export const aTed = Payout.fromPartial({
  ...aPayout,
  status: 'PAYOUT_STATUS_COMPLETE',
  failureReason: undefined,
  providerCode: undefined,
  pixKeyType: 'BANK_ACCOUNT',
  maskedPixKey: '***78-9',
  bankAccount: { bankCode: '341', ...toAccount, account: '***78', type: 'BANK_ACCOUNT_TYPE_SAVINGS' },
  receiptUrl: 'https://pitanga.example/receipts/payouts/tran_1',
});
