import { accountOwnerFromWire, required, type PixAccountServiceDefinition } from '@pitanga/contracts';
import { everyTenant, toTenant } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import {
  assignPixAccount,
  configurePixAccount,
  receivePixCallback,
  removePixAccount,
} from '../managing/pix-account-service';
import type { Deps } from '../deps';
import { requirePixAccount, testPixAccount } from '../managing/test-pix-account';
import { pixAccountToWire } from '../messages/pix-account-wire';
import { checkedStoreId } from './checked-store-id';

export function pixAccountHandlers(deps: Deps): RpcHandlers<PixAccountServiceDefinition> {
  return {
    configurePixAccount: ({ storeId, settingsJson, check, owner }) =>
      configurePixAccount(deps, checkedStoreId(storeId), settingsJson, { check, owner: accountOwnerFromWire(owner) }),

    assignPixAccount: async ({ storeId, owner }) => {
      await assignPixAccount(deps, checkedStoreId(storeId), required(accountOwnerFromWire(owner), 'owner'));
      return {};
    },

    getPixAccount: async ({ storeId }) => {
      const account = await requirePixAccount(deps, toTenant(checkedStoreId(storeId), false));
      return { account: pixAccountToWire(account, deps.publicUrl) };
    },

    testPixAccount: async ({ storeId }) => ({ problems: [...(await testPixAccount(deps, checkedStoreId(storeId)))] }),

    removePixAccount: async ({ storeId }) => {
      await removePixAccount(deps, checkedStoreId(storeId));
      return {};
    },

    receivePixCallback: async ({ segment, body }) => ({
      senderStoreId: await receivePixCallback(deps, everyTenant, segment, body),
    }),
  };
}
