import type { BankSender } from '../provider/bank-sender';
import { checkEfiAccount } from './efi-account-check';
import { createEfiPayoutProvider, efiCapabilities } from './efi-payout-provider';
import { namedPayouts } from './efi-values';

/** Efí sends what leaves a store by the account that takes its Pix. */
export const efiSender: BankSender = {
  capabilities: efiCapabilities,
  create: createEfiPayoutProvider,
  check: checkEfiAccount,
  named: namedPayouts,
};
