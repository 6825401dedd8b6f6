import {
  fromWire,
  pageFromWire,
  pageToWire,
  required,
  toWire,
  type LedgerServiceDefinition,
  type StatementEntry as StatementEntryMessage,
} from '@pitanga/contracts';
import { cents, type Tenant } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import { readBalance } from '../balances/balance-repository';
import type { AdvanceTerms } from '../booking/make-advance';
import { paidChargeFromWire } from '../charges/charge-wire';
import type { Deps } from '../deps';
import { holdPurposes } from '../holds/hold';
import { findReceipts } from '../revenue/receipts-repository';
import { findRevenue } from '../revenue/revenue-repository';
import {
  paymentMethods,
  statementKinds,
  statementStatuses,
  type Movement,
  type StatementEntry,
} from '../statement/statement';
import { listStatement } from '../statement/statement-queries';
import type { Writer } from '../writer/writer';
import { advanceHandlers } from './advance-rpc';

/** Holds need no Idempotency-Key: a repeat with the id of a hold changes nothing. */
export function ledgerHandlers(
  deps: Deps,
  writer: Writer,
  advanceTerms: AdvanceTerms,
): RpcHandlers<LedgerServiceDefinition> {
  return {
    ...advanceHandlers(deps, advanceTerms),

    getBalance: (_request, { tenant }) => readBalance(deps.db, tenant),

    getRevenue: async ({ fromDay, toDay }, { tenant }) => ({
      days: [...(await findRevenue(deps.db, tenant, { fromDay, toDay }))],
    }),

    getReceipts: async ({ fromDay, toDay }, { tenant }) => {
      const days = await findReceipts(deps.db, tenant, { fromDay, toDay });
      return {
        days: days.map(({ methods, ...day }) => ({
          ...day,
          methods: methods.map((each) => ({ ...each, method: toWire('PAYMENT_METHOD', each.method) })),
        })),
      };
    },

    listStatement: async ({ page: pageRequest, status, method, kind, search }, { tenant }) => {
      const page = await listStatement(deps.db, tenant, pageFromWire(pageRequest), {
        status: status && fromWire('STATEMENT_STATUS', statementStatuses, status),
        method: method && fromWire('PAYMENT_METHOD', paymentMethods, method),
        kind: kind && fromWire('STATEMENT_KIND', statementKinds, kind),
        search,
      });
      return { entries: page.items.map((entry) => entryToProto(tenant, entry)), page: pageToWire(page) };
    },

    reserveHold: async (request, { tenant }) => {
      const occurredAt = required(request.occurredAt, 'occurredAt');
      await writer.reserve(tenant, {
        holdId: request.holdId,
        purpose: fromWire('HOLD_PURPOSE', holdPurposes, request.purpose),
        amountCents: cents(request.amountCents),
        feeCents: cents(request.feeCents),
        occurredAt,
        description: request.description,
        externalId: request.externalId,
        charge: request.charge && paidChargeFromWire(tenant, request.charge, request.customer, occurredAt),
      });
      return {};
    },

    settleHold: async ({ holdId, occurredAt }, { tenant }) => {
      await writer.settle(tenant, { holdId, occurredAt: required(occurredAt, 'occurredAt') });
      return {};
    },

    releaseHold: async ({ holdId, occurredAt }, { tenant }) => {
      await writer.release(tenant, { holdId, occurredAt: required(occurredAt, 'occurredAt') });
      return {};
    },
  };
}

function entryToProto(tenant: Tenant, entry: StatementEntry): StatementEntryMessage {
  return {
    ...entry,
    devMode: tenant.devMode,
    kind: toWire('STATEMENT_KIND', entry.kind),
    status: toWire('STATEMENT_STATUS', entry.status),
    method: entry.method && toWire('PAYMENT_METHOD', entry.method),
    movements: entry.movements.map(movementToProto),
    customer: entry.customer && {
      id: entry.customer.id,
      name: entry.customer.name,
      email: entry.customer.email,
      maskedTaxId: entry.customer.maskedTaxId,
    },
  };
}

function movementToProto(movement: Movement): StatementEntryMessage['movements'][number] {
  return {
    amountCents: movement.amountCents,
    isDeposit: movement.deposit,
    category: toWire('STATEMENT_KIND', movement.category),
    method: movement.method && toWire('PAYMENT_METHOD', movement.method),
    balanceEffect: toWire('BALANCE_EFFECT', movement.effect),
  };
}
