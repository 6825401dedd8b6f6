import { encodeWindows1252, printable, saoPauloDay, toDecimal, type Tenant } from '@pitanga/core';
import type { StatementKindName, StatementMovementRecord, StatementRecord } from '@pitanga/records';
import type { InLanguages, Language } from '../../pages/words/language';
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

/** Who a movement without a customer is with, in the language of the file. */
const names: InLanguages<Readonly<Record<StatementKindName, string>>> = {
  'pt-BR': {
    PAYMENT: 'Pagamento',
    SETTLEMENT: 'Liquidação',
    REFUND: 'Reembolso',
    WITHDRAW: 'Saque',
    TRANSFER: 'Pix enviado',
    FEE: 'Tarifa',
    ADVANCE: 'Antecipação',
    DISPUTE: 'Contestação',
    DISPUTE_RELEASE: 'Contestação ganha',
    CHARGEBACK: 'Contestação perdida',
    RETURN: 'Devolução',
    TOP_UP: 'Adição de saldo',
  },
  en: {
    PAYMENT: 'Payment',
    SETTLEMENT: 'Settlement',
    REFUND: 'Refund',
    WITHDRAW: 'Payout',
    TRANSFER: 'Pix sent',
    FEE: 'Fee',
    ADVANCE: 'Advance',
    DISPUTE: 'Dispute',
    DISPUTE_RELEASE: 'Dispute won',
    CHARGEBACK: 'Dispute lost',
    RETURN: 'Return',
    TOP_UP: 'Money added',
  },
};

/** Transfers between a store and a sub-account, of either direction, in both of their statements. */
const transferNames: InLanguages<Readonly<Record<StatementMovementRecord['kind'], string>>> = {
  'pt-BR': { DEPOSIT: 'Transferência recebida', WITHDRAW: 'Transferência enviada' },
  en: { DEPOSIT: 'Transfer received', WITHDRAW: 'Transfer sent' },
};

/** ISO 639-2, as OFX has languages. */
const languageCodes: InLanguages<string> = { 'pt-BR': 'POR', en: 'ENG' };

/**
 * OFX 1.0.2, which accounting programs import: the movements of the available balance, and that balance at the end of the
 * last day, in centavos. In Windows-1252, the only encoding of this version for Portuguese.
 */
export const ofxFormat = (balanceCents: number, language: Language): StatementFormat => ({
  contentType: 'application/x-ofx',
  fileName: 'bank-statement.ofx',
  encode: encodeWindows1252,
  head: (facts) => lines([...header, '', ...opening(facts, language)]),
  entry: (entry) =>
    lines(
      entry.movements.flatMap((movement, index) =>
        movement.balanceEffect === 'none' ? [] : transaction(entry, movement, index, language),
      ),
    ),
  tail: ({ to }) =>
    lines([
      '</BANKTRANLIST>',
      '<LEDGERBAL>',
      element('BALAMT', toDecimal(balanceCents)),
      element('DTASOF', toNoon(to)),
      '</LEDGERBAL>',
      '</STMTRS>',
      '</STMTTRNRS>',
      '</BANKMSGSRSV1>',
      '</OFX>',
    ]),
});

function opening({ tenant, from, to }: StatementFacts, language: Language): readonly string[] {
  const status = ['<STATUS>', element('CODE', '0'), element('SEVERITY', 'INFO'), '</STATUS>'];
  return [
    '<OFX>',
    '<SIGNONMSGSRSV1>',
    '<SONRS>',
    ...status,
    element('DTSERVER', toNoon(to)),
    element('LANGUAGE', languageCodes[language]),
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
    element('ACCTID', accountId(tenant)),
    element('ACCTTYPE', 'CHECKING'),
    '</BANKACCTFROM>',
    '<BANKTRANLIST>',
    element('DTSTART', toNoon(from)),
    element('DTEND', toNoon(to)),
  ];
}

function transaction(
  entry: StatementRecord,
  movement: StatementMovementRecord,
  index: number,
  language: Language,
): readonly string[] {
  const isDebit = movement.balanceEffect === 'debit';
  const moved = isDebit ? 'DEBIT' : 'CREDIT';
  const isFee = movement.type === 'fee';
  const customer = isFee ? '' : cut(entry.customer?.name ?? '', nameMax);
  const memo = [entry.description, entry.externalId, entry.sourceId].filter((text) => text !== null).join(' ');
  return [
    '<STMTTRN>',
    element('TRNTYPE', isFee ? 'FEE' : moved),
    element('DTPOSTED', toNoon(new Date(entry.createdAt))),
    element('TRNAMT', toDecimal(isDebit ? -movement.amount : movement.amount)),
    // Movements of an entry never change, so a second import has the same ids.
    element('FITID', `${entry.id}-${String(index + 1)}`),
    element('NAME', customer === '' ? findName(movement, language) : customer),
    ...(memo === '' ? [] : [element('MEMO', cut(memo, memoMax))]),
    '</STMTTRN>',
  ];
}

function findName({ type, kind, subAccountId }: StatementMovementRecord, language: Language): string {
  if (type === 'transfer' && subAccountId !== undefined) return transferNames[language][kind];
  return names[language][type.toUpperCase() as StatementKindName];
}

function element(name: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<${name}>${escaped}</${name}>`;
}

/** One line of text that the encoding can write, at most `max` characters long. */
function cut(text: string, max: number): string {
  return printable(text).slice(0, max).trim();
}

/** One account an environment: programs sum up what has the same id. */
function accountId({ storeId, devMode }: Tenant): string {
  return devMode ? `DEV-${storeId.slice(4 - accountIdMax)}` : storeId.slice(-accountIdMax);
}

/**
 * Noon of the day in São Paulo: programs that ignore the offset, and those that make UTC of it, see the same day. With the time
 * itself a sale at 23:30 would be booked on the next day, or in the next month.
 */
function toNoon(at: Date): string {
  return `${saoPauloDay(at).replaceAll('-', '')}120000[-3:BRT]`;
}

function lines(all: readonly string[]): string {
  return all.map((text) => `${text}\r\n`).join('');
}
