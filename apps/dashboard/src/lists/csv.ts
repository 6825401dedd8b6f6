import { toDecimal } from '../format/money';
import { sortableInstant } from '../format/time';

interface CsvColumn<Row> {
  readonly header: string;
  /** Without it the column is not exported. */
  readonly text?: (row: Row) => string;
}

/** Text that spreadsheets in Brazil open as it stands: UTF-8 with its mark, semicolons, CRLF. */
export function toCsv<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const exported = columns.flatMap(({ header, text }) => (text ? [{ header, text }] : []));
  const lines = [exported.map(({ header }) => header), ...rows.map((row) => exported.map(({ text }) => text(row)))];
  return `\ufeff${lines.map((cells) => cells.map(csvCell).join(';')).join('\r\n')}\r\n`;
}

/** Quoted where needed (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe. */
function csvCell(text: string): string {
  const harmless = /^\s*[=+@＝＋－＠]|^[\t\r\n]|^\s*-(?![\d,.]+$)/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** `1234,56` of centavos. */
export function csvMoney(centavos: number | null): string {
  return centavos === null ? '' : toDecimal(centavos).replace('.', ',');
}

/** `2026-11-30 22:30:00` in the store's zone, which spreadsheets read as a date; empty for none. */
export function csvInstant(iso: string | null): string {
  return iso === null ? '' : sortableInstant(iso);
}
