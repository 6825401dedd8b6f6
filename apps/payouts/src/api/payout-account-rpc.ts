import type { PayoutAccountServiceDefinition } from '@pitanga/contracts';
import { invalidArgument } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { configurePayoutAccount, removePayoutAccount } from '../paying-out/configure-account';

export function payoutAccountHandlers(deps: Deps): RpcHandlers<PayoutAccountServiceDefinition> {
  return {
    configurePayoutAccount: ({ storeId, settingsJson }) =>
      configurePayoutAccount(deps, checkedStoreId(storeId), settingsJson),

    removePayoutAccount: async ({ storeId }) => {
      await removePayoutAccount(deps, checkedStoreId(storeId));
      return {};
    },
  };
}

function checkedStoreId(storeId: string): string {
  if (storeId === '') throw invalidArgument("Property 'storeId' should not be empty");
  return storeId;
}
