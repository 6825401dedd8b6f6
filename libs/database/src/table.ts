import { cents as toCents, type Cents, type Tenant } from '@pitanga/core';
import type { Knex } from 'knex';
import type { Db } from './connect';

/** How PostgreSQL stores a column; casts the arrays of `unnestSql`. */
export type ColumnType =
  'text' | 'boolean' | 'smallint' | 'int' | 'bigint' | 'timestamptz' | 'date' | 'json' | 'jsonb' | 'bytea' | 'text[]';

/** One column: its name in SQL, and how a value becomes a cell and a cell a value. */
export interface Column<Value> {
  readonly name: string;
  readonly type: ColumnType;
  toCell(value: Value): unknown;
  fromCell(cell: unknown): Value;
}

/** Any column. Method syntax on purpose: it lets a column of one type stand for any. */
type AnyColumn = Pick<Column<unknown>, 'name' | 'type' | 'fromCell'> & { toCell(value: never): unknown };
type Columns = Readonly<Record<string, AnyColumn>>;
type ValueOf<C> = C extends { fromCell(cell: unknown): infer Value } ? Value : never;

/** The values of a row, by the keys of its table. */
export type Values<T> = T extends Table<infer C> ? { readonly [Key in keyof C]: ValueOf<C[Key]> } : never;

/** A row as the driver returns and takes it: cells by the name of the column. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * The columns of a table, written once: the type of its values, the select list, the insert and both conversions follow
 * from them, so nothing is paired by position.
 *
 * ```ts
 * const coupons = table('coupons', {
 *   id: text('id'),
 *   storeId: text('store_id'),
 *   devMode: boolean('dev_mode'),
 *   status: text<CouponStatus>('status'),
 *   discountCents: optional(cents('discount_cents')),
 *   createdAt: timestamp('created_at'),
 * });
 * type CouponValues = Values<typeof coupons>;
 *
 * const row = await coupons.of(tx, tenant).where({ id }).forUpdate().first(coupons.columns);
 * const coupon = row && coupons.fromRow(row);
 * await coupons.of(tx, tenant).where({ id }).update(coupons.toRow({ status: 'DISABLED' }));
 * await tx.raw(`${coupons.insertSql} on conflict do nothing`, coupons.toRow(values));
 * ```
 */
export interface Table<C extends Columns> {
  readonly name: string;
  /** The names of the columns, in the order of the keys. */
  readonly columns: string[];
  /** `insert into coupons (id, …) values (:id, …)`; bind `toRow(values)`. */
  readonly insertSql: string;
  /** The name of one column. */
  column(key: keyof C & string): string;
  /** The select list, each column with the alias of the table if one is given: `c.id, c.store_id, …`. */
  selectSql(alias?: string): string;
  /** One row of parameters with their types, for a select list, where PostgreSQL would take them for text. */
  parametersSql(prefix: string): string;
  /** The same table with some of its columns. */
  pick<Key extends keyof C & string>(...keys: Key[]): Table<Pick<C, Key>>;
  /** The rows of one tenant; for tables with `store_id` and `dev_mode`. */
  of(db: Db, tenant: Tenant): Knex.QueryBuilder<Record<string, unknown>, Record<string, unknown>[]>;
  /** The cells of the values given; absent keys stay absent, so it also serves an update. */
  toRow(values: { readonly [Key in keyof C]?: ValueOf<C[Key]> }): Row;
  /** The values of a row that holds at least this table's columns. */
  fromRow(row: Row): { readonly [Key in keyof C]: ValueOf<C[Key]> };
  /**
   * `unnest((select cast(:id as text[])), …) as alias(id, …)`: many rows in one statement. Bind `toArrays(rows)` with the same
   * prefix, which keeps several row sets of one statement apart. A column of texts comes as text: `cast(alias.coupons as
   * text[])`.
   */
  unnestSql(alias: string, prefix?: string): string;
  /** `insert into coupons (id, …) select r.id, … from unnest(…) as r`: many rows by one text. Bind `toArrays(rows)`. */
  readonly insertManySql: string;
  /** `id = r.id, …` for an update from `unnestSql('r')`, without the columns that are named. */
  assignmentsSql(alias: string, except: readonly (keyof C & string)[]): string;
  /** One array a column. `encode` replaces the driver's text format of an array on hot paths. */
  toArrays(
    rows: readonly { readonly [Key in keyof C]: ValueOf<C[Key]> }[],
    options?: { readonly prefix?: string; readonly encode?: (type: ColumnType, cells: readonly unknown[]) => unknown },
  ): Row;
  /** The same of rows that {@link Table.toRow} made; an absent cell is null. */
  rowsToArrays(rows: readonly Row[]): Row;
}

/** @param columns in the order in which inserts and select lists name them */
export function table<C extends Columns>(name: string, columns: C): Table<C> {
  // Within a loop over the keys the compiler cannot pair a column with its value.
  const entries = Object.entries(columns) as [keyof C & string, Column<unknown>][];
  const names = entries.map(([, column]) => column.name);
  const unnestSql = (alias: string, prefix = ''): string => {
    // The select keeps the arrays' length from the planner. Knowing it, it would find each length's own plan cheaper than
    // the general one of a prepared statement, and would plan at every call, which takes longer than most of them.
    const arrays = entries.map(([, column]) => `(select cast(:${prefix}${column.name} as ${arrayType(column.type)}))`);
    return `unnest(${arrays.join(', ')}) as ${alias}(${names.join(', ')})`;
  };
  return {
    name,
    columns: names,
    insertSql: `insert into ${name} (${names.join(', ')}) values (${names.map((column) => `:${column}`).join(', ')})`,
    column: (key) => columns[key]?.name ?? '',
    selectSql: (alias) => names.map((column) => (alias === undefined ? column : `${alias}.${column}`)).join(', '),
    parametersSql: (prefix) =>
      entries.map(([, column]) => `cast(:${prefix}${column.name} as ${column.type})`).join(', '),
    pick: (...keys) =>
      table(name, Object.fromEntries(keys.map((key) => [key, columns[key]])) as Pick<C, (typeof keys)[number]>),
    of: (db, tenant) => db<Record<string, unknown>>(name).where({ store_id: tenant.storeId, dev_mode: tenant.devMode }),
    toRow: (values) => {
      const row: Record<string, unknown> = {};
      for (const [key, column] of entries) if (key in values) row[column.name] = column.toCell(values[key]);
      return row;
    },
    fromRow: (row) => {
      const values: Record<string, unknown> = {};
      for (const [key, column] of entries) values[key] = column.fromCell(row[column.name]);
      return values as { readonly [Key in keyof C]: ValueOf<C[Key]> };
    },
    unnestSql,
    insertManySql: `insert into ${name} (${names.join(', ')}) select ${entries.map(([, column]) => cellSql(column, 'r')).join(', ')} from ${unnestSql('r')}`,
    assignmentsSql: (alias, except) =>
      entries
        .filter(([key]) => !except.includes(key))
        .map(([, column]) => `${column.name} = ${cellSql(column, alias)}`)
        .join(', '),
    toArrays: (rows, { prefix = '', encode } = {}) => {
      const arrays: Record<string, unknown> = {};
      for (const [key, column] of entries) {
        const cells = rows.map((values) => toElement(column, column.toCell(values[key])));
        arrays[`${prefix}${column.name}`] = encode ? encode(column.type, cells) : cells;
      }
      return arrays;
    },
    rowsToArrays: (rows) =>
      Object.fromEntries(
        entries.map(([, column]) => [column.name, rows.map((row) => toElement(column, row[column.name] ?? null))]),
      ),
  };
}

/** `unnest` would flatten an array of arrays, so that each array of texts goes as its literal. */
function arrayType(type: ColumnType): string {
  return type === 'text[]' ? 'text[]' : `${type}[]`;
}

function cellSql({ name, type }: Pick<AnyColumn, 'name' | 'type'>, alias: string): string {
  return type === 'text[]' ? `cast(${alias}.${name} as text[])` : `${alias}.${name}`;
}

function toElement({ type }: Pick<AnyColumn, 'type'>, cell: unknown): unknown {
  if (type !== 'text[]' || !Array.isArray(cell)) return cell;
  return `{${cell.map((value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

function plain<Value>(name: string, type: ColumnType): Column<Value> {
  return { name, type, toCell: (value) => value, fromCell: (cell) => cell as Value };
}

/** Text, or a union of the names that a check of the column allows. */
export const text = <Value extends string = string>(name: string): Column<Value> => plain(name, 'text');
export const boolean = (name: string): Column<boolean> => plain(name, 'boolean');
export const smallint = (name: string): Column<number> => plain(name, 'smallint');
export const int = (name: string): Column<number> => plain(name, 'int');
/** An integer within 2^53; the driver throws beyond. */
export const bigint = (name: string): Column<number> => plain(name, 'bigint');
/** An instant. */
export const timestamp = (name: string): Column<Date> => plain(name, 'timestamptz');
/** A calendar day, YYYY-MM-DD. */
export const date = (name: string): Column<string> => plain(name, 'date');
/** JSON as its exact text: key order and the spelling of numbers stay. */
export const json = (name: string): Column<string> => plain(name, 'json');
export const bytes = (name: string): Column<Buffer> => plain(name, 'bytea');
/** An array of texts. */
export const texts = <Value extends string = string>(name: string): Column<readonly Value[]> => plain(name, 'text[]');

/** Integer centavos. */
export const cents = (name: string): Column<Cents> => ({
  ...plain<Cents>(name, 'bigint'),
  fromCell: (cell) => toCents(cell as number),
});

/** A document that PostgreSQL parses and the driver returns as an object. */
export const jsonb = <Value>(name: string): Column<Value> => ({
  ...plain<Value>(name, 'jsonb'),
  toCell: (value) => JSON.stringify(value),
});

/** A column that may be null: `undefined` in TypeScript. */
export function optional<Value>(column: Column<Value>): Column<Value | undefined> {
  return {
    name: column.name,
    type: column.type,
    toCell: (value) => (value === undefined ? null : column.toCell(value)),
    fromCell: (cell) => (cell === null || cell === undefined ? undefined : column.fromCell(cell)),
  };
}
