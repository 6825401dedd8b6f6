import { accountOwnerFromWire, toWire, type Transfer, type TransferServiceDefinition } from '@pitanga/contracts';
import { invalidArgument, pixKeyTypes, type PixKeyType } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { findTransfer, lookUpOwner, sendTransfer } from '../paying-out/send-transfer';
import { findSenderKind } from '../payout-accounts/sender-kind';
import type { ActivePayout } from '../payouts/payout';

export function transferHandlers(deps: Deps): RpcHandlers<TransferServiceDefinition> {
  return {
    findSender: async (_request, { tenant }) => {
      const provider = await deps.findProvider(tenant);
      const owner = provider?.owner;
      return { isThere: provider !== undefined, owner: owner && toWire('ACCOUNT_OWNER', owner) };
    },

    lookupKey: async ({ taxId, ...request }, { tenant }) => {
      const owner = await lookUpOwner(deps, tenant, toKey(request), taxId);
      return { taxId: owner?.taxId, name: owner?.name };
    },

    sendTransfer: async ({ id, amountCents, owner, ...request }, { tenant }) => {
      const input = { id, amountCents, pixKey: toKey(request), owner: accountOwnerFromWire(owner) };
      return { transfer: transferToWire(await sendTransfer(deps, tenant, input)) };
    },

    readTransfer: async ({ id }, { tenant }) => {
      const transfer = await findTransfer(deps, tenant, id);
      return { transfer: transfer && transferToWire(transfer) };
    },
  };
}

function toKey({ pixKey: key, pixKeyType }: { readonly pixKey: string; readonly pixKeyType: string }) {
  const type: PixKeyType | undefined = pixKeyTypes.find((known) => known === pixKeyType);
  if (!type) throw invalidArgument(`Property 'pixKeyType' should be one of ${pixKeyTypes.join(', ')}`);
  return { type, key };
}

function transferToWire({ status, endToEndId, failureReason, providerCode, provider }: ActivePayout): Transfer {
  return {
    status: toWire('PAYOUT_STATUS', status),
    endToEndId,
    failure: failureReason && toWire('PAYOUT_FAILURE_REASON', failureReason),
    providerCode,
    providerAccount: findSenderKind(provider),
  };
}
