import type { PixAccountServiceDefinition } from '@pitanga/contracts';
import { everyTenant, invalidArgument } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import {
  configurePixAccount,
  receivePixCallback,
  removePixAccount,
  type PixAccountDeps,
} from '../managing/pix-account-service';

export function pixAccountHandlers(deps: PixAccountDeps): RpcHandlers<PixAccountServiceDefinition> {
  return {
    configurePixAccount: ({ storeId, settingsJson }) =>
      configurePixAccount(deps, checkedStoreId(storeId), settingsJson),

    removePixAccount: async ({ storeId }) => {
      await removePixAccount(deps, checkedStoreId(storeId));
      return {};
    },

    receivePixCallback: async ({ segment, body }) => {
      await receivePixCallback(deps, everyTenant, segment, body);
      return {};
    },
  };
}

function checkedStoreId(storeId: string): string {
  if (storeId === '') throw invalidArgument("Property 'storeId' should not be empty");
  return storeId;
}
