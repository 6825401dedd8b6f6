import {
  ApprovePayoutResponse,
  CreatePayoutResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  RejectPayoutResponse,
  required,
  type CreatePayoutRequest,
  type PayoutServiceDefinition,
} from '@pitanga/contracts';
import { cents, everyTenant, invalidArgument, pixKeyTypes } from '@pitanga/core';
import { resumeOnce, resumeOncePrepared } from '@pitanga/database';
import { approvalStatuses, orderActorKinds, type OrderActor } from '@pitanga/provider-account';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { beginPayout, draftPayout, finishPayout, type PayoutInput } from '../paying-out/create-payout';
import { approvePayout, checkApprovable, endRejected, rejectPayout } from '../paying-out/decide-payout';
import { receivePayoutCallback } from '../paying-out/receive-callback';
import { reviewPayout } from '../paying-out/review-payout';
import { payoutKinds, payoutStatuses, type PayoutKind } from '../payouts/payout';
import { decidedPayoutNotFound, payoutNotFound } from '../payouts/payout-errors';
import { findActivePayout, findPayout, listPayouts, resolvePayout } from '../payouts/payout-queries';
import { bankAccountFromWire, bankAccountToWire, payoutToWire } from '../payouts/payout-wire';
import type { NamedReceiver } from '../payouts/receiver';

export function payoutHandlers(deps: Deps): RpcHandlers<PayoutServiceDefinition> {
  return {
    ...approvalHandlers(deps),

    createPayout: (request, call) => {
      const { tenant } = call;
      const input = inputFromWire(request);
      return resumeOncePrepared(deps, call, CreatePayoutResponse, {
        // Before any transaction: the owner of a key is looked up at the provider.
        prepare: () => draftPayout(deps, tenant, input),
        begin: (tx, draft) => beginPayout(tx, tenant, draft),
        finish: async (id) => ({ payout: payoutToWire(tenant, await finishPayout(deps, tenant, id)) }),
      });
    },

    getPayout: async ({ id, externalId, subAccountId, ...request }, { tenant }) => {
      const kind = fromWire('PAYOUT_KIND', payoutKinds, request.kind);
      if (id === undefined && externalId === undefined) {
        throw invalidArgument("One of 'id' or 'externalId' is required");
      }
      const payout = await findPayout(deps.db, tenant, { kind, id, externalId, subAccountId });
      if (!payout) throw payoutNotFound(kind);
      return { payout: payoutToWire(tenant, payout) };
    },

    listPayouts: async (request, { tenant }) => {
      const { kind, id, externalId, status, approval, subAccountId, page: pageRequest } = request;
      const page = await listPayouts(deps.db, tenant, pageFromWire(pageRequest), {
        kind: fromWire('PAYOUT_KIND', payoutKinds, kind),
        id,
        externalId,
        subAccountId,
        status: status && fromWire('PAYOUT_STATUS', payoutStatuses, status),
        approval: approval && fromWire('PAYOUT_APPROVAL_STATUS', approvalStatuses, approval),
      });
      return { payouts: page.items.map((payout) => payoutToWire(tenant, payout)), page: pageToWire(page) };
    },

    resolvePayout: async ({ id }) => {
      const found = await resolvePayout(deps.db, everyTenant, id);
      if (!found) throw payoutNotFound('WITHDRAW');
      return { tenant: found.tenant, payout: payoutToWire(found.tenant, found.payout) };
    },

    receivePayoutCallback: async ({ segment, body, timestamp, signature }) => {
      await receivePayoutCallback(deps, everyTenant, segment, { body, timestamp, signature });
      return {};
    },
  };
}

type ApprovalMethod = 'approvePayout' | 'rejectPayout' | 'reviewPayout';

function approvalHandlers(deps: Deps): Pick<RpcHandlers<PayoutServiceDefinition>, ApprovalMethod> {
  return {
    reviewPayout: async ({ id }, { tenant }) => {
      const { payout, holder } = await reviewPayout(deps, tenant, id);
      const { target, description } = payout;
      return {
        payout: payoutToWire(tenant, payout),
        review: { pixKeyType: target.type, pixKey: 'key' in target ? target.key : '', holder, description },
        bankAccount: 'key' in target ? undefined : bankAccountToWire(target.account),
      };
    },

    approvePayout: ({ id, userId, madeKeyIds }, call) => {
      const { tenant } = call;
      const decider = { userId: checkedUserId(userId), madeKeyIds };
      return resumeOncePrepared(deps, call, ApprovePayoutResponse, {
        prepare: () => checkApprovable(deps, tenant, id, decider),
        begin: (tx) => approvePayout(tx, tenant, id, decider),
        finish: async () => {
          const payout = await findActivePayout(deps.db, tenant, deps.sealer, id);
          if (!payout) throw decidedPayoutNotFound();
          return { payout: payoutToWire(tenant, payout) };
        },
      });
    },

    rejectPayout: ({ id, userId }, call) => {
      const { tenant } = call;
      return resumeOnce(deps, call, RejectPayoutResponse, {
        begin: (tx) => rejectPayout(tx, tenant, id, checkedUserId(userId)),
        finish: async () => ({ payout: payoutToWire(tenant, await endRejected(deps, tenant, id)) }),
      });
    },
  };
}

function inputFromWire(request: CreatePayoutRequest): PayoutInput {
  const { amountCents, description, subAccountId } = request;
  const kind = kindFromWire(request);
  const externalId = request.externalId === '' ? undefined : request.externalId;
  if (externalId === undefined && kind !== 'WITHDRAW') throw invalidArgument("Property 'externalId' is missing");
  return {
    kind,
    subAccountId,
    externalId,
    amountCents: cents(amountCents),
    description: description === '' ? undefined : description,
    receiver: receiverFromWire(request, kind),
    requestedBy: actorFromWire(request.requestedBy),
    isAlone: request.isAlone,
  };
}

function receiverFromWire(
  { pixKeyType, pixKey, bankAccount, holderName }: CreatePayoutRequest,
  kind: PayoutKind,
): NamedReceiver | undefined {
  if (bankAccount) {
    if (kind !== 'WITHDRAW') throw invalidArgument('Only a withdrawal goes to a bank account');
    if (pixKey) throw invalidArgument("Properties 'pixKey' and 'bankAccount' should not be used together");
    const account = { ...bankAccountFromWire(bankAccount), holderName: required(holderName, 'holderName') };
    return { type: 'BANK_ACCOUNT', account };
  }
  if (pixKey === undefined && kind === 'TRANSFER') throw invalidArgument("Property 'pixKey' is missing");
  const type = pixKeyTypes.find((known) => known === pixKeyType);
  if (pixKey !== undefined && !type) {
    throw invalidArgument(`Property 'pixKeyType' should be one of ${pixKeyTypes.join(', ')}`);
  }
  return pixKey !== undefined && type ? { type, key: pixKey } : undefined;
}

/** What a sub-account withdraws is a transfer to its holder alone. */
function kindFromWire({ kind: wire, subAccountId, pixKey }: CreatePayoutRequest): PayoutKind {
  const kind = fromWire('PAYOUT_KIND', payoutKinds, wire);
  if (subAccountId === undefined) return kind;
  if (kind !== 'TRANSFER' || pixKey !== undefined) throw invalidArgument('A sub-account withdraws to its holder');
  return 'SUB_WITHDRAW';
}

function actorFromWire(actor: CreatePayoutRequest['requestedBy']): OrderActor | undefined {
  if (!actor) return undefined;
  if (actor.id === '') throw invalidArgument("Property 'requestedBy.id' should not be empty");
  const { id, description } = actor;
  return { kind: fromWire('PAYOUT_ACTOR_KIND', orderActorKinds, actor.kind), id, description };
}

function checkedUserId(userId: string): string {
  if (userId === '') throw invalidArgument("Property 'userId' should not be empty");
  return userId;
}
