import {
  accountOwnerFromWire,
  toWire,
  type AsaasPayouts,
  type AsaasPayoutsServiceDefinition,
} from '@pitanga/contracts';
import { everyTenant, invalidArgument, toTenant } from '@pitanga/core';
import { lastFour } from '@pitanga/provider-account';
import type { RpcHandlers } from '@pitanga/rpc';
import { validationUrl, type AsaasAccount } from '../asaas-accounts/asaas-account';
import type { Deps } from '../deps';
import { answerWithdrawal } from '../paying-out/answer-withdrawal';
import { noteTransfer } from '../paying-out/note-transfer';
import { hasOpenPayout } from '../payouts/payout-queries';
import { configureAsaas, removeAsaas, requireAsaas, testAsaas } from '../paying-out/configure-asaas';
import { checkedStoreId } from './checked-store-id';

export function asaasPayoutsHandlers(deps: Deps): RpcHandlers<AsaasPayoutsServiceDefinition> {
  return {
    configureAsaasPayouts: async ({ storeId, settingsJson, owner }) => {
      const accountOwner = accountOwnerFromWire(owner);
      if (!accountOwner) throw invalidArgument("Property 'owner' is missing");
      const account = await configureAsaas(deps, checkedStoreId(storeId), settingsJson, accountOwner);
      return { validationUrl: validationUrl(account, deps.publicUrl) };
    },

    getAsaasPayouts: async ({ storeId }) => {
      const account = await requireAsaas(deps, checkedStoreId(storeId));
      const hasOpenPayouts = await hasOpenPayout(deps.db, toTenant(storeId, false), account.name);
      return { account: { ...accountToWire(account, deps.publicUrl), hasOpenPayouts } };
    },

    testAsaasPayouts: async ({ storeId }) => ({ problems: [...(await testAsaas(deps, checkedStoreId(storeId)))] }),

    removeAsaasPayouts: async ({ storeId, unlessOpen }) => {
      await removeAsaas(deps, checkedStoreId(storeId), unlessOpen);
      return {};
    },

    answerWithdrawal: async ({ segment, token, body }) => {
      const answer = await answerWithdrawal(deps, everyTenant, { segment, token, body });
      if (answer.kind === 'ANSWERED') {
        const { refusal } = answer;
        return { approved: refusal === undefined, refuseReason: refusal ?? '', pixReturn: undefined };
      }
      const { storeId, returnId, amountCents, endToEndId = '', paymentId = '' } = answer;
      const pixReturn = { storeId, returnId, amountCents, endToEndId, paymentId };
      return { approved: false, refuseReason: '', pixReturn };
    },

    noteAsaasTransfer: async ({ storeId, orderId, payoutId }) => {
      await noteTransfer(deps, toTenant(checkedStoreId(storeId), false), { orderId, payoutId });
      return {};
    },
  };
}

/** An account as its owner may see it: nothing that gives access. */
function accountToWire(account: AsaasAccount, publicUrl: string): Omit<AsaasPayouts, 'hasOpenPayouts'> {
  const { name, settings, askedAt, stoppedAt, updatedAt, owner } = account;
  return {
    name,
    apiKeyEnds: lastFour(settings.apiKey),
    validationTokenEnds: lastFour(settings.validationToken),
    validationUrl: validationUrl(account, publicUrl),
    allowsOwnTransfers: settings.ownTransfers === 'ALLOW',
    askedAt,
    stoppedAt,
    updatedAt,
    owner: toWire('ACCOUNT_OWNER', owner),
  };
}
