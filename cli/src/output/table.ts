import Table from 'cli-table3';
import type { Colors } from 'picocolors/types';
import { formatCell, flatten } from './cell';

type Record_ = Readonly<Record<string, unknown>>;

/** Columns of a list, the most telling first; a record's other fields are in its `get`. */
const columnsByWorth = [
  'createdAt',
  'at',
  'id',
  'kind',
  'type',
  'event',
  'code',
  'name',
  'email',
  'title',
  'description',
  'externalId',
  'route',
  'endpoint',
  'role',
  'action',
  'method',
  'status',
  'amount',
  'price',
  'discount',
  'lastStatusCode',
  'ms',
  'nextChargeAt',
];
const mostColumns = 7;
const widest = 44;

const plain = {
  chars: {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: '  ',
  },
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
};

/** One line a record, with a heading. */
export function formatTable(records: readonly Record_[], colors: Colors): string {
  const names = chooseColumns(records);
  const table = new Table({ ...plain, head: names.map((name) => colors.bold(name)) });
  for (const record of records)
    table.push(names.map((name) => coloured(name, short(formatCell(name, record[name])), colors)));
  return trimLines(table);
}

/** One line a field. */
export function formatFields(record: object, colors: Colors): string {
  const table = new Table(plain);
  for (const [name, cell] of flatten(record)) table.push([colors.dim(name), coloured(name, cell, colors)]);
  return trimLines(table);
}

/** Without the blanks that would make a line wrap. */
function trimLines(table: { toString(): string }): string {
  return table.toString().replaceAll(/ +$/gm, '');
}

function chooseColumns(records: readonly Record_[]): string[] {
  const first = records[0] ?? {};
  const known = columnsByWorth.filter((name) => name in first && isShort(records.map((record) => record[name])));
  const names =
    known.length > 0 ? known : Object.keys(first).filter((name) => isShort(records.map((one) => one[name])));
  return names.slice(0, mostColumns);
}

/** An object says little in a column. */
function isShort(values: readonly unknown[]): boolean {
  return values.some((value) => value !== null) && values.every((value) => typeof value !== 'object' || value === null);
}

function short(cell: string): string {
  return cell.length > widest ? `${cell.slice(0, widest - 1)}…` : cell;
}

const good = new Set(['PAID', 'COMPLETE', 'COMPLETED', 'ACTIVE', 'DELIVERED', 'WON', 'yes']);
const bad = new Set(['FAILED', 'CHARGED_BACK', 'LOST', 'REJECTED', 'EXPIRED', 'CANCELLED', 'REVOKED']);

function coloured(name: string, cell: string, colors: Colors): string {
  const words = cell.split('.').at(-1) ?? cell;
  if (!['status', 'approval'].includes(name.split('.').at(-1) ?? name)) return cell;
  if (good.has(words) || /^2\d\d$/.test(words)) return colors.green(cell);
  return bad.has(words) || /^[45]\d\d$/.test(words) ? colors.red(cell) : colors.yellow(cell);
}
