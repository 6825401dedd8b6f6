import type { SealedColumn } from '@pitanga/database';
import { sealedAllowListKeys } from '@pitanga/provider-account';
import { sealedAsaasAccounts } from './asaas-accounts/asaas-account-repository';
import { sealedBankAccounts } from './bank-accounts/bank-account-repository';
import { sealedAccounts } from './payout-accounts/payout-account-repository';
import { sealedBankTargets, sealedTargets } from './payouts/payout-row';
import { sealedHolders } from './store-settings/store-settings-repository';
import { sealedSubAccounts } from './sub-accounts/sub-account-repository';

/** Every column of payouts with sealed values. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedTargets,
  sealedBankTargets,
  ...sealedAccounts,
  ...sealedAsaasAccounts,
  ...sealedBankAccounts,
  sealedHolders,
  sealedSubAccounts,
  sealedAllowListKeys,
];
