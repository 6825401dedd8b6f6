import {
  CreateRefundResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  tenantFromWire,
  type CreateRefundRequest,
  type RefundServiceDefinition,
} from '@pitanga/contracts';
import { cents, invalidArgument, pixKeyTypes } from '@pitanga/core';
import { resumably } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { refundToWire } from '../messages/refund-wire';
import { isGone, refundStatuses } from '../refunds/refund';
import { refundNotFound } from '../refunds/refund-errors';
import { findRefund, listRefunds } from '../refunds/refund-queries';
import { beginRefund, finishRefundIntent, type RefundInput } from '../returning/create-refund';

const origins = ['TRANSPARENT', 'CHECKOUT', 'PAYMENT_LINK'] as const;

export function refundHandlers(deps: Deps): RpcHandlers<RefundServiceDefinition> {
  return {
    createRefund: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const input = inputFromWire(request);
      const providers = await deps.providersOf(tenant);
      const { response, replayed } = await resumably(
        deps.db,
        tenant,
        call.idempotency,
        CreateRefundResponse,
        deps.clock.real(),
        {
          begin: (db) => beginRefund({ ...deps, db }, tenant, input, providers),
          finish: async (id) => ({ refund: refundToWire(await finishRefundIntent(deps, tenant, id)) }),
        },
      );
      if (replayed) call.markReplayed();
      return response;
    },

    getRefund: async (request) => {
      const refund = await findRefund(deps.db, tenantFromWire(request.tenant), deps.sealer, request.id);
      if (!refund || isGone(refund)) throw refundNotFound();
      return { refund: refundToWire(refund) };
    },

    listRefunds: async (request) => {
      const { id, originalId } = request;
      const status = request.status && fromWire('REFUND_STATUS', refundStatuses, request.status);
      const page = pageFromWire(request.page);
      const filter = { id, originalId, status };
      const refunds = await listRefunds(deps.db, tenantFromWire(request.tenant), deps.sealer, page, filter);
      return { refunds: refunds.items.map(refundToWire), page: pageToWire(refunds) };
    },
  };
}

function inputFromWire({ id, reason, origin, pixKey, pixKeyType, amountCents }: CreateRefundRequest): RefundInput {
  const type = pixKeyTypes.find((known) => known === pixKeyType);
  if (pixKeyType !== undefined && !type) {
    throw invalidArgument(`Property 'pixKeyType' should be one of ${pixKeyTypes.join(', ')}`);
  }
  const hasKey = pixKey !== undefined && type !== undefined;
  return {
    id,
    reason,
    origin: fromWire('CHARGE_ORIGIN', origins, origin),
    pixKey: hasKey ? { type, key: pixKey } : undefined,
    amountCents: amountCents === undefined ? undefined : cents(amountCents),
  };
}
