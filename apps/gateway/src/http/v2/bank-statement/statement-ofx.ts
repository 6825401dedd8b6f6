import { saoPauloDay, startOfSaoPauloDay } from '@pitanga/core';
import type { StatementMovementRecord, StatementRecord } from '@pitanga/records';
import type { StatementFacts, StatementFormat } from './statement-export';

const header = [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:USASCII',
  'CHARSET:1252',
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
];

/** Maximum lengths in OFX 1.0.2. */
const accountIdMax = 22;
const nameMax = 32;
const memoMax = 255;

/**
 * OFX 1.0.2, which accounting programs import: the movements of the available balance, whose sum is the final balance.
 * In Windows-1252, the only encoding of this version for Portuguese.
 */
export const ofxFormat: StatementFormat = {
  contentType: 'application/x-ofx',
  fileName: 'bank-statement.ofx',
  encoding: 'latin1',
  head: (facts) => lines([...header, '', ...opening(facts)]),
  entry: (entry) =>
    lines(
      entry.movements.flatMap((movement, index) =>
        movement.balanceEffect === 'none' ? [] : transaction(entry, movement, index),
      ),
    ),
  tail: ({ balanceCents, now }) =>
    lines([
      '</BANKTRANLIST>',
      '<LEDGERBAL>',
      element('BALAMT', reais(balanceCents)),
      element('DTASOF', localTime(now)),
      '</LEDGERBAL>',
      '</STMTRS>',
      '</STMTTRNRS>',
      '</BANKMSGSRSV1>',
      '</OFX>',
    ]),
};

function opening({ storeId, from, to, now }: StatementFacts): readonly string[] {
  const status = ['<STATUS>', element('CODE', '0'), element('SEVERITY', 'INFO'), '</STATUS>'];
  return [
    '<OFX>',
    '<SIGNONMSGSRSV1>',
    '<SONRS>',
    ...status,
    element('DTSERVER', localTime(now)),
    element('LANGUAGE', 'POR'),
    '</SONRS>',
    '</SIGNONMSGSRSV1>',
    '<BANKMSGSRSV1>',
    '<STMTTRNRS>',
    element('TRNUID', '0'),
    ...status,
    '<STMTRS>',
    element('CURDEF', 'BRL'),
    '<BANKACCTFROM>',
    element('BANKID', 'PITANGA'),
    element('ACCTID', storeId.slice(-accountIdMax)),
    element('ACCTTYPE', 'CHECKING'),
    '</BANKACCTFROM>',
    '<BANKTRANLIST>',
    element('DTSTART', localTime(from)),
    element('DTEND', localTime(to)),
  ];
}

function transaction(entry: StatementRecord, movement: StatementMovementRecord, index: number): readonly string[] {
  const isDebit = movement.balanceEffect === 'debit';
  const moved = isDebit ? 'DEBIT' : 'CREDIT';
  const customer = entry.customer?.name ?? '';
  const memo = [entry.description, entry.referenceId].filter((text) => text !== null).join(' ');
  return [
    '<STMTTRN>',
    element('TRNTYPE', movement.category === 'fee' ? 'FEE' : moved),
    element('DTPOSTED', localTime(new Date(entry.createdAt))),
    element('TRNAMT', reais(isDebit ? -movement.amount : movement.amount)),
    // Movements of an entry never change, so a second import has the same ids.
    element('FITID', `${entry.id}-${String(index + 1)}`),
    element('NAME', cut(customer === '' ? movement.category.toUpperCase() : customer, nameMax)),
    ...(memo === '' ? [] : [element('MEMO', cut(memo, memoMax))]),
    '</STMTTRN>',
  ];
}

function element(name: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${name}>${escaped}</${name}>`;
}

/** One line of text that the encoding can write, at most `max` characters long. */
function cut(text: string, max: number): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e\xa0-\xff]/gu, '?')
    .slice(0, max)
    .trim();
}

function reais(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `YYYYMMDDHHMMSS.XXX` in São Paulo with its offset: programs that ignore the offset still show the right day. */
function localTime(at: Date): string {
  const day = saoPauloDay(at);
  const startMs = startOfSaoPauloDay(day).getTime();
  const offsetHours = (Date.parse(`${day}T00:00:00.000Z`) - startMs) / 3_600_000;
  const time = new Date(at.getTime() - startMs).toISOString().slice(11, 23).replaceAll(':', '');
  return `${day.replaceAll('-', '')}${time}[${String(offsetHours)}:BRT]`;
}

function lines(all: readonly string[]): string {
  return all.map((text) => `${text}\r\n`).join('');
}
