import {
  AdvancePartsResponse,
  pageFromWire,
  pageToWire,
  type Advance as AdvanceMessage,
  type LedgerServiceDefinition,
} from '@pitanga/contracts';
import { cents, type Cents, type Tenant } from '@pitanga/core';
import { writeOnce } from '@pitanga/database';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Advance } from '../advances/advance';
import { listAdvances } from '../advances/advance-repository';
import { makeAdvance, quoteAdvance, retryWhenPartsChange, type AdvanceTerms } from '../booking/make-advance';
import type { Deps } from '../deps';

export function advanceHandlers(
  deps: Deps,
  terms: AdvanceTerms,
): Pick<RpcHandlers<LedgerServiceDefinition>, 'advanceParts' | 'quoteAdvance' | 'listAdvances'> {
  return {
    advanceParts: ({ advanceId, amountCents: requested }, call) => {
      const { tenant } = call;
      const input = { id: advanceId, requestedCents: requestedFromWire(requested) };
      // A retry begins with the idempotency key again: it is part of the transaction that is rolled back.
      return retryWhenPartsChange(() =>
        writeOnce(deps, call, AdvancePartsResponse, async (tx) => {
          return { advance: advanceToMessage(tenant, await makeAdvance(tx, tenant, input, terms)) };
        }),
      );
    },

    quoteAdvance: async ({ amountCents: requested }, { tenant }) => {
      const plan = await quoteAdvance(deps, tenant, requestedFromWire(requested), terms);
      return { amountCents: plan.amountCents, costCents: plan.costCents };
    },

    listAdvances: async ({ page, id }, { tenant }) => {
      const advances = await listAdvances(deps.db, tenant, pageFromWire(page), id);
      return {
        advances: advances.items.map((advance) => advanceToMessage(tenant, advance)),
        page: pageToWire(advances),
      };
    },
  };
}

function requestedFromWire(amountCents: number | undefined): Cents | undefined {
  return amountCents === undefined ? undefined : cents(amountCents);
}

function advanceToMessage(tenant: Tenant, { id, amountCents, costCents, createdAt }: Advance): AdvanceMessage {
  return { id, devMode: tenant.devMode, amountCents, costCents, createdAt };
}
