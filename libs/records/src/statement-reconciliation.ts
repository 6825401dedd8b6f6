import type { ReconcileStatementResponse } from '@pitanga/contracts';
import { cents, subtractCents, sumCents } from '@pitanga/core';
import { Type, type Static } from 'typebox';
import { NamedObject } from './schema';
import { StatementKind } from './statement';
import { enumName } from './wire';

const StatementSum = NamedObject('StatementSum', {
  kind: StatementKind,
  credits: Type.Integer({ description: 'Centavos that the entries added to the available balance.' }),
  debits: Type.Integer({ description: 'Centavos that they took from it; of PAYMENT, the fees.' }),
  count: Type.Integer({ description: 'Entries that changed it.' }),
});

/** The statement of some days, added up and compared with the journals (docs/behaviour/statement.md#reconciliation). */
export const StatementReconciliationRecord = NamedObject('StatementReconciliation', {
  startDate: Type.String({ format: 'date' }),
  endDate: Type.String({ format: 'date' }),
  openingAvailable: Type.Integer({ description: 'Centavos available before the first day.' }),
  closingAvailable: Type.Integer({
    description: 'Available after the last day: `openingAvailable` and `credits` less `debits`.',
  }),
  lines: Type.Array(StatementSum, { description: 'Kinds with an entry that changed the available balance.' }),
  credits: Type.Integer({ description: 'Of all lines.' }),
  debits: Type.Integer({ description: 'Of all lines.' }),
  ledgerDifference: Type.Integer({
    description: '`credits` less `debits`, less what the journals of the same days did to the available balance.',
  }),
  isBalanced: Type.Boolean({ description: 'Whether `ledgerDifference` is 0, as it should be.' }),
});
export type StatementReconciliationRecord = Static<typeof StatementReconciliationRecord>;

export function statementReconciliationRecord(
  found: ReconcileStatementResponse,
  days: { readonly startDate: string; readonly endDate: string },
): StatementReconciliationRecord {
  const lines = found.sums.map(({ kind, creditCents, debitCents, entries }) => ({
    kind: enumName('STATEMENT_KIND', kind),
    credits: cents(creditCents),
    debits: cents(debitCents),
    count: entries,
  }));
  const credits = sumCents(...lines.map((line) => line.credits));
  const debits = sumCents(...lines.map((line) => line.debits));
  const ledgerDifference = subtractCents(subtractCents(credits, debits), cents(found.journalsCents));
  return {
    startDate: days.startDate,
    endDate: days.endDate,
    openingAvailable: found.openingCents,
    closingAvailable: found.closingCents,
    lines,
    credits,
    debits,
    ledgerDifference,
    isBalanced: ledgerDifference === 0,
  };
}
