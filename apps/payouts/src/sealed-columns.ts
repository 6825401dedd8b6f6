import type { SealedColumn } from '@pitanga/database';
import { sealedAccounts } from './payout-accounts/payout-account-row';
import { sealedTargets } from './payouts/payout-row';
import { sealedHolders } from './store-settings/store-settings-repository';

/** Everything that payouts keeps sealed. */
export const sealedColumns: readonly SealedColumn[] = [sealedTargets, ...sealedAccounts, sealedHolders];
