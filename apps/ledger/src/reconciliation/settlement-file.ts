import { cents, isCalendarDay } from '@pitanga/core';
import { statementMethods } from '../statement/statement';
import { settlementTypes, type SettlementLine } from './reconciliation';

const header = 'reference,method,type,amount,date';

/** A settlement file: one line for each movement between a provider and the platform. */
export function settlementCsv(lines: readonly SettlementLine[]): string {
  const rows = lines.map(({ reference, method, type, amountCents, day }) =>
    [reference, method ?? '', type, String(amountCents), day].join(','),
  );
  return `${[header, ...rows].join('\n')}\n`;
}

/**
 * Reads a settlement file: `reference` is the id of the charge, refund or dispute, `amount` is in centavos and
 * positive, `date` a day of America/Sao_Paulo. `method` may be empty: then it is not compared.
 * @throws Error that names the malformed line
 */
export function parseSettlementCsv(text: string): readonly SettlementLine[] {
  const [first, ...rest] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (first?.trim() !== header) throw new Error(`The first line should be: ${header}`);
  return rest.flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, index + 2)]));
}

function parseLine(line: string, number: number): SettlementLine {
  const refuse = (what: string): Error => new Error(`Line ${String(number)}: ${what}`);
  const fields = line.split(',').map((field) => field.trim().replace(/^"(.*)"$/, '$1'));
  const [reference = '', methodText = '', typeText = '', amount = '', day = ''] = fields;
  if (fields.length !== 5) throw refuse(`it should have 5 fields but has ${String(fields.length)}`);
  if (reference === '') throw refuse('the reference is empty');
  const method = statementMethods.find((name) => name === methodText);
  if (method === undefined && methodText !== '')
    throw refuse(`the method should be one of ${statementMethods.join(', ')}`);
  const type = settlementTypes.find((name) => name === typeText);
  if (type === undefined) throw refuse(`the type should be one of ${settlementTypes.join(', ')}`);
  if (!/^\d{1,15}$/.test(amount)) throw refuse('the amount should be in centavos, without sign or point');
  if (!isCalendarDay(day)) throw refuse('the date should be a day, YYYY-MM-DD');
  return { reference, method, type, amountCents: cents(Number(amount)), day };
}
