import { accountOwnerFromWire, toWire, type AsaasAccountServiceDefinition } from '@pitanga/contracts';
import { cents, everyTenant, invalidArgument, toTenant } from '@pitanga/core';
import { asaasBaseUrl } from '@pitanga/provider-account';
import type { RpcHandlers } from '@pitanga/rpc';
import { asaasCallbackUrl, type AsaasAccount } from '../asaas-accounts/asaas-account';
import type { Deps } from '../deps';
import {
  configureAsaasAccount,
  findConfiguredAsaasAccount,
  removeAsaasAccount,
  testAsaasAccount,
} from '../managing/asaas-account-service';
import { receiveAsaasEvent } from '../managing/receive-asaas-event';
import { answerRefundAsk } from '../returning/answer-refund-ask';
import { checkedStoreId } from './checked-store-id';

export function asaasAccountHandlers(deps: Deps): RpcHandlers<AsaasAccountServiceDefinition> {
  return {
    configureAsaasAccount: async ({ storeId, settingsJson, owner }) => {
      const id = checkedStoreId(storeId);
      const known = accountOwnerFromWire(owner);
      if (known === undefined) throw invalidArgument("Property 'owner' is missing");
      const { account, webhookFailure } = await configureAsaasAccount(deps, id, settingsJson, known);
      return { account: accountToWire(deps, account), webhookFailure };
    },

    receiveAsaasEvent: async (request) => {
      return { transfer: await receiveAsaasEvent(deps, everyTenant, request) };
    },

    answerRefundAsk: async (ask) => {
      const refusal = await answerRefundAsk(deps, everyTenant, { ...ask, amountCents: cents(ask.amountCents) });
      return { approved: refusal === undefined, refuseReason: refusal ?? '' };
    },

    getAsaasAccount: async ({ storeId }) => ({
      account: accountToWire(deps, await findConfiguredAsaasAccount(deps, toTenant(checkedStoreId(storeId), false))),
    }),

    testAsaasAccount: async ({ storeId }) => ({
      problems: [...(await testAsaasAccount(deps, checkedStoreId(storeId)))],
    }),

    removeAsaasAccount: async ({ storeId }) => {
      await removeAsaasAccount(deps, checkedStoreId(storeId));
      return {};
    },
  };
}

/** The account without its secrets. */
function accountToWire({ publicUrl }: Deps, account: AsaasAccount) {
  const { accountId, owner, updatedAt, settings } = account;
  return {
    accountId,
    environment: settings.environment,
    keepsCards: settings.keepsCards ?? false,
    apiKeyEnds: settings.apiKey.slice(-4),
    methods: settings.methods,
    callbackUrl: asaasCallbackUrl(account, publicUrl),
    updatedAt,
    owner: toWire('ACCOUNT_OWNER', owner),
    host: new URL(asaasBaseUrl(settings)).host,
  };
}
