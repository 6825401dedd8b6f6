import {
  fromWire,
  pageFromWire,
  pageToWire,
  toWire,
  type LedgerServiceDefinition,
  type Settlement as SettlementMessage,
} from '@pitanga/contracts';
import { invalidArgument } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import type { Deps } from '../deps';
import { toSettlementId, type Settlement } from '../pending-parts/settlement';
import { listOfCharge, listPending, sumSettlements } from '../pending-parts/settlement-repository';
import { paymentMethods } from '../statement/statement';
import type { Gate } from '../statement/reconciliation-gate';

export function settlementHandlers(
  deps: Deps,
  gate: Gate,
): Pick<RpcHandlers<LedgerServiceDefinition>, 'getSettlementCalendar' | 'listSettlements'> {
  return {
    getSettlementCalendar: async ({ fromDay, toDay }, { tenant }) => {
      const sums = await gate(() => sumSettlements(deps.db, tenant, { fromDay, toDay }));
      const byDay = Map.groupBy(sums, ({ day }) => day);
      return {
        days: [...byDay].map(([day, methods]) => ({
          day,
          methods: methods.map(({ day: _day, method, ...sum }) => ({
            ...sum,
            method: toWire('PAYMENT_METHOD', method),
          })),
        })),
      };
    },

    listSettlements: async ({ page, method, chargeId }, { tenant }) => {
      if (chargeId !== undefined) {
        const settlements = await listOfCharge(deps.db, tenant, chargeId);
        return { settlements: settlements.map(settlementToMessage), page: { hasMore: false } };
      }
      const known = method && fromWire('PAYMENT_METHOD', paymentMethods, method);
      if (known === 'PIX') throw invalidArgument("Property 'method' should be BOLETO or CARD");
      const found = await listPending(deps.db, tenant, pageFromWire(page), { method: known });
      return { settlements: found.items.map(settlementToMessage), page: pageToWire(found) };
    },
  };
}

function settlementToMessage({ context, ...settlement }: Settlement): SettlementMessage {
  const { chargeId, method, number, installments, amountCents, openCents, settledCents, dueAt } = settlement;
  const { checkoutId, externalId, description, customer } = context;
  return {
    id: toSettlementId(settlement),
    chargeId,
    installment: number,
    installmentCount: installments,
    method: toWire('PAYMENT_METHOD', method),
    amountCents,
    pendingCents: openCents,
    settledCents,
    dueAt,
    checkoutId,
    externalId,
    description,
    customer: customer && {
      id: customer.id,
      name: customer.name,
      email: customer.email,
      maskedTaxId: customer.maskedTaxId,
    },
  };
}
