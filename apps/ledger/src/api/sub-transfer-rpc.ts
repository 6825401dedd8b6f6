import { fromWire, toWire, TransferSubAccountResponse, type LedgerServiceDefinition } from '@pitanga/contracts';
import { cents, invalidArgument } from '@pitanga/core';
import { writeOnce } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { createBalances } from '../balances/balance-repository';
import { listTransferAccounts, makeTransfer } from '../booking/make-transfer';
import type { Deps } from '../deps';
import { transferDirections } from '../sub-transfers/sub-transfer';

export function subTransferHandlers(deps: Deps): Pick<RpcHandlers<LedgerServiceDefinition>, 'transferSubAccount'> {
  return {
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
        const transfer = await makeTransfer(tx, tenant, order);
        const ofWire = { direction: toWire('SUB_TRANSFER_DIRECTION', transfer.direction), devMode: tenant.devMode };
        return { transfer: { ...transfer, ...ofWire } };
      });
    },
  };
}
