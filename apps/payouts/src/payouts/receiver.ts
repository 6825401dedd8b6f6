import {
  formatBrl,
  invalidArgument,
  maskBankAccount,
  maskPixKey,
  normalizeBankAccount,
  normalizePixKey,
  parseBrCode,
  toPixTarget,
  type AppError,
  type BankAccount,
  type Cents,
  type PixKeyType,
  type PixTarget,
} from '@pitanga/core';
import type { BankTarget, PayoutTarget } from '../provider/payout-provider';
import type { ActivePayout } from './payout';

/** A receiver as the caller named it and as it is paid. */
export type Receiver = Pick<ActivePayout, 'pixKeyType' | 'maskedPixKey' | 'bankAccount' | 'target'>;

/** As the caller wrote it. */
export type NamedReceiver =
  { readonly type: PixKeyType; readonly key: string } | { readonly type: 'BANK_ACCOUNT'; readonly account: BankTarget };

/** @throws AppError INVALID_ARGUMENT for what cannot be a receiver, and for another amount than its code's */
export function readReceiver(named: NamedReceiver, amountCents: Cents): Receiver {
  return named.type === 'BANK_ACCOUNT'
    ? parseBankAccount(named.account)
    : parseReceiver(named.type, named.key, amountCents);
}

function parseBankAccount({ holderName, ...given }: BankTarget): Receiver {
  const account = normalizeBankAccount(given);
  const bankAccount = maskBankAccount(account);
  const maskedPixKey = `${bankAccount.account}-${bankAccount.accountDigit}`;
  const target = { type: 'BANK_ACCOUNT', account: { ...account, holderName } } as const;
  return { pixKeyType: 'BANK_ACCOUNT', maskedPixKey, bankAccount, target };
}

interface PixReceiver extends Receiver {
  readonly pixKeyType: PixKeyType;
  readonly target: PixTarget;
}

/**
 * Parses a receiver by the caller's type. Of a BR Code with a key, the key is paid; an amount in it must be the payout's.
 *
 * @throws AppError INVALID_ARGUMENT for a text that is not of its type, and for another amount
 */
export function parseReceiver(pixKeyType: PixKeyType, text: string, amountCents: Cents): PixReceiver {
  const key = normalizePixKey(pixKeyType, text);
  const maskedPixKey = maskPixKey(pixKeyType, key);
  const inCode = pixKeyType === 'BR_CODE' ? parseBrCode(key).amountCents : undefined;
  if (inCode !== undefined && inCode !== amountCents) throw otherAmount(inCode, amountCents);
  return { pixKeyType, maskedPixKey, target: toPixTarget(pixKeyType, key) };
}

/** The holder's tax id, which is a key. */
export function holderKey(holderTaxId: string): PixTarget {
  return { type: holderTaxId.length === 11 ? 'CPF' : 'CNPJ', key: holderTaxId };
}

export function isSameTarget(one: PayoutTarget, other: PayoutTarget): boolean {
  if (one.type === 'BANK_ACCOUNT' || other.type === 'BANK_ACCOUNT') {
    return one.type === 'BANK_ACCOUNT' && other.type === 'BANK_ACCOUNT' && isSameAccount(one.account, other.account);
  }
  return one.type === other.type && one.key === other.key;
}

/** Whatever the name of its holder is now. */
function isSameAccount(one: BankAccount, other: BankAccount): boolean {
  const fields = ['ispb', 'bankCode', 'branch', 'account', 'accountDigit', 'type'] as const;
  return fields.every((field) => one[field] === other[field]);
}

function otherAmount(inCode: Cents, amountCents: Cents): AppError {
  return invalidArgument(
    `Property 'amount' should be the amount of the BR Code (${formatBrl(inCode)}), not ${formatBrl(amountCents)}`,
    'BR_CODE_AMOUNT',
  );
}
