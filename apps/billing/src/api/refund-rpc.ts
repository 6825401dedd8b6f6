import {
  ApproveRefundResponse,
  CreateRefundResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  RejectRefundResponse,
  SetRefundKeyResponse,
  type CreateRefundRequest,
  type RefundServiceDefinition,
} from '@pitanga/contracts';
import { cents, invalidArgument, pixKeyTypes, type Tenant } from '@pitanga/core';
import { resumeOnce, resumeOncePrepared } from '@pitanga/database';
import { approvalStatuses, orderActorKinds } from '@pitanga/provider-account';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { refundToWire } from '../messages/refund-wire';
import { isHidden, refundStatuses, type Refund } from '../refunds/refund';
import { refundNotFound } from '../refunds/refund-errors';
import { findRefund, listRefunds } from '../refunds/refund-queries';
import { beginRefund, finishRefundIntent, type RefundInput } from '../returning/create-refund';
import { approveRefund, endRejected, rejectRefund } from '../returning/decide-refund';
import { findRefundProviders } from '../returning/refund-providers';
import { judgeRefundKey, type RefundAsker } from '../returning/judge-refund-key';
import { reviewRefund } from '../returning/review-refund';
import { sendToKey } from '../returning/send-to-key';

const origins = ['TRANSPARENT', 'CHECKOUT', 'PAYMENT_LINK'] as const;

export function refundHandlers(deps: Deps): RpcHandlers<RefundServiceDefinition> {
  return {
    ...approvalHandlers(deps),

    createRefund: async (request, call) => {
      const { tenant } = call;
      const input = inputFromWire(request);
      return resumeOncePrepared(deps, call, CreateRefundResponse, {
        prepare: () => prepareKey(deps, tenant, input),
        begin: (tx, prepared) => beginRefund(tx, tenant, input, prepared),
        finish: async (id) => ({ refund: refundToWire(await finishRefundIntent(deps, tenant, id)) }),
      });
    },

    setRefundKey: async ({ id, ...request }, call) => {
      const { tenant } = call;
      const input = { id, pixKey: pixKeyFromWire(request), asker: askerFromWire(request) };
      return resumeOncePrepared(deps, call, SetRefundKeyResponse, {
        prepare: () => prepareKey(deps, tenant, input),
        begin: (tx, { providers, judgedKey }) => sendToKey(tx, tenant, { ...input, judgedKey }, providers),
        finish: async () => ({ refund: refundToWire(await findExisting(deps, tenant, id)) }),
      });
    },

    getRefund: async ({ id }, { tenant }) => ({ refund: refundToWire(await findExisting(deps, tenant, id)) }),

    listRefunds: async ({ id, originalId, status: name, needsKey, approval: approvalName, page }, { tenant }) => {
      const status = name && fromWire('REFUND_STATUS', refundStatuses, name);
      const approval = approvalName && fromWire('APPROVAL_STATUS', approvalStatuses, approvalName);
      const filter = { id, originalId, status, needsKey, approval };
      const refunds = await listRefunds(deps.db, tenant, deps.sealer, pageFromWire(page), filter);
      return { refunds: refunds.items.map(refundToWire), page: pageToWire(refunds) };
    },
  };
}

type ApprovalMethod = 'approveRefund' | 'rejectRefund' | 'reviewRefund';

function approvalHandlers(deps: Deps): Pick<RpcHandlers<RefundServiceDefinition>, ApprovalMethod> {
  return {
    reviewRefund: async ({ id }, { tenant }) => {
      const { refund, target, holder } = await reviewRefund(deps, tenant, id);
      const { type: pixKeyType, key: pixKey } = target;
      return {
        refund: refundToWire(refund),
        review: { pixKeyType, pixKey, holder, description: refund.reason },
      };
    },

    approveRefund: ({ id, userId, madeKeyIds }, call) => {
      const { tenant } = call;
      const decider = { userId: checkedUserId(userId), madeKeyIds };
      return resumeOnce(deps, call, ApproveRefundResponse, {
        begin: (tx) => approveRefund(tx, tenant, id, decider),
        finish: async () => ({ refund: refundToWire(await findExisting(deps, tenant, id)) }),
      });
    },

    rejectRefund: ({ id, userId }, call) => {
      const { tenant } = call;
      return resumeOnce(deps, call, RejectRefundResponse, {
        begin: (tx) => rejectRefund(tx, tenant, id, checkedUserId(userId)),
        finish: async () => ({ refund: refundToWire(await endRejected(deps, tenant, id)) }),
      });
    },
  };
}

/** Before any transaction: the owner of a key is looked up at the provider. */
export async function prepareKey(deps: Deps, tenant: Tenant, input: Pick<RefundInput, 'id' | 'pixKey'>) {
  const providers = await (input.pixKey ? findRefundProviders(deps, tenant) : deps.findProviders(tenant));
  return { providers, judgedKey: await judgeRefundKey(deps, tenant, input, providers) };
}

async function findExisting(deps: Deps, tenant: Tenant, id: string): Promise<Refund> {
  const refund = await findRefund(deps.db, tenant, deps.sealer, id);
  if (!refund || isHidden(refund)) throw refundNotFound();
  return refund;
}

function inputFromWire(request: CreateRefundRequest): RefundInput {
  const { id, reason, origin, pixKey, pixKeyType, amountCents, splitRefunds } = request;
  return {
    id,
    reason,
    origin: fromWire('CHARGE_ORIGIN', origins, origin),
    pixKey: pixKeyFromWire({ pixKey, pixKeyType }),
    amountCents: amountCents === undefined ? undefined : cents(amountCents),
    splitRefunds: splitRefunds?.shares.map((share) => ({ ...share, amountCents: cents(share.amountCents) })),
    asker: askerFromWire(request),
  };
}

export function askerFromWire({
  requestedBy,
  isAlone,
}: Pick<CreateRefundRequest, 'requestedBy' | 'isAlone'>): RefundAsker {
  if (!requestedBy) return { requestedBy: undefined, isAlone };
  const { id, description } = requestedBy;
  if (id === '') throw invalidArgument("Property 'requestedBy.id' should not be empty");
  return { requestedBy: { kind: fromWire('ACTOR_KIND', orderActorKinds, requestedBy.kind), id, description }, isAlone };
}

function checkedUserId(userId: string): string {
  if (userId === '') throw invalidArgument("Property 'userId' should not be empty");
  return userId;
}

export function pixKeyFromWire({
  pixKey,
  pixKeyType,
}: Pick<CreateRefundRequest, 'pixKey' | 'pixKeyType'>): RefundInput['pixKey'] {
  const type = pixKeyTypes.find((known) => known === pixKeyType);
  if (pixKeyType !== undefined && !type) {
    throw invalidArgument(`Property 'pixKeyType' should be one of ${pixKeyTypes.join(', ')}`);
  }
  return pixKey !== undefined && type !== undefined ? { type, key: pixKey } : undefined;
}
