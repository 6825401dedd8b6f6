import {
  accountOwnerFromWire,
  fromWire,
  toWire,
  type Transfer,
  type TransferServiceDefinition,
} from '@pitanga/contracts';
import { refundFailureReason, type Tenant } from '@pitanga/core';
import type { RpcClient } from '@pitanga/rpc';
import type { Tools } from '../deps';
import type { RefundReading } from '../provider/refund-reading';
import type { FindTransfer, TransferOrder, TransferProvider } from '../provider/transfer-provider';

/** Stored with each refund that was sent so: payouts knows through which account. */
const payoutsName = 'payouts';

type Payouts = Pick<RpcClient<TransferServiceDefinition>, 'findSender' | 'lookupKey' | 'sendTransfer' | 'readTransfer'>;

/** @param payouts undefined where this installation does not give its address */
export function payoutTransfers(tools: Pick<Tools, 'ids' | 'clock'>, payouts: Payouts | undefined): FindTransfer {
  return async (tenant) => {
    if (!payouts || tenant.devMode) return undefined;
    const sender = await payouts.findSender({ tenant }, context(tools));
    if (!sender.isThere) return undefined;
    return createProvider(tools, payouts, tenant, accountOwnerFromWire(sender.owner));
  };
}

function createProvider(
  tools: Pick<Tools, 'ids' | 'clock'>,
  payouts: Payouts,
  tenant: Tenant,
  owner: TransferProvider['owner'],
): TransferProvider {
  return {
    name: payoutsName,
    owner,
    lookupKey: async ({ type: pixKeyType, key: pixKey }, { taxId }) => {
      const found = await payouts.lookupKey({ tenant, pixKeyType, pixKey, taxId }, context(tools));
      return found.taxId === undefined ? undefined : { taxId: found.taxId, name: found.name };
    },
    sendTransfer: async ({ refundId: id, amountCents, keyType, key }) => {
      const account = owner && toWire('ACCOUNT_OWNER', owner);
      const order = { tenant, id, amountCents, pixKeyType: keyType, pixKey: key, owner: account };
      const { transfer } = await payouts.sendTransfer(order, context(tools));
      if (!transfer) throw new Error(`transfer ${id} was not answered`);
      return toReading(transfer);
    },
    readTransfer: async ({ refundId: id }: TransferOrder) => {
      const { transfer } = await payouts.readTransfer({ tenant, id }, context(tools));
      return transfer && toReading(transfer);
    },
  };
}

const context = ({ ids, clock }: Pick<Tools, 'ids' | 'clock'>) => ({ requestId: ids.next('request', clock.real()) });

const statuses = ['PENDING', 'COMPLETE', 'FAILED', 'RETURNED'] as const;

/** What came back after it was sent stays COMPLETE: the payer is still owed it, and payouts logs it for the operator. */
function toReading({
  status: wire,
  endToEndId,
  failure,
  providerCode,
  providerAccount: sentBy,
}: Transfer): RefundReading {
  const status = fromWire('PAYOUT_STATUS', statuses, wire);
  if (status !== 'FAILED') {
    const end = { reference: endToEndId, failureReason: undefined, providerCode, sentBy };
    return { status: status === 'PENDING' ? 'PENDING' : 'COMPLETE', ...end };
  }
  const name = failure?.replace(/^PAYOUT_FAILURE_REASON_/, '') ?? '';
  return { status, reference: undefined, failureReason: refundFailureReason(name), providerCode };
}
