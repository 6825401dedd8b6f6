import { csvLine, type CsvCell } from '@pitanga/core';
import type { StatementMovementRecord, StatementRecord } from '@pitanga/records';
import type { StatementFormat } from './statement-export';

/** One line a movement, with the fields of its entry. */
const columns: readonly (readonly [string, (entry: StatementRecord, movement: StatementMovementRecord) => CsvCell])[] =
  [
    ['id', (entry) => entry.id],
    ['createdAt', (entry) => entry.createdAt],
    ['kind', (entry) => entry.kind],
    ['status', (entry) => entry.status],
    ['description', (entry) => entry.description],
    ['category', (_entry, movement) => movement.category],
    ['movement', (_entry, movement) => movement.kind],
    ['method', (_entry, movement) => movement.method],
    ['amount', (_entry, movement) => movement.amount],
    ['balanceEffect', (_entry, movement) => movement.balanceEffect],
    ['checkoutId', (entry) => entry.checkoutId],
    ['chargeId', (entry) => entry.chargeId],
    ['referenceId', (entry) => entry.referenceId],
    ['customerId', (entry) => entry.customer?.id ?? null],
    ['customerName', (entry) => entry.customer?.name ?? null],
    ['externalId', (entry) => entry.externalId],
    ['subscriptionId', (entry) => entry.subscriptionId],
    ['subAccountId', (_entry, movement) => movement.subAccountId ?? null],
    ['sourceId', (entry) => entry.sourceId],
    ['type', (_entry, movement) => movement.type],
  ];

/** RFC 4180 in UTF-8; amounts in centavos. */
export const csvFormat: StatementFormat = {
  contentType: 'text/csv; charset=utf-8',
  fileName: 'bank-statement.csv',
  head: () => `${columns.map(([name]) => name).join(',')}\r\n`,
  entry: (entry) =>
    entry.movements
      .map((movement) =>
        csvLine(
          columns.map(([, cellOf]) => cellOf(entry, movement)),
          ',',
        ),
      )
      .join(''),
  tail: () => '',
  encode: (text) => Buffer.from(text),
};
