import { AdvancePartsResponse, type LedgerServiceDefinition } from '@pitanga/contracts';
import { cents, type Cents } from '@pitanga/core';
import { writeOnce } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import { makeAdvance, quoteAdvance, retryWhenPartsChange, type AdvanceTerms } from '../booking/make-advance';
import type { Deps } from '../deps';

export function advanceHandlers(
  deps: Deps,
  terms: AdvanceTerms,
): Pick<RpcHandlers<LedgerServiceDefinition>, 'advanceParts' | 'quoteAdvance'> {
  return {
    advanceParts: ({ advanceId, amountCents: requested }, call) => {
      const { tenant } = call;
      const input = { id: advanceId, requestedCents: requestedFromWire(requested) };
      // A retry begins with the idempotency key again: it is part of the transaction that is rolled back.
      return retryWhenPartsChange(() =>
        writeOnce(deps, call, AdvancePartsResponse, async (txDeps) => {
          const { id, amountCents, costCents, createdAt } = await makeAdvance(txDeps, tenant, input, terms);
          return { advance: { id, devMode: tenant.devMode, amountCents, costCents, createdAt } };
        }),
      );
    },

    quoteAdvance: async ({ amountCents: requested }, { tenant }) => {
      const plan = await quoteAdvance(deps, tenant, requestedFromWire(requested), terms);
      return { amountCents: plan.amountCents, costCents: plan.costCents };
    },
  };
}

function requestedFromWire(amountCents: number | undefined): Cents | undefined {
  return amountCents === undefined ? undefined : cents(amountCents);
}
