import type { DayOfSettlements, Settlement } from '@pitanga/contracts';
import { cents, subtractCents, sumCents } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { methodName, Method } from './charge';
import { NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { ChargeCustomer } from './store-charge';
import { instant } from './wire';

const settlementStatuses = ['PENDING', 'SETTLED', 'TAKEN'] as const;

/** One installment of a boleto or card payment, and when it becomes available (docs/behaviour/statement.md#settlements). */
export const SettlementRecord = NamedObject('Settlement', {
  id: Type.String({ description: 'The charge and the number of the installment.' }),
  devMode: Type.Boolean(),
  status: OneOf('SettlementStatus', settlementStatuses, {
    description:
      'PENDING while any of it is; SETTLED: it is available; TAKEN: refunds, disputes or advances took all of it.',
  }),
  chargeId: Type.String(),
  installment: Type.Integer({ description: 'From 1.' }),
  installmentsCount: Type.Integer({ description: 'Of the payment; 1 of a boleto.' }),
  method: Method,
  amount: Type.Integer({ description: 'Centavos of the net of the payment that are due with it.' }),
  pendingAmount: Type.Integer({ description: 'What of it is still to come.' }),
  settledAmount: Type.Integer({ description: 'What of it became available.' }),
  takenAmount: Type.Integer({ description: 'What refunds, disputes and advances took of it before.' }),
  settlesAt: { ...Timestamp, description: 'When it becomes, or became, available.' },
  checkoutId: Nullable(Type.String()),
  externalId: Nullable(Type.String({ description: 'Of the charge or of its checkout.' })),
  description: Nullable(Type.String()),
  customer: Nullable(ChargeCustomer),
});
export type SettlementRecord = Static<typeof SettlementRecord>;

export function settlementRecord(settlement: Settlement, devMode: boolean): SettlementRecord {
  const { amountCents, pendingCents, settledCents, customer } = settlement;
  const left = subtractCents(cents(amountCents), cents(settledCents));
  return {
    id: settlement.id,
    devMode,
    status: pendingCents > 0 ? 'PENDING' : settledCents > 0 ? 'SETTLED' : 'TAKEN',
    chargeId: settlement.chargeId,
    installment: settlement.installment,
    installmentsCount: settlement.installmentCount,
    method: methodName(settlement.method),
    amount: amountCents,
    pendingAmount: pendingCents,
    settledAmount: settledCents,
    takenAmount: subtractCents(left, cents(pendingCents)),
    settlesAt: instant(settlement.dueAt, 'dueAt'),
    checkoutId: settlement.checkoutId ?? null,
    externalId: settlement.externalId ?? null,
    description: settlement.description ?? null,
    customer: customer ? { id: customer.id, name: customer.name ?? null } : null,
  };
}

const sums = {
  amount: Type.Integer({ description: 'Centavos that become available.' }),
  count: Type.Integer({ description: 'Installments.' }),
};

const SettlementMethod = NamedObject('SettlementsByMethod', { method: Method, ...sums });

const Day = Type.String({ format: 'date' });

/** What comes in by day and method (docs/behaviour/statement.md#settlement-calendar). */
export const SettlementCalendarRecord = NamedObject('SettlementCalendar', {
  startDate: Day,
  endDate: Day,
  ...sums,
  days: Type.Array(
    NamedObject('SettlementsOnDay', {
      day: Day,
      ...sums,
      methods: Type.Array(SettlementMethod, { description: 'Those of which something comes in.' }),
    }),
    { description: 'The earliest first; a day on which nothing comes in is absent.' },
  ),
});
export type SettlementCalendarRecord = Static<typeof SettlementCalendarRecord>;

export function settlementCalendarRecord(
  days: readonly DayOfSettlements[],
  range: { readonly startDate: string; readonly endDate: string },
): SettlementCalendarRecord {
  return {
    ...range,
    ...sumUp(days.flatMap(({ methods }) => methods)),
    days: days.map(({ day, methods }) => ({
      day,
      ...sumUp(methods),
      methods: methods.map((each) => ({ method: methodName(each.method), ...sumUp([each]) })),
    })),
  };
}

function sumUp(methods: DayOfSettlements['methods']) {
  return {
    amount: sumCents(...methods.map(({ amountCents }) => cents(amountCents))),
    count: methods.reduce((sum, { installments }) => sum + installments, 0),
  };
}
