import type { Knex } from 'knex';
import { types } from 'pg';

type Parse = (text: string) => unknown;

const oid = {
  int8: 20,
  json: 114,
  jsonArray: 199,
  textArray: 1009,
  int8Array: 1016,
  date: 1082,
  dateArray: 1182,
} as const;

function safeInteger(text: string): number {
  const value = Number(text);
  // Rounding an amount silently would be worse than failing the request.
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of the safe range: ${text}`);
  return value;
}

const asText: Parse = (text) => text;
// The driver's declarations list the oids of scalar types only.
const builtInParser = types.getTypeParser as (typeOid: number, format: string) => Parse;
const textArray = builtInParser(oid.textArray, 'text') as (text: string) => (string | null)[];
const arrayParser =
  (parse: Parse): Parse =>
  (text) =>
    textArray(text).map((item) => (item === null ? null : parse(item)));

const parsers = new Map<number, Parse>([
  [oid.int8, safeInteger],
  [oid.int8Array, arrayParser(safeInteger)],
  // Metadata must come back exactly as it was sent: key order, number spelling and all.
  [oid.json, asText],
  [oid.jsonArray, arrayParser(asText)],
  // A calendar day is not an instant: the driver's default would make it midnight of the process's time zone.
  [oid.date, asText],
  [oid.dateArray, arrayParser(asText)],
]);

/** The parsers of one pool; what is not listed keeps the driver's own. */
export const typeParsers: Knex.PgCustomTypesConfig = {
  getTypeParser: (typeOid: number, format: string): Parse => {
    const own = format === 'binary' ? undefined : parsers.get(typeOid);
    return own ?? builtInParser(typeOid, format);
  },
};
