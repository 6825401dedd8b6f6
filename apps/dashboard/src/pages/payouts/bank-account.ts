/** What is typed of the account that a TED goes to. */
export interface TypedAccount {
  /** Its code of 3 digits, or its ISPB of 8. */
  readonly bank: string;
  readonly branch: string;
  readonly account: string;
  readonly accountDigit: string;
  readonly accountType: AccountType;
}

export const accountTypes = ['CHECKING', 'SAVINGS', 'PAYMENT'] as const;
export type AccountType = (typeof accountTypes)[number];

export const emptyAccount: TypedAccount = {
  bank: '',
  branch: '',
  account: '',
  accountDigit: '',
  accountType: 'CHECKING',
};

const plain = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase();

/** What each field must be (docs/behaviour/payouts.md#ted-account). */
const forms = {
  bank: /^(?!000$)(?:\d{3}|\d{8})$/,
  branch: /^\d{4}$/,
  account: /^(?=.*[1-9])\d{1,20}$/,
  accountDigit: /^[0-9X]$/,
} as const;
export type AccountField = keyof typeof forms;

export function isAccountField(field: AccountField, text: string): boolean {
  return forms[field].test(plain(text));
}

export function isWholeAccount(typed: TypedAccount): boolean {
  return (Object.keys(forms) as AccountField[]).every((field) => isAccountField(field, typed[field]));
}

/** As the API takes it. */
export function toBankAccount({ bank, branch, account, accountDigit, accountType }: TypedAccount) {
  const code = plain(bank);
  return {
    ...(code.length === 3 ? { bankCode: code } : { ispb: code }),
    branch: plain(branch),
    account: plain(account),
    accountDigit: plain(accountDigit),
    accountType,
  };
}
