import { TransferServiceDefinition, type SendTransferRequest, type Transfer } from '@pitanga/contracts';
import { unavailable } from '@pitanga/core';
import { createRpcServer, type RpcHandlers } from '@pitanga/rpc';
import { createMetrics } from '@pitanga/runtime';
import { silentLog } from '@pitanga/testing';

/** Payouts over gRPC, as far as billing asks it: transfers by their id. The real one has its tests and the e2e. */
export interface TransfersStandIn {
  readonly address: string;
  /** Every order, also repeats. */
  readonly sent: SendTransferRequest[];
  readonly transfers: Map<string, Transfer>;
  /** By type and key. */
  readonly owners: Map<string, string>;
  owner: 'ACCOUNT_OWNER_MERCHANT' | 'ACCOUNT_OWNER_OPERATOR' | undefined;
  /** The next order is recorded, and its answer is lost. */
  losesAnswer: boolean;
  end(id: string, end: Partial<Transfer>): void;
  stop(): Promise<void>;
}

const pending: Transfer = {
  status: 'PAYOUT_STATUS_PENDING',
  endToEndId: undefined,
  failure: undefined,
  providerCode: undefined,
};

export async function startTransfersStandIn(): Promise<TransfersStandIn> {
  const server = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'payouts' });
  const handlers: RpcHandlers<TransferServiceDefinition> = {
    findSender: () => Promise.resolve({ isThere: standIn.owner !== undefined, owner: standIn.owner }),
    lookupKey: ({ pixKeyType, pixKey }) =>
      Promise.resolve({ taxId: standIn.owners.get(`${pixKeyType} ${pixKey}`), name: undefined }),
    sendTransfer: (request) => {
      standIn.sent.push(request);
      const transfer = standIn.transfers.get(request.id) ?? pending;
      standIn.transfers.set(request.id, transfer);
      if (!standIn.losesAnswer) return Promise.resolve({ transfer });
      standIn.losesAnswer = false;
      return Promise.reject(unavailable('The answer was lost'));
    },
    readTransfer: ({ id }) => Promise.resolve({ transfer: standIn.transfers.get(id) }),
  };
  server.add(TransferServiceDefinition, handlers);
  const address = `127.0.0.1:${String(await server.start('127.0.0.1:0'))}`;
  const standIn: TransfersStandIn = {
    address,
    sent: [],
    transfers: new Map(),
    owners: new Map(),
    owner: 'ACCOUNT_OWNER_MERCHANT',
    losesAnswer: false,
    end: (id, end) => void standIn.transfers.set(id, { ...pending, ...end }),
    stop: () => server.stop(1_000),
  };
  return standIn;
}
