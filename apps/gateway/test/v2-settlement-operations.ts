import * as records from '@pitanga/records';
import { aSettlement } from './messages';
import { firstPage, page, type Operation } from './operation';
import { caller } from './whole-api';

const { tenant } = caller;
const range = { startDate: '2026-11-20', endDate: '2026-12-31' };
const days = [
  {
    day: '2026-11-23',
    methods: [
      { method: 'PAYMENT_METHOD_BOLETO', amountCents: 9_750, installments: 1 },
      { method: 'PAYMENT_METHOD_CARD', amountCents: 3_180, installments: 1 },
    ],
  },
  { day: '2026-12-20', methods: [{ method: 'PAYMENT_METHOD_CARD', amountCents: 6_360, installments: 2 }] },
] as const;

/** When pending money becomes available. */
export const settlementOperations: readonly Operation[] = [
  {
    call: 'GET /v2/settlements/calendar?startDate=2026-11-20&endDate=2026-12-31',
    answers: { 'ledger.getSettlementCalendar': { days } },
    request: { fromDay: range.startDate, toDay: range.endDate },
    data: {
      ...range,
      amount: 19_290,
      count: 4,
      days: [
        {
          day: '2026-11-23',
          amount: 12_930,
          count: 2,
          methods: [
            { method: 'BOLETO', amount: 9_750, count: 1 },
            { method: 'CARD', amount: 3_180, count: 1 },
          ],
        },
        { day: '2026-12-20', amount: 6_360, count: 2, methods: [{ method: 'CARD', amount: 6_360, count: 2 }] },
      ],
    },
  },
  {
    call: 'GET /v2/settlements/list?startDate=2026-12-20&method=CARD',
    answers: { 'ledger.listSettlements': { settlements: [aSettlement], page } },
    request: {
      tenant,
      page: { ...firstPage, createdFrom: new Date('2026-12-20T03:00:00.000Z') },
      method: 'PAYMENT_METHOD_CARD',
      chargeId: undefined,
    },
    data: [records.settlementRecord(aSettlement, true)],
  },
];
