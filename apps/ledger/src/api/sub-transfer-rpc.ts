import {
  fromWire,
  pageFromWire,
  pageToWire,
  toWire,
  TransferSubAccountResponse,
  type LedgerServiceDefinition,
  type SubTransfer as SubTransferMessage,
} from '@pitanga/contracts';
import { cents, invalidArgument, type Tenant } from '@pitanga/core';
import { writeOnce } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { createBalances } from '../balances/balance-repository';
import { listTransferAccounts, makeTransfer } from '../booking/make-transfer';
import type { Deps } from '../deps';
import { transferDirections, type SubTransfer } from '../sub-transfers/sub-transfer';
import { transferNotFound } from '../sub-transfers/sub-transfer-errors';
import { findTransfer, listTransfers } from '../sub-transfers/sub-transfer-repository';

export function subTransferHandlers(
  deps: Deps,
): Pick<RpcHandlers<LedgerServiceDefinition>, 'transferSubAccount' | 'getSubTransfer' | 'listSubTransfers'> {
  return {
    getSubTransfer: async ({ id }, { tenant }) => {
      const transfer = await findTransfer(deps.db, tenant, { id });
      if (!transfer) throw transferNotFound();
      return { transfer: toMessage(tenant, transfer) };
    },

    listSubTransfers: async ({ page, subAccountId, externalId, ...asked }, { tenant }) => {
      const direction = asked.direction && fromWire('SUB_TRANSFER_DIRECTION', transferDirections, asked.direction);
      const filter = { subAccountId, externalId, direction };
      const found = await listTransfers(deps.db, tenant, pageFromWire(page), filter);
      return { transfers: found.items.map((transfer) => toMessage(tenant, transfer)), page: pageToWire(found) };
    },

    transferSubAccount: async (
      { id, subAccountId, amountCents, externalId, againstId, description, ...asked },
      call,
    ) => {
      const { tenant } = call;
      const direction = fromWire('SUB_TRANSFER_DIRECTION', transferDirections, asked.direction);
      if (amountCents < 1) throw invalidArgument("Property 'amount' should be at least 1");
      if ((direction === 'TO_STORE') !== (againstId !== undefined)) {
        throw invalidArgument("Property 'against' belongs to a transfer to the store, and to no other");
      }
      const order = {
        id,
        subAccountId,
        direction,
        amountCents: cents(amountCents),
        externalId,
        againstId,
        description,
      };
      await createBalances(deps.db, listTransferAccounts(tenant, subAccountId));
      return writeOnce(deps, call, TransferSubAccountResponse, async (tx) => {
        return { transfer: toMessage(tenant, await makeTransfer(tx, tenant, order)) };
      });
    },
  };
}

function toMessage({ devMode }: Tenant, transfer: SubTransfer): SubTransferMessage {
  return { ...transfer, devMode, direction: toWire('SUB_TRANSFER_DIRECTION', transfer.direction) };
}
