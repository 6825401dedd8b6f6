import { csvLine, type CsvCell } from '@pitanga/core';
import { sortableInstant } from '../format/time';

export interface CsvColumn<Row> {
  readonly header: string;
  /** Without it the column is not exported. */
  readonly text?: (row: Row) => CsvCell;
}

/** Text that spreadsheets in Brazil open as it stands: UTF-8 with its mark, semicolons, CRLF. */
export function toCsv<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const exported = columns.flatMap(({ header, text }) => (text ? [{ header, text }] : []));
  const lines = [exported.map(({ header }) => header), ...rows.map((row) => exported.map(({ text }) => text(row)))];
  return `\ufeff${lines.map((cells) => csvLine(cells, ';')).join('')}`;
}

/** An amount, if there is one. */
export function csvMoney(centavos: number | null | undefined): CsvCell {
  return centavos === null || centavos === undefined ? null : { centavos };
}

/** `2026-11-30 22:30:00` in the store's zone, which spreadsheets read as a date. */
export function csvInstant(iso: string | null): CsvCell {
  return iso === null ? null : sortableInstant(iso);
}
