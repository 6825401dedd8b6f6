import { accountOwnerFromWire, required, toWire, type StripeAccountServiceDefinition } from '@pitanga/contracts';
import { everyTenant, toTenant } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import { receiveStripeEvent } from '../managing/receive-stripe-event';
import type { Deps } from '../deps';
import {
  assignStripeAccount,
  configureStripeAccount,
  findConfiguredStripeAccount,
  removeStripeAccount,
  testStripeAccount,
} from '../managing/stripe-account-service';
import { stripeCallbackUrl, type StripeAccount } from '../stripe-accounts/stripe-account';
import { checkedStoreId } from './checked-store-id';

export function stripeAccountHandlers(deps: Deps): RpcHandlers<StripeAccountServiceDefinition> {
  return {
    configureStripeAccount: async ({ storeId, settingsJson, owner }) => {
      const id = checkedStoreId(storeId);
      const configured = await configureStripeAccount(deps, id, settingsJson, accountOwnerFromWire(owner));
      const { account, webhookFailure } = configured;
      return { account: accountToWire(deps, account), webhookFailure };
    },

    receiveStripeEvent: async (request) => {
      await receiveStripeEvent(deps, everyTenant, request);
      return {};
    },

    assignStripeAccount: async ({ storeId, owner }) => {
      await assignStripeAccount(deps, checkedStoreId(storeId), required(accountOwnerFromWire(owner), 'owner'));
      return {};
    },

    getStripeAccount: async ({ storeId }) => ({
      account: accountToWire(deps, await findConfiguredStripeAccount(deps, toTenant(checkedStoreId(storeId), false))),
    }),

    testStripeAccount: async ({ storeId }) => ({
      problems: [...(await testStripeAccount(deps, checkedStoreId(storeId)))],
    }),

    removeStripeAccount: async ({ storeId }) => {
      await removeStripeAccount(deps, checkedStoreId(storeId));
      return {};
    },
  };
}

/** The account without its secrets. */
function accountToWire({ publicUrl }: Deps, account: StripeAccount) {
  const { accountId, liveMode, owner, updatedAt, settings, webhook } = account;
  return {
    accountId,
    liveMode,
    secretKeyEnds: settings.secretKey.slice(-4),
    publishableKeyEnds: settings.publishableKey.slice(-4),
    webhookSecretEnds: webhook.secret?.slice(-4),
    methods: settings.methods,
    callbackUrl: stripeCallbackUrl(account, publicUrl),
    updatedAt,
    owner: owner && toWire('ACCOUNT_OWNER', owner),
  };
}
