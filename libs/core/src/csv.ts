import { toDecimal } from './money';

/** A cell: a text, a whole number, an amount that is written in reais with a comma (`1234,56`), or nothing. */
export type CsvCell = string | number | { readonly centavos: number } | null;

/**
 * A line of RFC 4180, with its end. Every text is quoted, and one that a spreadsheet would run as a formula has an apostrophe
 * before it; figures and nothing stand as they are.
 * An amount is quoted only where its comma would part it.
 */
export function csvLine(cells: readonly CsvCell[], separator: ',' | ';'): string {
  return `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`;
}

function csvCell(cell: CsvCell, separator: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `"${withoutFormulas(cell).replaceAll('"', '""')}"`;
  if (typeof cell === 'number') return String(cell);
  const amount = toDecimal(cell.centavos).replace('.', ',');
  return separator === ',' ? `"${amount}"` : amount;
}

/**
 * What begins as a formula: at the start, and where a program that expects the other separator, or heeds no quotes, begins
 * a cell within the text. Spaces, quotes and what cannot be seen do not keep it from being one.
 */
const formulaStarts = /(\r\n|[,;\t\r\n]|^)(?=[\s"\p{C}]*[=+\-@＝＋－＠])/gu;

function withoutFormulas(text: string): string {
  return text.replace(formulaStarts, "$1'");
}
