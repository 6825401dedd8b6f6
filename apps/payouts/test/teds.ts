import type { BankAccount } from '@pitanga/contracts';
import type { Asked } from './payouts-harness';

/** A withdrawal by TED. */
export function aTed(changes: Asked = {}, account: Partial<BankAccount> = {}): Asked {
  return {
    pixKey: '',
    pixKeyType: 'BANK_ACCOUNT',
    bankAccount: {
      bankCode: '341',
      branch: '1234',
      account: '12345678',
      accountDigit: '9',
      type: 'BANK_ACCOUNT_TYPE_CHECKING',
      ...account,
    },
    holderName: 'Loja Ltda',
    ...changes,
  };
}
