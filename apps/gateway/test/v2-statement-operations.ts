import * as records from '@pitanga/records';
import * as messages from './messages';
import { firstPage, page, type Operation } from './operation';

const days = { startDate: '2026-11-01', endDate: '2026-11-20' };

/** The statement with its running balance, and its reconciliation. */
export const statementOperations: readonly Operation[] = [
  {
    call: 'GET /v2/bank-statement/list?withBalance=true',
    answers: {
      'ledger.listStatement': {
        entries: [{ ...messages.anEntry, availableAfterCents: 9_920 }, messages.aBareEntry],
        page,
      },
    },
    request: { page: firstPage, kinds: [], withBalance: true, knowsTed: true },
    data: [
      { ...records.statementRecord(messages.anEntry), availableAfter: 9_920 },
      { ...records.statementRecord(messages.aBareEntry), availableAfter: null },
    ],
  },
  {
    call: 'GET /v2/bank-statement/reconciliation?startDate=2026-11-01&endDate=2026-11-20',
    answers: {
      'ledger.reconcileStatement': {
        openingCents: 5_000,
        closingCents: 12_920,
        sums: [
          { kind: 'STATEMENT_KIND_PAYMENT', creditCents: 10_000, debitCents: 80, entries: 1 },
          { kind: 'STATEMENT_KIND_WITHDRAW', creditCents: 0, debitCents: 3_000, entries: 1 },
          { kind: 'STATEMENT_KIND_RETURN', creditCents: 1_000, debitCents: 0, entries: 1 },
        ],
        journalsCents: 7_920,
      },
    },
    request: { fromDay: days.startDate, toDay: days.endDate },
    data: {
      ...days,
      openingAvailable: 5_000,
      closingAvailable: 12_920,
      lines: [
        { kind: 'PAYMENT', credits: 10_000, debits: 80, count: 1 },
        { kind: 'WITHDRAW', credits: 0, debits: 3_000, count: 1 },
        { kind: 'RETURN', credits: 1_000, debits: 0, count: 1 },
      ],
      credits: 11_000,
      debits: 3_080,
      ledgerDifference: 0,
      isBalanced: true,
    },
  },
];
