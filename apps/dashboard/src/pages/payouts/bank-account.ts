import { normalizeBankAccount, type BankAccountType } from '@pitanga/core';

/** What is typed of the account that a TED goes to. */
export interface TypedAccount {
  /** Its code of 3 digits, or its ISPB of 8. */
  readonly bank: string;
  readonly branch: string;
  readonly account: string;
  readonly accountDigit: string;
  readonly accountType: BankAccountType;
}

export const emptyAccount: TypedAccount = {
  bank: '',
  branch: '',
  account: '',
  accountDigit: '',
  accountType: 'CHECKING',
};

export type AccountField = Exclude<keyof TypedAccount, 'accountType'>;

const anyAccount: TypedAccount = { ...emptyAccount, bank: '001', branch: '0001', account: '1', accountDigit: '0' };

/** Whether a field looks right; whether there is such an account, only its bank knows. */
export function isAccountField(field: AccountField, text: string): boolean {
  return isWholeAccount({ ...anyAccount, [field]: text });
}

export function isWholeAccount(typed: TypedAccount): boolean {
  try {
    toBankAccount(typed);
    return true;
  } catch {
    return false;
  }
}

/** As the API takes it. @throws AppError for what cannot be an account (docs/behaviour/payouts.md#ted-account) */
export function toBankAccount({ bank, accountType, ...typed }: TypedAccount) {
  const isIspb = bank.replaceAll(/\D/g, '').length === 8;
  const given = { ...typed, type: accountType, ...(isIspb ? { ispb: bank } : { bankCode: bank }) };
  const { ispb, bankCode, branch, account, accountDigit } = normalizeBankAccount(given);
  return {
    ...(ispb !== undefined && { ispb }),
    ...(bankCode !== undefined && { bankCode }),
    ...{ branch, account, accountDigit, accountType },
  };
}
