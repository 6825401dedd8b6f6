import { formatMoney, moneyFields } from './money';

const inSaoPaulo = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
/** What stands for null and for no text, so that a column never looks broken. */
const absent = '–';
const pictureLength = 40;

/** `2026-11-21 12:00:00` in America/Sao_Paulo, whose days the API counts in. */
export function formatTime(instant: string): string {
  return inSaoPaulo.format(new Date(instant));
}

/** One value as a person reads it. */
export function formatCell(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return absent;
  if (typeof value === 'number')
    return moneyFields.has(name) && Number.isInteger(value) ? formatMoney(value) : String(value);
  if (typeof value === 'string') {
    if (timestamp.test(value)) return formatTime(value);
    return value.startsWith('data:') ? `${value.slice(0, pictureLength)}…` : value;
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ') || absent;
  return JSON.stringify(value);
}

/** Every value of a record by its dotted name, in the order of the API. */
export function flatten(record: object, prefix = ''): [name: string, cell: string][] {
  return Object.entries(record).flatMap(([key, value]: [string, unknown]) => {
    const isTree =
      value !== null &&
      typeof value === 'object' &&
      (!Array.isArray(value) || value.some((one) => typeof one === 'object'));
    return isTree && Object.keys(value).length > 0
      ? flatten(value, `${prefix}${key}.`)
      : [[prefix + key, formatCell(key, value)] as [string, string]];
  });
}
