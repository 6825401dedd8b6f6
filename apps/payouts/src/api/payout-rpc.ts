import {
  CreatePayoutResponse,
  fromWire,
  pageFromWire,
  pageToWire,
  tenantFromWire,
  type CreatePayoutRequest,
  type PayoutServiceDefinition,
} from '@pitanga/contracts';
import { cents, invalidArgument, pixKeyTypes } from '@pitanga/core';
import { resumablyPrepared } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { receivePayoutCallback } from '../paying-out/configure-account';
import { beginPayout, draftPayout, finishPayoutIntent, type PayoutInput } from '../paying-out/create-payout';
import { payoutKinds, payoutStatuses } from '../payouts/payout';
import { payoutNotFound } from '../payouts/payout-errors';
import { findPayout, listPayouts, resolvePayout } from '../payouts/payout-queries';
import { payoutToWire } from '../payouts/payout-wire';

export function payoutHandlers(deps: Deps): RpcHandlers<PayoutServiceDefinition> {
  return {
    createPayout: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const input = inputFromWire(request);
      const { response, replayed } = await resumablyPrepared(
        deps.db,
        tenant,
        call.idempotency,
        CreatePayoutResponse,
        deps.clock.real(),
        {
          // Before any transaction: the owner of a key is asked for outside.
          prepare: () => draftPayout(deps, tenant, input),
          begin: (db, draft) => beginPayout({ ...deps, db }, tenant, draft),
          finish: async (id) => ({ payout: payoutToWire(tenant, await finishPayoutIntent(deps, tenant, id)) }),
        },
      );
      if (replayed) call.markReplayed();
      return response;
    },

    getPayout: async (request) => {
      const tenant = tenantFromWire(request.tenant);
      const { id, externalId } = request;
      const kind = fromWire('PAYOUT_KIND', payoutKinds, request.kind);
      if (id === undefined && externalId === undefined)
        throw invalidArgument("One of 'id' or 'externalId' is required");
      const payout = await findPayout(deps.db, tenant, { kind, id, externalId });
      if (!payout) throw payoutNotFound(kind);
      return { payout: payoutToWire(tenant, payout) };
    },

    listPayouts: async (request) => {
      const tenant = tenantFromWire(request.tenant);
      const page = await listPayouts(deps.db, tenant, pageFromWire(request.page), {
        kind: fromWire('PAYOUT_KIND', payoutKinds, request.kind),
        id: request.id,
        externalId: request.externalId,
        status: request.status && fromWire('PAYOUT_STATUS', payoutStatuses, request.status),
      });
      return { payouts: page.items.map((payout) => payoutToWire(tenant, payout)), page: pageToWire(page) };
    },

    resolvePayout: async ({ id }) => {
      const found = await resolvePayout(deps.db, id);
      if (!found) throw payoutNotFound('WITHDRAW');
      return { payout: payoutToWire(found.tenant, found.payout) };
    },

    receivePayoutCallback: async ({ segment, body, timestamp, signature }) => {
      await receivePayoutCallback(deps, segment, { body, timestamp, signature });
      return {};
    },
  };
}

function inputFromWire(request: CreatePayoutRequest): PayoutInput {
  const { amountCents, description, pixKeyType, pixKey } = request;
  const kind = fromWire('PAYOUT_KIND', payoutKinds, request.kind);
  const externalId = request.externalId === '' ? undefined : request.externalId;
  if (externalId === undefined && kind === 'TRANSFER') throw invalidArgument("Property 'externalId' is missing");
  if (pixKey === undefined && kind === 'TRANSFER') throw invalidArgument("Property 'pixKey' is missing");
  const type = pixKeyTypes.find((known) => known === pixKeyType);
  if (pixKey !== undefined && !type) {
    throw invalidArgument(`Property 'pixKeyType' should be one of ${pixKeyTypes.join(', ')}`);
  }
  return {
    kind,
    externalId,
    amountCents: cents(amountCents),
    description: description === '' ? undefined : description,
    pixKey: pixKey !== undefined && type ? { type, key: pixKey } : undefined,
  };
}
