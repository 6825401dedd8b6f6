import { accountOwnerFromWire, required, toWire, type BankPayoutsServiceDefinition } from '@pitanga/contracts';
import { toTenant } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { configureBank, receiveBankNotice, removeBank, requireBank, testBank } from '../paying-out/configure-bank';
import { hasOpenPayout } from '../payouts/payout-queries';
import { checkedStoreId } from './checked-store-id';

export function bankPayoutsHandlers(deps: Deps): RpcHandlers<BankPayoutsServiceDefinition> {
  return {
    configureBankPayouts: async ({ storeId, settingsJson, check, callbackUrl, owner: given }) => {
      const owner = required(accountOwnerFromWire(given), 'owner');
      await configureBank(deps, checkedStoreId(storeId), settingsJson, { owner, check, callbackUrl });
      return {};
    },

    getBankPayouts: async ({ storeId }) => {
      const { bank, name, certificateExpiresAt, updatedAt, owner } = await requireBank(deps, checkedStoreId(storeId));
      const hasOpenPayouts = await hasOpenPayout(deps.db, toTenant(storeId, false), name);
      const shown = { bank, name, certificateExpiresAt, updatedAt, owner: toWire('ACCOUNT_OWNER', owner) };
      return { account: { ...shown, hasOpenPayouts } };
    },

    testBankPayouts: async ({ storeId }) => ({ problems: [...(await testBank(deps, checkedStoreId(storeId)))] }),

    removeBankPayouts: async ({ storeId, unlessOpen }) => {
      await removeBank(deps, checkedStoreId(storeId), unlessOpen);
      return {};
    },

    receiveBankNotice: async ({ storeId, body }) => {
      await receiveBankNotice(deps, checkedStoreId(storeId), body);
      return {};
    },
  };
}
