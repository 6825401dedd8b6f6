import type { SealedColumn } from '@pitanga/database';
import { sealedAllowListKeys } from '@pitanga/provider-account';
import { sealedAccounts } from './payout-accounts/payout-account-repository';
import { sealedTargets } from './payouts/payout-row';
import { sealedHolders } from './store-settings/store-settings-repository';

/** Every column of payouts with sealed values. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedTargets,
  ...sealedAccounts,
  sealedHolders,
  sealedAllowListKeys,
];
