import {
  ApproveRefundRequestResponse,
  AskForRefundResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  RefuseRefundRequestResponse,
  type RefundRequestServiceDefinition,
} from '@pitanga/contracts';
import { cents, invalidArgument, type Tenant } from '@pitanga/core';
import { resumeOncePrepared, writeOnce } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { refundRequestToWire } from '../messages/refund-request-wire';
import { refundRequestStatuses, type RefundRequest } from '../refund-requests/refund-request';
import { refundRequestNotFound } from '../refund-requests/refund-request-errors';
import { findRefundRequest, listRefundRequests } from '../refund-requests/refund-request-repository';
import { approveRefundRequest, askForRefund, refuseRefundRequest } from '../returning/ask-for-refund';
import { finishRefundIntent } from '../returning/create-refund';
import { askerFromWire, pixKeyFromWire, prepareKey } from './refund-rpc';

const reasonMax = 500;

export function refundRequestHandlers(deps: Deps): RpcHandlers<RefundRequestServiceDefinition> {
  return {
    askForRefund: ({ portalId, chargeId, reason }, call) =>
      writeOnce(deps, call, AskForRefundResponse, async (tx) => ({
        request: refundRequestToWire(
          await askForRefund(tx, call.tenant, { portalId, chargeId, reason: checkedReason(reason) }),
        ),
      })),

    approveRefundRequest: async ({ id, amountCents, ...order }, call) => {
      const { tenant } = call;
      const approval = {
        requestId: id,
        amountCents: amountCents === undefined ? undefined : cents(amountCents),
        pixKey: pixKeyFromWire(order),
        asker: askerFromWire(order),
      };
      return resumeOncePrepared(deps, call, ApproveRefundRequestResponse, {
        prepare: async () => {
          const { chargeId } = await findExisting(deps, tenant, id);
          return prepareKey(deps, tenant, { id: chargeId, pixKey: approval.pixKey });
        },
        begin: (tx, prepared) => approveRefundRequest(tx, tenant, approval, prepared),
        finish: async (refundId) => {
          await finishRefundIntent(deps, tenant, refundId);
          return { request: refundRequestToWire(await findExisting(deps, tenant, id)) };
        },
      });
    },

    refuseRefundRequest: ({ id }, call) =>
      writeOnce(deps, call, RefuseRefundRequestResponse, async (tx) => ({
        request: refundRequestToWire(await refuseRefundRequest(tx, call.tenant, id)),
      })),

    getRefundRequest: async ({ id }, { tenant }) => ({
      request: refundRequestToWire(await findExisting(deps, tenant, id)),
    }),

    listRefundRequests: async ({ id, chargeId, customerId, status: name, page }, { tenant }) => {
      const status = name && fromWire('REFUND_REQUEST_STATUS', refundRequestStatuses, name);
      const filter = { id, chargeId, customerId, status };
      const requests = await listRefundRequests(deps.db, tenant, pageFromWire(page), filter);
      return { requests: requests.items.map(refundRequestToWire), page: pageToWire(requests) };
    },
  };
}

async function findExisting({ db }: Deps, tenant: Tenant, id: string): Promise<RefundRequest> {
  const request = await findRefundRequest(db, tenant, id);
  if (!request) throw refundRequestNotFound();
  return request;
}

function checkedReason(reason: string | undefined): string | undefined {
  if (reason !== undefined && reason.length > reasonMax) {
    throw invalidArgument(`Property 'reason' should have at most ${String(reasonMax)} characters`);
  }
  return reason === '' ? undefined : reason;
}
