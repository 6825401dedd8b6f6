import type { DayOfReceipts, MethodReceipts } from '@pitanga/contracts';
import { cents, subtractCents, sumCents, type Cents } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { methodName, methodNames, Method } from './charge';
import { NamedObject } from './schema';

const figures = {
  amount: Type.Integer({ description: 'Centavos that payers paid, gross.' }),
  platformFee: Type.Integer(),
  netAmount: Type.Integer({ description: '`amount` less `platformFee`; refunds and lost disputes are beside it.' }),
  count: Type.Integer({ description: 'Payments.' }),
};

const MethodOfReceipts = NamedObject('ReceivedByMethod', { method: Method, ...figures });

const totals = {
  ...figures,
  refundedAmount: Type.Integer({ description: 'Refunds completed in the time, of payments of any day.' }),
  disputedAmount: Type.Integer({ description: 'Taken by disputes lost in the time, of payments of any day.' }),
  methods: Type.Array(MethodOfReceipts, { description: 'Those with a payment.' }),
};

const Day = Type.String({ format: 'date' });

const Period = NamedObject('ReceivedInPeriod', { startDate: Day, endDate: Day, ...totals });

/** What came in by day and method (docs/behaviour/statement.md#received). */
export const ReceivedRecord = NamedObject('Received', {
  period: Period,
  previous: Period,
  days: Type.Array(NamedObject('ReceivedOnDay', { day: Day, ...totals }), {
    description: 'Of the period, oldest first; a day without payments, refunds and lost disputes is absent.',
  }),
});
export type ReceivedRecord = Static<typeof ReceivedRecord>;

interface Range {
  readonly startDate: string;
  readonly endDate: string;
}

/** @param days of both periods */
export function receivedRecord(days: readonly DayOfReceipts[], period: Range, previous: Range): ReceivedRecord {
  const within = ({ startDate, endDate }: Range) => days.filter(({ day }) => startDate <= day && day <= endDate);
  return {
    period: { ...period, ...sumDays(within(period)) },
    previous: { ...previous, ...sumDays(within(previous)) },
    days: within(period).map((day) => ({ day: day.day, ...sumDays([day]) })),
  };
}

function sumDays(days: readonly DayOfReceipts[]) {
  const all = days.flatMap(({ methods }) => methods);
  const methods = methodNames.flatMap((method) => {
    const own = all.filter((each) => methodName(each.method) === method);
    return own.length === 0 ? [] : [{ method, ...sumReceipts(own) }];
  });
  return {
    ...sumReceipts(all),
    refundedAmount: sumMoney(days.map((day) => day.refundedCents)),
    disputedAmount: sumMoney(days.map((day) => day.disputedCents)),
    methods,
  };
}

function sumReceipts(receipts: readonly MethodReceipts[]) {
  const amount = sumMoney(receipts.map((each) => each.amountCents));
  const platformFee = sumMoney(receipts.map((each) => each.feeCents));
  const count = receipts.reduce((total, each) => total + each.payments, 0);
  return { amount, platformFee, netAmount: subtractCents(amount, platformFee), count };
}

function sumMoney(amounts: readonly number[]): Cents {
  return sumCents(...amounts.map(cents));
}
