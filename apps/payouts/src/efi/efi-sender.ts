import type { BankSender } from '../provider/bank-sender';
import { checkEfiAccount } from './efi-account-check';
import { createEfiPayoutProvider, efiCapabilities } from './efi-payout-provider';
import { namedPayouts } from './efi-values';

/** Efí sends what leaves a store by the account that takes its Pix. */
export const efiSender: BankSender = {
  capabilities: efiCapabilities,
  // Of the application at Efí, whose token is for all that is ticked there.
  scopes: 'pix.send gn.pix.send.read webhook.read',
  create: createEfiPayoutProvider,
  check: checkEfiAccount,
  namedPayouts,
};
