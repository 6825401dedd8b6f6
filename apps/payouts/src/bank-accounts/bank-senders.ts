import type { PixBankCode } from '@pitanga/core/pix-banks';
import { efiSender } from '../efi/efi-sender';
import { interSender } from '../inter/inter-sender';
import type { BankSender } from '../provider/bank-sender';
import { sendsNothing } from './bank-account';

/** How each bank sends that can. */
export const bankSenders: Readonly<Partial<Record<PixBankCode, BankSender>>> = {
  EFI: efiSender,
  INTER: interSender,
};

/** @throws AppError INVALID_ARGUMENT for a bank that sends nothing */
export function requireSender(bank: PixBankCode): BankSender {
  const sender = bankSenders[bank];
  if (!sender) throw sendsNothing(bank);
  return sender;
}
