import { foldText } from '@pitanga/core';
import type { ApiRecord } from '../api/records';
import { recordPaths, requestLogPath, statementPath } from '../parts/record-paths';

export type FoundRecord = ApiRecord<'FoundRecord'>;

/** Groups in the order in which they stand: what is known at once before what is asked for, so that nothing moves. */
export const groupNames = [
  'recent',
  'pages',
  'actions',
  'REQUEST',
  'CHARGE',
  'CHECKOUT',
  'PAYMENT_LINK',
  'SUBSCRIPTION',
  'SUBSCRIPTION_CHECKOUT',
  'CUSTOMER',
  'PRODUCT',
  'COUPON',
  'REFUND',
  'DISPUTE',
  'PAYOUT',
  'TRANSFER',
  'KEY_PAYMENT',
  'STATEMENT_ENTRY',
  'ADVANCE',
  'API_KEY',
  'WEBHOOK',
  'DELIVERY',
  'EVENT',
] as const satisfies readonly ('recent' | 'pages' | 'actions' | 'REQUEST' | FoundRecord['kind'])[];
export type GroupName = (typeof groupNames)[number];

/** Something that can be opened. */
export interface Option {
  /** Unique among all options. */
  readonly id: string;
  readonly group: GroupName;
  readonly title: string;
  /** The id below the title. */
  readonly hint?: string;
  readonly status?: string | null;
  /** Centavos. */
  readonly amount?: number | null;
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
}

export interface Group {
  readonly name: GroupName;
  readonly options: readonly Option[];
}

/** The options under their headings, in the order of the groups; the order inside one is kept. */
export function groupOptions(options: readonly Option[]): readonly Group[] {
  return groupNames
    .map((name) => ({ name, options: options.filter(({ group }) => group === name) }))
    .filter((group) => group.options.length > 0);
}

/** Without case, accents and space around it. */
function plain(text: string): string {
  return foldText(text).trim();
}

/** Those whose name has a word that begins with the text, those that begin with it first; all for no text. */
export function named<Named extends { readonly name: string }>(all: readonly Named[], text: string): readonly Named[] {
  const sought = plain(text);
  const rank = ({ name }: Named): number => {
    const words = plain(name);
    return words.startsWith(sought) ? 0 : words.includes(` ${sought}`) ? 1 : 2;
  };
  return all.filter((one) => rank(one) < 2).toSorted((one, other) => rank(one) - rank(other));
}

/** Records as options: the one with that very id first, then newest first. */
export function foundOptions(results: readonly FoundRecord[], text: string, chargeOf: ChargeOf): readonly Option[] {
  const rank = ({ id }: FoundRecord): number => (id === text ? 0 : 1);
  return results
    .toSorted((one, other) => rank(one) - rank(other) || other.createdAt.localeCompare(one.createdAt))
    .flatMap((found) => {
      const place = placeOfFound(found, chargeOf);
      if (place === undefined) return [];
      const { id, kind, title, status, amount } = found;
      return [{ id: `${kind}-${id}`, group: kind, title: title ?? id, hint: id, status, amount, ...place }];
    });
}

/** The charges that refunds belong to, by the ids of the refunds. */
export type ChargeOf = ReadonlyMap<string, string>;

function placeOfFound({ kind, id }: FoundRecord, chargeOf: ChargeOf): Pick<Option, 'path' | 'search'> | undefined {
  if (kind === 'STATEMENT_ENTRY') return { path: statementPath, search: { search: id } };
  if (kind !== 'REFUND') return { path: recordPaths[kind](id) };
  const charge = chargeOf.get(id);
  return charge === undefined ? undefined : { path: recordPaths.CHARGE(charge) };
}

/** The request log's entry of a request id; undefined for any other text. */
export function requestOption(text: string, hint: string): Option | undefined {
  if (!/^req_[0-9A-Za-z]{24}$/.test(text)) return undefined;
  return { id: text, group: 'REQUEST', title: text, hint, path: requestLogPath, search: { requestId: text } };
}

/** The option that far from another, around both ends; the first from none. */
export function neighbour(options: readonly Option[], id: string | undefined, step: number): Option | undefined {
  const at = options.findIndex((option) => option.id === id);
  const from = at < 0 && step < 0 ? 0 : at;
  return options.at((from + step + options.length) % Math.max(1, options.length));
}
