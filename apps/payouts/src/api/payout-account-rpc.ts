import { accountOwnerFromWire, required, type PayoutAccountServiceDefinition } from '@pitanga/contracts';
import { toTenant } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { assignPayoutAccount, configurePayoutAccount, removePayoutAccount } from '../paying-out/configure-account';
import { requirePayoutAccount, testPayoutAccount } from '../paying-out/test-account';
import { payoutAccountToWire } from '../payout-accounts/payout-account-wire';
import { checkedStoreId } from './checked-store-id';

export function payoutAccountHandlers(deps: Deps): RpcHandlers<PayoutAccountServiceDefinition> {
  return {
    configurePayoutAccount: ({ storeId, settingsJson, check, owner }) =>
      configurePayoutAccount(deps, checkedStoreId(storeId), settingsJson, {
        check,
        owner: accountOwnerFromWire(owner),
      }),

    assignPayoutAccount: async ({ storeId, owner }) => {
      await assignPayoutAccount(deps, checkedStoreId(storeId), required(accountOwnerFromWire(owner), 'owner'));
      return {};
    },

    getPayoutAccount: async ({ storeId }) => {
      const account = await requirePayoutAccount(deps, toTenant(checkedStoreId(storeId), false));
      return { account: payoutAccountToWire(account, deps.publicUrl) };
    },

    testPayoutAccount: async ({ storeId }) => ({
      problems: [...(await testPayoutAccount(deps, checkedStoreId(storeId)))],
    }),

    removePayoutAccount: async ({ storeId }) => {
      await removePayoutAccount(deps, checkedStoreId(storeId));
      return {};
    },
  };
}
