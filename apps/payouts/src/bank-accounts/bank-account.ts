import type { AccountOwner, AppError } from '@pitanga/core';
import { pixBanks, type PixBankCode } from '@pitanga/core/pix-banks';
import { createSettingsReader } from '@pitanga/provider-account';
import { bankAccessSchema, completeAccess, identitySchema, type BankAccess } from '@pitanga/provider-account/bank';
import { Type } from 'typebox';

/** The account at a bank that sends a store's production payouts. */
export interface BankAccount {
  readonly bank: PixBankCode;
  /** Stored with what is sent through it; no secret. */
  readonly name: string;
  readonly settings: BankAccess;
  /** Last part of the address that is this account's alone. */
  readonly segment: string;
  readonly owner: AccountOwner;
  readonly certificateExpiresAt: Date;
  readonly updatedAt: Date;
}

const TypedSettings = Type.Object({ ...bankAccessSchema, ...identitySchema }, { additionalProperties: false });

const reader = createSettingsReader('INVALID_PAYOUT_ACCOUNT');

/** @throws AppError INVALID_ARGUMENT for settings that could never reach a bank that sends; no value is shown */
export function checkedBankSettings(
  json: string,
  at: { readonly now: Date; readonly providerRanges: readonly string[] },
): Pick<BankAccount, 'bank' | 'settings' | 'certificateExpiresAt'> {
  const typed = reader.read(TypedSettings, json);
  const { bank = 'OTHER' } = typed;
  if (!pixBanks[bank].sends) throw sendsNothing(bank);
  const { access: settings, certificateExpiresAt } = completeAccess(reader, typed, at);
  sendingApi({ bank, settings });
  return { bank, settings, certificateExpiresAt };
}

/** The address below which a bank sends, which is that of its Pix API without what is of that API alone, and its scopes. */
export function sendingApi({ bank, settings }: Pick<BankAccount, 'bank' | 'settings'>): {
  readonly baseUrl: string;
  readonly scopes: string;
} {
  const { apiPath = '', scopes = '' } = pixBanks[bank].sends ?? {};
  if (!settings.baseUrl.endsWith(apiPath)) {
    throw reader.unusable(
      `Property 'baseUrl' should end with ${apiPath}, where ${pixBanks[bank].name} has its Pix API`,
    );
  }
  return { baseUrl: settings.baseUrl.slice(0, settings.baseUrl.length - apiPath.length), scopes };
}

export function sendsNothing(bank: PixBankCode): AppError {
  return reader.unusable(
    `Property 'sendsPayouts' should be absent: the platform does not send Pix through ${pixBanks[bank].name}`,
  );
}

const namePrefix = 'bank:';

/** Whether it names an account at a bank. */
export function isBankName(name: string): boolean {
  return name.startsWith(namePrefix);
}

/**
 * Names an account whatever its credentials are: of the bank, its host and the paying key. Hashed, because a Pix key may be a tax
 * id.
 */
export function bankAccountName(
  { fingerprint }: { readonly fingerprint: (text: string) => Buffer },
  bank: PixBankCode,
  { baseUrl, pixKey }: Pick<BankAccess, 'baseUrl' | 'pixKey'>,
): string {
  const identity = fingerprint(`${new URL(baseUrl).host} ${pixKey}`)
    .toString('hex')
    .slice(0, 32);
  return `${namePrefix}${bank.toLowerCase()}:${identity}`;
}
