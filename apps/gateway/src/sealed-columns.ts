import { sealedResponses, type SealedColumn } from '@pitanga/database';
import { sealedMessages } from './account-messages/message-repository';
import { sealedTotps } from './factors/factor-repository';
import { sealedAllowListKeys } from '@pitanga/provider-account';
import { sealedLimitChanges } from './payout-limits/limit-change-repository';
import { sealedAllowedKeys } from './payout-limits/payout-limits-repository';
import { sealedStores } from './stores/store-repository';
import { sealedUsers } from './users/user-repository';

/** Every sealed column of the gateway, for a change of the data key. */
export const sealedColumns: readonly SealedColumn[] = [
  ...sealedStores,
  ...sealedUsers,
  ...sealedTotps,
  ...sealedMessages,
  sealedAllowedKeys,
  sealedLimitChanges,
  sealedAllowListKeys,
  sealedResponses,
];
