import { failedPrecondition } from '@pitanga/core';
import type { SealedPlace, Sealer } from '@pitanga/runtime';
import type { Db } from './connect';

type Cell = string | boolean | number;

/** A column of sealed values. Each column of a table is resealed separately. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key. */
  readonly key: readonly string[];
  /** Further parts of the place: columns, or SQL with a name. */
  readonly more?: readonly string[];
  readonly place: (row: Readonly<Record<string, Cell>>) => SealedPlace;
  /** Of one batch, where values are large. */
  readonly rowsMax?: number;
}

/** The result of one batch. */
export interface ResealBatch {
  /** Start of the next batch; undefined after the last one. */
  readonly next: string | undefined;
  readonly seen: number;
  readonly resealed: number;
  /** Values that no key opens at their place; they are not changed. */
  readonly unreadable: number;
}

/**
 * Seals one batch of rows again with the current key, while other processes read and write them: a value that changed
 * in between is skipped. Current values are skipped too, so that an interrupted run can start again.
 *
 * @param after end of the last batch; undefined for the first one
 */
export async function resealBatch(
  db: Db,
  sealer: Sealer,
  columns: readonly SealedColumn[],
  after: string | undefined,
  batchRowsMax = 500,
): Promise<ResealBatch> {
  const [index, last] = after === undefined ? [0, undefined] : (JSON.parse(after) as [number, Cell[] | undefined]);
  const sealed = columns[index];
  if (!sealed) return { next: undefined, seen: 0, resealed: 0, unreadable: 0 };
  const rowsMax = Math.min(sealed.rowsMax ?? batchRowsMax, batchRowsMax);
  const rows = await rowsAfter(db, sealed, last, rowsMax);
  let [seen, resealed, unreadable] = [0, 0, 0];
  for (const row of rows) {
    const value = row[sealed.column];
    if (!Buffer.isBuffer(value) || !isSealed(value)) continue;
    seen += 1;
    if (sealer.isCurrent(value)) continue;
    const fresh = sealedAgain(sealer, value, sealed.place(row as Record<string, Cell>));
    if (fresh === undefined) unreadable += 1;
    else if (await replace(db, sealed, row, value, fresh)) resealed += 1;
  }
  const end = rows.at(-1);
  const isDone = !end || rows.length < rowsMax;
  const position = isDone ? [index + 1] : [index, sealed.key.map((name) => end[name])];
  return {
    next: isDone && index + 1 === columns.length ? undefined : JSON.stringify(position),
    seen,
    resealed,
    unreadable,
  };
}

/** The operator's RPCs of every service that stores sealed values. */
export function resealHandlers(
  { db, sealer }: { readonly db: Db; readonly sealer: Sealer },
  columns: readonly SealedColumn[],
) {
  return {
    resealBatch: async ({ after }: { readonly after: string }) => {
      if (sealer.format === 1) throw failedPrecondition('SEALED_FORMAT is 1: set it to 2 first', 'SEALED_FORMAT_OLD');
      const batch = await resealBatch(db, sealer, columns, after === '' ? undefined : after);
      return { ...batch, next: batch.next ?? '' };
    },
  };
}

type Row = Readonly<Record<string, Cell | Buffer | null>>;

async function rowsAfter(db: Db, sealed: SealedColumn, last: Cell[] | undefined, rowsMax: number): Promise<Row[]> {
  const { table, column, key, more = [] } = sealed;
  const query = db(table)
    .select<Row[]>(...key, column, ...more.map((sql) => db.raw(sql)))
    .limit(rowsMax);
  for (const name of key) query.orderBy(name);
  if (last) query.whereRaw(`(${key.join(', ')}) > (${key.map(() => '?').join(', ')})`, last);
  return await query;
}

/** Whether a stored answer is sealed: a message never begins with the byte of a format. */
export function isSealed(value: Uint8Array): boolean {
  return value[0] === 1 || value[0] === 2;
}

function sealedAgain(sealer: Sealer, value: Buffer, place: SealedPlace): Buffer | undefined {
  let text: string;
  try {
    text = sealer.open(value, place);
  } catch {
    return undefined;
  }
  return sealer.seal(text, place);
}

async function replace(db: Db, sealed: SealedColumn, row: Row, value: Buffer, fresh: Buffer): Promise<boolean> {
  const { table, column, key } = sealed;
  const known = Object.fromEntries(key.map((name) => [name, row[name]]));
  return (await db(table).where(known).where(column, value).update(column, fresh)) === 1;
}
