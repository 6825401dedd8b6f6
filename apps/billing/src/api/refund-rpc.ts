import {
  CreateRefundResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  SetRefundKeyResponse,
  type CreateRefundRequest,
  type RefundServiceDefinition,
} from '@pitanga/contracts';
import { cents, invalidArgument, pixKeyTypes } from '@pitanga/core';
import { resumeOnce, writeOnce } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { refundToWire } from '../messages/refund-wire';
import { isHidden, refundStatuses } from '../refunds/refund';
import { refundNotFound } from '../refunds/refund-errors';
import { findRefund, listRefunds } from '../refunds/refund-queries';
import { beginRefund, finishRefundIntent, type RefundInput } from '../returning/create-refund';
import { sendToKey } from '../returning/send-to-key';

const origins = ['TRANSPARENT', 'CHECKOUT', 'PAYMENT_LINK'] as const;

export function refundHandlers(deps: Deps): RpcHandlers<RefundServiceDefinition> {
  return {
    createRefund: async (request, call) => {
      const { tenant } = call;
      const input = inputFromWire(request);
      const providers = await deps.findProviders(tenant);
      return resumeOnce(deps, call, CreateRefundResponse, {
        begin: (tx) => beginRefund(tx, tenant, input, providers),
        finish: async (id) => ({ refund: refundToWire(await finishRefundIntent(deps, tenant, id)) }),
      });
    },

    setRefundKey: async ({ id, ...request }, call) => {
      const { tenant } = call;
      const pixKey = pixKeyFromWire(request);
      const providers = await deps.findProviders(tenant);
      return writeOnce(deps, call, SetRefundKeyResponse, async (tx) => ({
        refund: refundToWire(await sendToKey(tx, tenant, { id, pixKey }, providers)),
      }));
    },

    getRefund: async ({ id }, { tenant }) => {
      const refund = await findRefund(deps.db, tenant, deps.sealer, id);
      if (!refund || isHidden(refund)) throw refundNotFound();
      return { refund: refundToWire(refund) };
    },

    listRefunds: async ({ id, originalId, status: name, needsKey, page }, { tenant }) => {
      const status = name && fromWire('REFUND_STATUS', refundStatuses, name);
      const filter = { id, originalId, status, needsKey };
      const refunds = await listRefunds(deps.db, tenant, deps.sealer, pageFromWire(page), filter);
      return { refunds: refunds.items.map(refundToWire), page: pageToWire(refunds) };
    },
  };
}

function inputFromWire({ id, reason, origin, pixKey, pixKeyType, amountCents }: CreateRefundRequest): RefundInput {
  return {
    id,
    reason,
    origin: fromWire('CHARGE_ORIGIN', origins, origin),
    pixKey: pixKeyFromWire({ pixKey, pixKeyType }),
    amountCents: amountCents === undefined ? undefined : cents(amountCents),
  };
}

function pixKeyFromWire({
  pixKey,
  pixKeyType,
}: Pick<CreateRefundRequest, 'pixKey' | 'pixKeyType'>): RefundInput['pixKey'] {
  const type = pixKeyTypes.find((known) => known === pixKeyType);
  if (pixKeyType !== undefined && !type) {
    throw invalidArgument(`Property 'pixKeyType' should be one of ${pixKeyTypes.join(', ')}`);
  }
  return pixKey !== undefined && type !== undefined ? { type, key: pixKey } : undefined;
}
