import { invalidArgument, type AppError } from './errors';
import { pastedText } from './pasted';

export const bankAccountTypes = ['CHECKING', 'SAVINGS', 'PAYMENT'] as const;
export type BankAccountType = (typeof bankAccountTypes)[number];

/** An account at a bank in Brazil. */
export interface BankAccount {
  /** Of the bank in the payment system; exactly one of the two names it. */
  readonly ispb?: string | undefined;
  /** Of the bank in the clearing (COMPE). */
  readonly bankCode?: string | undefined;
  /** Without its check digit. */
  readonly branch: string;
  /** Without its check digit. */
  readonly account: string;
  /** The check digit of the account: a digit, or X. */
  readonly accountDigit: string;
  readonly type: BankAccountType;
}

/** As banks write it: spaces, dots and hyphens mean nothing. */
const plain = (text: string): string =>
  pastedText(text)
    .replaceAll(/[\s.-]/g, '')
    .toUpperCase();

/**
 * An account as banks want it, from a text as people type or paste it. Only its bank knows whether it exists.
 *
 * @throws AppError INVALID_ARGUMENT with reason INVALID_BANK_ACCOUNT
 */
export function normalizeBankAccount(given: BankAccount): BankAccount {
  const [ispb, bankCode] = [given.ispb, given.bankCode].map((text) => (text === undefined ? undefined : plain(text)));
  if ((ispb === undefined) === (bankCode === undefined)) {
    throw invalidBankAccount("send one of 'ispb' and 'bankCode'");
  }
  if (ispb !== undefined && !/^\d{8}$/.test(ispb)) throw invalidBankAccount("'ispb' has 8 digits");
  if (bankCode !== undefined && !/^(?!000)\d{3}$/.test(bankCode)) throw invalidBankAccount("'bankCode' has 3 digits");
  const [branch, account] = [plain(given.branch), plain(given.account)];
  if (!/^\d{4}$/.test(branch)) throw invalidBankAccount("'branch' has 4 digits, without its check digit");
  if (!/^(?=.*[1-9])\d{1,20}$/.test(account)) {
    throw invalidBankAccount("'account' has 1 to 20 digits, not all 0, without its check digit");
  }
  const accountDigit = plain(given.accountDigit);
  if (!/^[0-9X]$/.test(accountDigit)) throw invalidBankAccount("'accountDigit' is one digit, or X");
  return { ispb, bankCode, branch, account, accountDigit, type: given.type };
}

/** For records, pages and logs: its owner recognises it by the end of its number. */
export function maskBankAccount(account: BankAccount): BankAccount {
  const { length } = account.account;
  return { ...account, account: length > 3 ? `***${account.account.slice(-2)}` : '***' };
}

function invalidBankAccount(why: string): AppError {
  return invalidArgument(`Invalid bank account: ${why}`, 'INVALID_BANK_ACCOUNT');
}
