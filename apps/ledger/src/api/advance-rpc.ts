import { AdvancePartsResponse, tenantFromWire, type LedgerServiceDefinition } from '@pitanga/contracts';
import { cents, type Cents } from '@pitanga/core';
import { idempotently } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { makeAdvance, quoteAdvance, untilPartsStand, type AdvanceTerms } from '../booking/make-advance';

export function advanceHandlers(
  deps: Deps,
  terms: AdvanceTerms,
): Pick<RpcHandlers<LedgerServiceDefinition>, 'advanceParts' | 'quoteAdvance'> {
  return {
    advanceParts: async (request, call) => {
      const tenant = tenantFromWire(request.tenant);
      const input = { id: request.advanceId, askedCents: askedFromWire(request.amountCents) };
      const { response, replayed } = await untilPartsStand(() =>
        idempotently(deps.db, tenant, call.idempotency, AdvancePartsResponse, deps.clock.real(), async (db) => {
          const { id, amountCents, costCents, createdAt } = await makeAdvance({ ...deps, db }, tenant, input, terms);
          return { advance: { id, devMode: tenant.devMode, amountCents, costCents, createdAt } };
        }),
      );
      if (replayed) call.markReplayed();
      return response;
    },

    quoteAdvance: async ({ tenant, amountCents: asked }) => {
      const plan = await quoteAdvance(deps, tenantFromWire(tenant), askedFromWire(asked), terms);
      return { amountCents: plan.amountCents, costCents: plan.costCents };
    },
  };
}

function askedFromWire(amountCents: number | undefined): Cents | undefined {
  return amountCents === undefined ? undefined : cents(amountCents);
}
