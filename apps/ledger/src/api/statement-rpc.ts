import {
  fromWire,
  pageFromWire,
  pageToWire,
  toWire,
  type LedgerServiceDefinition,
  type StatementEntry as StatementEntryMessage,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { bringsIn } from '../statement/direction-queries';
import type { Gate } from '../statement/reconciliation-gate';
import { listWithBalance, type BalancedEntry } from '../statement/running-balance';
import {
  statementKinds,
  statementMethods,
  statementStatuses,
  type Movement,
  type StatementEntry,
  type StatementMethod,
} from '../statement/statement';
import { balanceWithFilter } from '../statement/statement-errors';
import { listStatement } from '../statement/statement-queries';
import { reconcileStatement } from '../statement/statement-reconciliation';

export function statementHandlers(
  deps: Deps,
  gate: Gate,
): Pick<RpcHandlers<LedgerServiceDefinition>, 'listStatement' | 'reconcileStatement'> {
  return {
    listStatement: async (request, { tenant }) => {
      const {
        page: pageRequest,
        status,
        method,
        kind,
        search,
        subAccountId,
        isDeposit,
        withBalance = false,
        knowsTed = false,
      } = request;
      const toMessage = (entry: StatementEntry | BalancedEntry) => entryToProto(tenant, entry, knowsTed);
      const kinds = request.kinds.map((each) => fromWire('STATEMENT_KIND', statementKinds, each));
      if (withBalance) {
        const filters = [status, method, kind, kinds[0], search, subAccountId, isDeposit];
        if (filters.some((filter) => filter !== undefined)) throw balanceWithFilter();
        const balanced = await listWithBalance(deps.db, tenant, pageFromWire(pageRequest));
        return { entries: balanced.items.map(toMessage), page: pageToWire(balanced) };
      }
      const page = await listStatement(deps.db, tenant, pageFromWire(pageRequest), {
        id: request.id,
        status: status && fromWire('STATEMENT_STATUS', statementStatuses, status),
        method: method && fromWire('PAYMENT_METHOD', statementMethods, method),
        kind: kind && fromWire('STATEMENT_KIND', statementKinds, kind),
        kinds,
        isDeposit,
        search,
        subAccountId,
      });
      const entries = subAccountId === undefined ? page.items : page.items.map((entry) => seenBy(subAccountId, entry));
      return { entries: entries.map(toMessage), page: pageToWire(page) };
    },

    reconcileStatement: async ({ fromDay, toDay }, { tenant }) => {
      const { sums, ...balances } = await gate(() => reconcileStatement(deps.db, tenant, { fromDay, toDay }));
      return { ...balances, sums: sums.map((sum) => ({ ...sum, kind: toWire('STATEMENT_KIND', sum.kind) })) };
    },
  };
}

/** An entry as it stands in the statement of a sub-account: what changes its balance, as it does. */
function seenBy(subAccountId: string, entry: StatementEntry): StatementEntry {
  const movements = entry.movements
    .filter((movement) => movement.subAccountId === subAccountId)
    .map((movement) => ({
      ...movement,
      effect: movement.subEffect ?? ('NONE' as const),
      deposit: bringsIn(movement, subAccountId),
    }));
  return { ...entry, movements };
}

function entryToProto(tenant: Tenant, entry: StatementEntry | BalancedEntry, knowsTed: boolean): StatementEntryMessage {
  const methodToWire = (method: StatementMethod) =>
    toWire('PAYMENT_METHOD', method === 'TED' && !knowsTed ? 'PIX' : method);
  return {
    ...entry,
    devMode: tenant.devMode,
    kind: toWire('STATEMENT_KIND', entry.kind),
    status: toWire('STATEMENT_STATUS', entry.status),
    method: entry.method && methodToWire(entry.method),
    movements: entry.movements.map((movement) => ({
      ...movementToProto(movement),
      method: movement.method && methodToWire(movement.method),
    })),
    customer: entry.customer && {
      id: entry.customer.id,
      name: entry.customer.name,
      email: entry.customer.email,
      maskedTaxId: entry.customer.maskedTaxId,
    },
  };
}

function movementToProto(movement: Movement): Omit<StatementEntryMessage['movements'][number], 'method'> {
  return {
    amountCents: movement.amountCents,
    isDeposit: movement.deposit,
    category: toWire('STATEMENT_KIND', movement.category),
    balanceEffect: toWire('BALANCE_EFFECT', movement.effect),
    subAccountId: movement.subAccountId,
  };
}
